import { CalendarOutlined, HistoryOutlined, LockOutlined } from '@ant-design/icons';
import type { RowOf } from '@tradehouse/contract';
import { dayLockTable, lockHistoryTable, lockTable, setLock } from '@tradehouse/contract';
import { dayAfter } from '@tradehouse/domain';
import { Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useSettings } from '../app/settings/settings.ts';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { todayIn } from '../control/format.ts';
import { NumberText } from '../control/NumberText.tsx';
import { PaneModal } from '../control/PaneModal.tsx';
import { ActivitySelect } from '../control/references.tsx';
import { Explain } from '../list/report/explain.tsx';
import { EntriesModal } from '../record/EntriesModal.tsx';
import { formRuleOfField } from '../record/fieldRules.ts';
import { labelOfColumn } from '../record/labels.ts';
import { listPage } from '../list/listPage.tsx';
import type { CellRenderers, RowDialogProps } from '../record/listTypes.ts';
import { Report } from '../list/report/reportPage.tsx';
import { t } from '../phrase/index.ts';

type LockStockRow = RowOf<typeof lockTable>;
interface StockLockFormValues {
  readonly quantity: string;
  readonly remark?: string;
  readonly activityId?: string | null;
}

/** Locks or releases stock manually: never below 0 and never above the stock. */
function LockDialog({ row, onClose }: RowDialogProps<LockStockRow>): ReactNode {
  const [form] = Form.useForm<StockLockFormValues>();
  const { skuId, warehouseId } = row;
  const of = { skuId: skuId ?? '', warehouseId: warehouseId ?? '' };
  return (
    <EntriesModal
      form={form}
      title={t('lock.of', { name: row.name ?? '' })}
      width={500}
      before={
        <p>
          {t('lock.now', {
            locked: row.byHand ?? '0',
            available: row.available ?? '0',
            stock: row.stock ?? '0',
          })}
        </p>
      }
      send={({ quantity, remark = '', activityId = null }, key) =>
        callEndpoint(setLock, { ...of, quantity, remark, activityId }, { quiet: true, key })
      }
      onSent={(done) => {
        getNotices().message.success(t('lock.done', done));
        onClose(true);
      }}
      onClose={() => onClose(false)}
    >
      <Form.Item
        name="quantity"
        label={t('lock.quantity')}
        extra={t('lock.quantityHint')}
        rules={[
          { required: true, message: t('form.missing', { name: t('lock.quantity') }) },
          formRuleOfField(setLock.input, 'quantity'),
        ]}
      >
        <DecimalInput />
      </Form.Item>
      <Form.Item name="remark" label={t('lock.reason')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="activityId" label={labelOfColumn(lockTable, 'activityId')}>
        <ActivitySelect />
      </Form.Item>
    </EntriesModal>
  );
}

const historyCells: CellRenderers<typeof lockHistoryTable> = {
  quantity: ({ quantity }) => <NumberText value={quantity} signed />,
};

const StockLockHistoryDialog = ({ row, onClose }: RowDialogProps<LockStockRow>): ReactNode => (
  <PaneModal
    title={`${t('lock.history')} · ${row.name ?? ''}`}
    width={900}
    className="drill"
    onCancel={() => onClose(false)}
  >
    <Report
      table={lockHistoryTable}
      fixed={{ skuId: row.skuId, warehouseId: row.warehouseId }}
      given={{}}
      nameColumn="at"
      facts={['source', 'quantity', 'userName']}
      cells={historyCells}
    />
  </PaneModal>
);

/** Lists the locks at the end of a chosen day. */
function DayLocksDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { timeZone } = useSettings();
  const yesterday = dayAfter(todayIn(timeZone), -1);
  return (
    <PaneModal title={t('lock.ofDay')} width={1000} className="drill" onCancel={onClose}>
      <Report
        table={dayLockTable}
        given={{ date: yesterday }}
        nameColumn="barcode"
        facts={['name', 'warehouseName', 'sourceName', 'locked']}
      />
    </PaneModal>
  );
}

/** Opens the locks of a past day. */
function DayLocksButton(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<CalendarOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('lock.ofDay')}
      </Button>
      {open ? <DayLocksDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

export default listPage({
  table: lockTable,
  hint: t('emptyList.locked'),
  notice: <DayLocksButton />,
  cells: {
    stock: ({ productId, name, warehouseId, stock }) => (
      <Explain
        productId={productId ?? ''}
        name={name ?? ''}
        about="stock"
        warehouses={[warehouseId ?? '']}
      >
        <NumberText value={stock} />
      </Explain>
    ),
  },
  rowActions: [
    {
      key: 'lock',
      label: t('lock.change'),
      icon: <LockOutlined aria-hidden />,
      button: '1',
      dialog: LockDialog,
    },
    {
      key: 'history',
      label: t('lock.history'),
      icon: <HistoryOutlined aria-hidden />,
      dialog: StockLockHistoryDialog,
    },
  ],
});
