import type { ActivityFields, ReplyOf } from '@tradehouse/contract';
import { activities } from '@tradehouse/contract';
import { Form, Input } from 'antd';
import { DatePicker, pickedAt, shownAt } from '../control/DatePicker.tsx';
import type dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useReadOnce } from '../app/net/readOnce.ts';
import { FormModal } from '../record/FormModal.tsx';
import { checkedWhileTyping, freeNameRule } from '../record/freeName.ts';
import { labelOfColumn } from '../record/labels.ts';
import type { RecordFormProps } from '../record/listTypes.ts';
import type { FactField } from '../record/recordFacts.ts';
import { t } from '../phrase/index.ts';
import { ActivityLines, linesComplete } from './activityLines.tsx';
import type { ActivityEntry } from './activityLines.tsx';

interface ActivityFormValues {
  readonly name: string;
  readonly period: readonly [dayjs.Dayjs, dayjs.Dayjs];
  readonly remark?: string;
  readonly lines?: readonly ActivityEntry[];
}

const requireActivityField = (name: string) => ({
  required: true,
  message: t('activity.missing', { name }),
});

type ActivityFormInfo = ReplyOf<typeof activities.infoCall> | null;

const facts: readonly FactField[] = [
  { name: 'name', label: labelOfColumn(activities.table, 'name') },
  { name: 'period', label: t('activity.period') },
  { name: 'remark', label: labelOfColumn(activities.table, 'remark') },
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

const toActivityFormValues = (info: ActivityFormInfo | undefined): object =>
  info === null || info === undefined
    ? { lines: [] }
    : { ...info, period: [shownAt(info.beginsAt), shownAt(info.endsAt)] };

const toActivityFields = ({
  name,
  period: [begins, ends],
  remark,
  lines,
}: ActivityFormValues): ActivityFields => ({
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

/** Form of an activity with its reserved stock: locked on saving, released at the end. */
export function ActivityForm({ id, onClose }: RecordFormProps): ReactNode {
  const [form] = Form.useForm<ActivityFormValues>();
  const record = useReadOnce(['activity', id], () =>
    id === null ? Promise.resolve(null) : callEndpoint(activities.infoCall, { id }),
  );
  const write = (values: ActivityFormValues, key: string, data: ActivityFormInfo | undefined) => {
    const fields = toActivityFields(values);
    const options = { quiet: true, key };
    return id === null || data === null || data === undefined
      ? callEndpoint(activities.add, fields, options)
      : callEndpoint(activities.update, { ...fields, id, version: data.version }, options);
  };
  return (
    <FormModal<ActivityFormValues, { id: string }, ActivityFormInfo>
      form={form}
      id={id}
      name={t('activity.record')}
      width={1000}
      loading={id !== null && record.data === undefined}
      record={record}
      begin={toActivityFormValues}
      facts={facts}
      write={write}
      onSaved={(saved) => onClose(true, saved.id)}
      onClose={() => onClose(false)}
    >
      <Form.Item
        name="name"
        label={labelOfColumn(activities.table, 'name')}
        rules={[
          requireActivityField(labelOfColumn(activities.table, 'name')),
          freeNameRule(activities, id),
        ]}
        {...checkedWhileTyping}
      >
        <Input minLength={2} maxLength={60} />
      </Form.Item>
      <Form.Item
        name="period"
        label={t('activity.period')}
        rules={[requireActivityField(t('activity.period'))]}
      >
        <DatePicker.RangePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
      </Form.Item>
      <Form.Item name="remark" label={labelOfColumn(activities.table, 'remark')}>
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
