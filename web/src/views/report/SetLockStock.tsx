import { HistoryOutlined, LockOutlined } from '@ant-design/icons';
import type { RowOf } from '@tradehouse/contract';
import { lockHistoryTable, lockTable, setLock } from '@tradehouse/contract';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { PaneModal } from '../../control/PaneModal.tsx';
import { ActivitySelect } from '../../control/references.tsx';
import { Explain } from '../../list/report/explain.tsx';
import { EntriesModal } from '../../record/EntriesModal.tsx';
import { declared } from '../../record/fieldRules.ts';
import { labelOf } from '../../record/labels.ts';
import { listPage } from '../../list/listPage.tsx';
import type { Cells, RowDialogProps } from '../../record/listTypes.ts';
import { Report } from '../../list/report/reportPage.tsx';
import { t } from '../../phrase/index.ts';

type Row = RowOf<typeof lockTable>;
interface Entries {
  readonly quantity: string;
  readonly remark?: string;
  readonly activityId?: string | null;
}

/** Locks by hand, or lets go: what is held afterwards is never below 0 and never more than there is. */
function LockDialog({ row, onClose }: RowDialogProps<Row>): ReactNode {
  const [form] = Form.useForm<Entries>();
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
        call(setLock, { ...of, quantity, remark, activityId }, { quiet: true, key })
      }
      onSent={(done) => {
        notices().message.success(t('lock.done', done));
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
          declared(setLock.input, 'quantity'),
        ]}
      >
        <DecimalInput />
      </Form.Item>
      <Form.Item name="remark" label={t('lock.reason')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="activityId" label={labelOf(lockTable, 'activityId')}>
        <ActivitySelect />
      </Form.Item>
    </EntriesModal>
  );
}

const historyCells: Cells<typeof lockHistoryTable> = {
  quantity: ({ quantity }) => <NumberText value={quantity} signed />,
};

const HistoryDialog = ({ row, onClose }: RowDialogProps<Row>): ReactNode => (
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

export default listPage({
  table: lockTable,
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
      dialog: HistoryDialog,
    },
  ],
});
