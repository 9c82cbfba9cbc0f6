import { PlusOutlined } from '@ant-design/icons';
import { ExternalLine, externalOrders } from '@tradehouse/contract';
import type { ExternalOrderInput } from '@tradehouse/contract';
import { Button, Form, Input } from 'antd';
import type { FormListFieldData } from 'antd';
import type dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { DatePicker, pickedAt } from '../control/DatePicker.tsx';
import { DecimalInput } from '../control/DecimalInput.tsx';
import { EntryTable } from '../control/EntryTable.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { removeColumn } from '../control/removeColumn.tsx';
import { PartnerSelect } from '../control/references.tsx';
import { formRuleOfField, mustHave } from '../record/fieldRules.ts';
import { ruleOf } from '../record/fieldSchema.ts';
import { FormModal } from '../record/FormModal.tsx';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import { tellOutcome } from './externalOrderOutcome.tsx';

interface ExternalOrderFormValues extends Omit<ExternalOrderInput, 'time' | 'customer'> {
  readonly partnerId: string;
  readonly time?: dayjs.Dayjs | null;
}

const titleOfExternalOrderField = (name: string): string =>
  labelOfColumn(externalOrders.table, name);

function HeadText({ name, needed }: { readonly name: string; readonly needed?: true }): ReactNode {
  const { input } = externalOrders.add;
  return (
    <Form.Item
      name={name}
      label={titleOfExternalOrderField(name)}
      rules={[
        ...(needed ? [mustHave(titleOfExternalOrderField(name))] : []),
        formRuleOfField(input, name),
      ]}
    >
      <Input maxLength={ruleOf(input, name).maxLength ?? undefined} />
    </Form.Item>
  );
}

const ExternalOrderFormHead = (): ReactNode => (
  <div className="form-grid three">
    <HeadText name="platform" needed />
    <HeadText name="shop" />
    <HeadText name="externalOrder" needed />
    <Form.Item
      name="partnerId"
      label={titleOfExternalOrderField('partnerName')}
      rules={[mustHave(titleOfExternalOrderField('partnerName'))]}
    >
      <PartnerSelect type="customer" />
    </Form.Item>
    <Form.Item name="time" label={titleOfExternalOrderField('orderedAt')}>
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

const columnsOfExternalOrderForm = (
  remove: (row: number) => void,
): EntryColumn<FormListFieldData>[] => [
  { title: '#', width: 40, render: (_: unknown, { name: row }) => row + 1 },
  ...lineFields.map(({ name, label, needed }) => ({
    title: needed ? (
      <>
        {titleOfExternalOrderField(label)}
        <span className="required"> *</span>
      </>
    ) : (
      titleOfExternalOrderField(label)
    ),
    heading: titleOfExternalOrderField(label),
    render: (_: unknown, { name: row }: FormListFieldData) => {
      const named = `${titleOfExternalOrderField(label)} ${row + 1}`;
      const most = ruleOf(ExternalLine, name).maxLength ?? undefined;
      return (
        <Form.Item
          name={[row, name]}
          rules={[
            ...(needed ? [mustHave(titleOfExternalOrderField(label))] : []),
            formRuleOfField(ExternalLine, name),
          ]}
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

const ExternalOrderFormLines = (): ReactNode => (
  <Form.List
    name="lines"
    rules={[
      {
        validator: async (_, lines: readonly unknown[] = []) => {
          if (lines.length === 0)
            throw new Error(t('form.missing', { name: titleOfExternalOrderField('orderLines') }));
        },
      },
    ]}
  >
    {(rows, { add, remove }, { errors }) => (
      <>
        <EntryTable<FormListFieldData>
          className="form-table"
          rowKey="key"
          columns={columnsOfExternalOrderForm(remove)}
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

const trimExternalOrderText = (text: string | undefined): string => text?.trim() ?? '';

const externalOrderFromForm = ({
  time,
  lines,
  ...head
}: ExternalOrderFormValues): ExternalOrderInput => ({
  platform: trimExternalOrderText(head.platform),
  shop: trimExternalOrderText(head.shop),
  externalOrder: trimExternalOrderText(head.externalOrder),
  partnerId: head.partnerId,
  remark: trimExternalOrderText(head.remark),
  ...(time ? { time: pickedAt(time) } : {}),
  lines: lines.map(({ outerSkuCode, outerName, quantity, price }) => ({
    outerSkuCode: trimExternalOrderText(outerSkuCode),
    outerName: trimExternalOrderText(outerName),
    quantity,
    price,
  })),
});

/** Enters an external order by hand, with the same processing as an import. */
export function NewOrder({ onClose }: { readonly onClose: (changed: boolean) => void }): ReactNode {
  const [form] = Form.useForm<ExternalOrderFormValues>();
  const record = useReadOnce(['externalOrder', null], () => Promise.resolve(null));
  return (
    <FormModal<ExternalOrderFormValues, Awaited<ReturnType<typeof submitExternalOrder>>, null>
      form={form}
      id={null}
      name={t('record.externalOrder')}
      width={1000}
      loading={false}
      record={record}
      begin={() => ({ lines: [{}] })}
      facts={[]}
      write={submitExternalOrder}
      onSaved={(outcome) => {
        tellOutcome(outcome);
        onClose(true);
      }}
      onClose={() => onClose(false)}
    >
      <ExternalOrderFormHead />
      <ExternalOrderFormLines />
    </FormModal>
  );
}

const submitExternalOrder = (entries: ExternalOrderFormValues, key: string) =>
  callEndpoint(externalOrders.add, externalOrderFromForm(entries), { key, quiet: true });
