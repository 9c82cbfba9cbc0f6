import { PlusOutlined } from '@ant-design/icons';
import { ExternalLine, externalOrders } from '@tradehouse/contract';
import type { ExternalOrderInput } from '@tradehouse/contract';
import { Button, Form, Input } from 'antd';
import type { FormListFieldData } from 'antd';
import type dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { useReadOnce } from '../../app/net/readOnce.ts';
import { DatePicker, pickedAt } from '../../control/DatePicker.tsx';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { EntryTable } from '../../control/EntryTable.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { removeColumn } from '../../control/removeColumn.tsx';
import { PartnerSelect } from '../../control/references.tsx';
import { declared, mustHave } from '../../record/fieldRules.ts';
import { ruleOf } from '../../record/fieldSchema.ts';
import { FormModal } from '../../record/FormModal.tsx';
import { labelOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';
import { tellOutcome } from './externalOrderOutcome.tsx';

interface Entries extends Omit<ExternalOrderInput, 'time' | 'customer'> {
  readonly partnerId: string;
  readonly time?: dayjs.Dayjs | null;
}

const title = (name: string): string => labelOf(externalOrders.table, name);

function HeadText({ name, needed }: { readonly name: string; readonly needed?: true }): ReactNode {
  const { input } = externalOrders.add;
  return (
    <Form.Item
      name={name}
      label={title(name)}
      rules={[...(needed ? [mustHave(title(name))] : []), declared(input, name)]}
    >
      <Input maxLength={ruleOf(input, name).maxLength ?? undefined} />
    </Form.Item>
  );
}

const Head = (): ReactNode => (
  <div className="form-grid three">
    <HeadText name="platform" needed />
    <HeadText name="shop" />
    <HeadText name="externalOrder" needed />
    <Form.Item
      name="partnerId"
      label={title('partnerName')}
      rules={[mustHave(title('partnerName'))]}
    >
      <PartnerSelect type="customer" />
    </Form.Item>
    <Form.Item name="time" label={title('orderedAt')}>
      <DatePicker className="wide" showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
    </Form.Item>
    <HeadText name="remark" />
  </div>
);

const lineFields = [
  { name: 'outerSkuCode', label: 'outerSkuCode', needed: true },
  { name: 'outerName', label: 'outerName', needed: false },
  { name: 'quantity', label: 'quantity', needed: true },
  { name: 'price', label: 'unitPrice', needed: true },
] as const;

const columnsOf = (remove: (row: number) => void): EntryColumn<FormListFieldData>[] => [
  { title: '#', width: 40, render: (_: unknown, { name: row }) => row + 1 },
  ...lineFields.map(({ name, label, needed }) => ({
    title: needed ? (
      <>
        {title(label)}
        <span className="required"> *</span>
      </>
    ) : (
      title(label)
    ),
    heading: title(label),
    render: (_: unknown, { name: row }: FormListFieldData) => {
      const named = `${title(label)} ${row + 1}`;
      const most = ruleOf(ExternalLine, name).maxLength ?? undefined;
      return (
        <Form.Item
          name={[row, name]}
          rules={[...(needed ? [mustHave(title(label))] : []), declared(ExternalLine, name)]}
        >
          {name === 'quantity' || name === 'price' ? (
            <DecimalInput aria-label={named} />
          ) : (
            <Input aria-label={named} maxLength={most} />
          )}
        </Form.Item>
      );
    },
  })),
  removeColumn<FormListFieldData>(({ name }) => remove(name)),
];

const Lines = (): ReactNode => (
  <Form.List
    name="lines"
    rules={[
      {
        validator: async (_, lines: readonly unknown[] = []) => {
          if (lines.length === 0) throw new Error(t('form.missing', { name: title('orderLines') }));
        },
      },
    ]}
  >
    {(rows, { add, remove }, { errors }) => (
      <>
        <EntryTable<FormListFieldData>
          className="form-table"
          rowKey="key"
          columns={columnsOf(remove)}
          dataSource={rows}
        />
        <Form.ErrorList errors={errors} />
        <Button
          className="gap-above"
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => add({})}
        >
          {t('externalOrder.addLine')}
        </Button>
      </>
    )}
  </Form.List>
);

const trimmed = (text: string | undefined): string => text?.trim() ?? '';

const orderOf = ({ time, lines, ...head }: Entries): ExternalOrderInput => ({
  platform: trimmed(head.platform),
  shop: trimmed(head.shop),
  externalOrder: trimmed(head.externalOrder),
  partnerId: head.partnerId,
  remark: trimmed(head.remark),
  ...(time ? { time: pickedAt(time) } : {}),
  lines: lines.map(({ outerSkuCode, outerName, quantity, price }) => ({
    outerSkuCode: trimmed(outerSkuCode),
    outerName: trimmed(outerName),
    quantity,
    price,
  })),
});

/** An order from elsewhere as it is typed: it comes in as one of a file does. */
export function NewOrder({ onClose }: { readonly onClose: (changed: boolean) => void }): ReactNode {
  const [form] = Form.useForm<Entries>();
  const record = useReadOnce(['externalOrder', null], () => Promise.resolve(null));
  return (
    <FormModal<Entries, Awaited<ReturnType<typeof received>>, null>
      form={form}
      id={null}
      name={t('record.externalOrder')}
      width={1000}
      loading={false}
      record={record}
      begin={() => ({ lines: [{}] })}
      facts={[]}
      write={received}
      onSaved={(outcome) => {
        tellOutcome(outcome);
        onClose(true);
      }}
      onClose={() => onClose(false)}
    >
      <Head />
      <Lines />
    </FormModal>
  );
}

const received = (entries: Entries, key: string) =>
  call(externalOrders.add, orderOf(entries), { key, quiet: true });
