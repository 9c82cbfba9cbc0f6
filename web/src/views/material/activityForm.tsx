import type { ActivityFields, ReplyOf } from '@tradehouse/contract';
import { activities } from '@tradehouse/contract';
import { Form, Input } from 'antd';
import { DatePicker, pickedAt, shownAt } from '../../control/DatePicker.tsx';
import type dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { call } from '../../app/net/client.ts';
import { useReadOnce } from '../../app/net/readOnce.ts';
import { FormModal } from '../../record/FormModal.tsx';
import { labelOf } from '../../record/labels.ts';
import type { FormProps } from '../../record/listTypes.ts';
import type { FactField } from '../../record/recordFacts.ts';
import { t } from '../../phrase/index.ts';
import { ActivityLines, linesComplete } from './activityLines.tsx';
import type { ActivityEntry } from './activityLines.tsx';

interface Values {
  readonly name: string;
  readonly period: readonly [dayjs.Dayjs, dayjs.Dayjs];
  readonly remark?: string;
  readonly lines?: readonly ActivityEntry[];
}

const required = (name: string) => ({
  required: true,
  message: t('activity.missing', { name }),
});

type Info = ReplyOf<typeof activities.infoCall> | null;

const facts: readonly FactField[] = [
  { name: 'name', label: labelOf(activities.table, 'name') },
  { name: 'period', label: t('activity.period') },
  { name: 'remark', label: labelOf(activities.table, 'remark') },
  {
    name: 'lines',
    label: t('activity.lines'),
    row: {
      called: 'barcode',
      parts: [
        { name: 'warehouseId', label: t('activity.warehouse') },
        { name: 'quantity', label: t('activity.quantity') },
        { name: 'price', label: t('activity.price') },
      ],
    },
  },
];

const valuesOf = (info: Info | undefined): object =>
  info === null || info === undefined
    ? { lines: [] }
    : { ...info, period: [shownAt(info.beginsAt), shownAt(info.endsAt)] };

/** The activity as the call takes it. */
const fieldsOf = ({ name, period: [begins, ends], remark, lines }: Values): ActivityFields => ({
  name: name.trim(),
  beginsAt: pickedAt(begins),
  endsAt: pickedAt(ends),
  remark: remark ?? '',
  lines: (lines ?? []).map(({ barcode, warehouseId, quantity, price }) => ({
    barcode,
    warehouseId: warehouseId ?? '',
    quantity,
    ...(price === undefined || price === null || price === '' ? {} : { price }),
  })),
});

/** An activity with the stock it holds: locked when it is saved, let go of when it ends. */
export function ActivityForm({ id, onClose }: FormProps): ReactNode {
  const [form] = Form.useForm<Values>();
  const record = useReadOnce(['activity', id], () =>
    id === null ? Promise.resolve(null) : call(activities.infoCall, { id }),
  );
  const write = (values: Values, key: string, data: Info | undefined) => {
    const fields = fieldsOf(values);
    const options = { quiet: true, key };
    return id === null || data === null || data === undefined
      ? call(activities.add, fields, options)
      : call(activities.update, { ...fields, id, version: data.version }, options);
  };
  return (
    <FormModal<Values, { id: string }, Info>
      form={form}
      id={id}
      name={t('activity.record')}
      width={1000}
      loading={id !== null && record.data === undefined}
      record={record}
      begin={valuesOf}
      facts={facts}
      write={write}
      onSaved={(saved) => onClose(true, saved.id)}
      onClose={() => onClose(false)}
    >
      <Form.Item
        name="name"
        label={labelOf(activities.table, 'name')}
        rules={[required(labelOf(activities.table, 'name'))]}
      >
        <Input minLength={2} maxLength={60} />
      </Form.Item>
      <Form.Item
        name="period"
        label={t('activity.period')}
        rules={[required(t('activity.period'))]}
      >
        <DatePicker.RangePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
      </Form.Item>
      <Form.Item name="remark" label={labelOf(activities.table, 'remark')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item
        name="lines"
        label={t('activity.lines')}
        rules={[linesComplete]}
        validateTrigger={[]}
      >
        <ActivityLines />
      </Form.Item>
    </FormModal>
  );
}
