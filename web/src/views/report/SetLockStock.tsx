import { HistoryOutlined, LockOutlined } from '@ant-design/icons';
import type { RowOf } from '@tradehouse/contract';
import { lockHistoryTable, lockTable, setLock } from '@tradehouse/contract';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { PaneModal } from '../../control/PaneModal.tsx';
import { ActivitySelect } from '../../control/references.tsx';
import { Explain } from '../../list/explain.tsx';
import { declared } from '../../record/fieldRules.ts';
import { labelOf } from '../../record/labels.ts';
import { listPage } from '../../list/listPage.tsx';
import type { Cells, RowDialogProps } from '../../record/listTypes.ts';
import { RecordModal } from '../../record/RecordModal.tsx';
import { Report } from '../../list/reportPage.tsx';
import { useSaving } from '../../record/saving.ts';
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
  const [dirty, setDirty] = useState(false);
  const saving = useSaving();
  const save = async ({ quantity, remark = '', activityId = null }: Entries): Promise<void> => {
    const { skuId, warehouseId } = row;
    const done = await saving.run(
      async (key) => {
        const input = {
          skuId: skuId ?? '',
          warehouseId: warehouseId ?? '',
          quantity,
          remark,
          activityId,
        };
        notices().message.success(t('lock.done', await call(setLock, input, { quiet: true, key })));
      },
      (field, message) => {
        if (field !== 'quantity') return false;
        form.setFields([{ name: 'quantity', errors: [message] }]);
        return true;
      },
    );
    if (done) onClose(true);
  };
  const shown = (value: string | null): string => value ?? '0';
  return (
    <RecordModal
      title={t('lock.of', { name: row.name ?? '' })}
      width={500}
      dirty={dirty}
      loading={false}
      busy={saving.busy}
      readOnly={false}
      refusal={saving.refusal}
      onSave={() => form.submit()}
      onClose={() => onClose(false)}
    >
      <p>
        {t('lock.now', {
          locked: shown(row.byHand),
          available: shown(row.available),
          stock: shown(row.stock),
        })}
      </p>
      <Form<Entries>
        form={form}
        layout="vertical"
        onValuesChange={() => setDirty(true)}
        onFinish={(entries) => void save(entries)}
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
      </Form>
    </RecordModal>
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
  nameColumn: 'barcode',
  facts: ['warehouseName', 'locked', 'available'],
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
