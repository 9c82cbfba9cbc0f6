import { revaluations } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Empty, Form, Input, Spin, Table } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { getNotices } from '../app/notices.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useBusy } from '../app/useBusy.ts';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import { DatePicker } from '../control/DatePicker.tsx';
import { DecimalInput, isDecimal } from '../control/DecimalInput.tsx';
import { NumberText } from '../control/NumberText.tsx';
import { todayIn } from '../control/format.ts';
import { t } from '../phrase/index.ts';
import { choiceOf } from '../record/labels.ts';

type Preview = ReplyOf<typeof revaluations.preview>;
type PreviewRow = Preview['rows'][number];

const formatDay = (day: dayjs.Dayjs): string => day.format('YYYY-MM-DD');

/** True for a rate that the server accepts. */
const isRate = (text: string): boolean =>
  isDecimal(text) && /[1-9]/.test(text) && !text.startsWith('-');

interface Props {
  /** Day requested by the closing of a month. */
  readonly until: string | null;
  readonly onClose: (changed: boolean) => void;
}

/** Revalues the open foreign items of a day: rates, preview, and posting. */
export function RevalueDialog({ until, onClose }: Props): ReactNode {
  const today = dayjs(todayIn(useSettings().timeZone));
  const lastMonth = today.subtract(1, 'month').endOf('month');
  const [day, setDay] = useState(until ?? formatDay(lastMonth));
  /** Rates typed in place of the rates of the day. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [deposits, setDeposits] = useState(true);
  const [reverse, setReverse] = useState(true);
  const [remark, setRemark] = useState('');
  const [busy, run] = useBusy();
  const [dayId, remarkId] = [useId(), useId()];
  const given = Object.entries(typed)
    .filter(([, rate]) => isRate(rate))
    .map(([currency, rate]) => ({ currency, rate }));
  const { data } = useQuery({
    queryKey: ['revaluationPreview', day, deposits, JSON.stringify(given)],
    queryFn: () => callEndpoint(revaluations.preview, { day, deposits, rates: given }),
    placeholderData: (before: Preview | undefined) => before,
    gcTime: 0,
    staleTime: 0,
  });
  const rateOf = ({ currency, rate }: Preview['rates'][number]): string =>
    typed[currency] ?? rate ?? '';
  const rates = data?.rates.map((one) => ({ currency: one.currency, rate: rateOf(one) })) ?? [];
  const endsToday = day === formatDay(today);
  const isReady =
    data !== undefined && data.rows.length > 0 && rates.every(({ rate }) => isRate(rate));
  const post = () =>
    run(async () => {
      await callEndpoint(revaluations.post, {
        day,
        rates,
        deposits,
        reverse: reverse && !endsToday,
        remark,
      });
      void getNotices().message.success(t('revaluation.done', { date: day }));
      onClose(true);
    });
  return (
    <ChoiceModal
      width={1000}
      title={t('revaluation.title')}
      okText={t('revaluation.post')}
      okDisabled={busy || !isReady}
      typed={Object.keys(typed).length > 0 || remark !== ''}
      onOk={() => void post()}
      onCancel={() => onClose(false)}
    >
      <p>{t('revaluation.hint')}</p>
      <Form layout="vertical" component={false}>
        <Form.Item label={t('revaluation.day')} htmlFor={dayId}>
          <DatePicker
            id={dayId}
            className="wide"
            allowClear={false}
            maxDate={today}
            value={dayjs(day)}
            presets={[{ label: t('closing.lastMonth'), value: lastMonth }]}
            onChange={(next) => {
              setDay(formatDay(next ?? lastMonth));
              setTyped({});
            }}
          />
        </Form.Item>
        {data?.rates.map((one) => (
          <RateField
            key={one.currency}
            rate={one}
            value={rateOf(one)}
            onChange={(rate) => setTyped({ ...typed, [one.currency]: rate })}
          />
        ))}
        <Form.Item>
          <Checkbox checked={deposits} onChange={({ target }) => setDeposits(target.checked)}>
            {t('revaluation.deposits')}
          </Checkbox>
        </Form.Item>
        <Form.Item>
          <Checkbox
            checked={reverse && !endsToday}
            disabled={endsToday}
            onChange={({ target }) => setReverse(target.checked)}
          >
            {t('revaluation.reverseNext')}
          </Checkbox>
        </Form.Item>
        <Form.Item label={t('revaluation.remark')} htmlFor={remarkId}>
          <Input
            id={remarkId}
            maxLength={200}
            value={remark}
            onChange={({ target }) => setRemark(target.value)}
          />
        </Form.Item>
      </Form>
      {data === undefined ? <Spin /> : <PreviewTable preview={data} />}
      {reverse && !endsToday ? null : (
        <Alert type="info" showIcon title={t('revaluation.reverseByHand')} />
      )}
    </ChoiceModal>
  );
}

interface RateFieldProps {
  readonly rate: Preview['rates'][number];
  readonly value: string;
  readonly onChange: (rate: string) => void;
}

/** Rate of a currency, with the day of the rate in the table. */
function RateField({ rate: { currency, since }, value, onChange }: RateFieldProps): ReactNode {
  const id = useId();
  const rateHint = since === null ? undefined : t('revaluation.rateSince', { date: since });
  return (
    <Form.Item
      label={t('revaluation.rate', { currency })}
      htmlFor={id}
      required
      help={isRate(value) ? rateHint : t('revaluation.rateMissing')}
      validateStatus={isRate(value) ? '' : 'error'}
    >
      <DecimalInput id={id} value={value} onChange={onChange} />
    </Form.Item>
  );
}

/** Open items with their values; the foot is the difference to post. */
function PreviewTable({ preview: { rows, difference } }: { readonly preview: Preview }): ReactNode {
  if (rows.length === 0) return <Empty description={t('revaluation.nothing')} />;
  const amount = (name: 'booked' | 'value') => (row: PreviewRow) => (
    <NumberText value={row[name]} as="money" />
  );
  return (
    <>
      <Table<PreviewRow>
        size="small"
        pagination={false}
        scroll={{ x: 760, y: 320 }}
        rowKey={({ purse, holderId, currency }) => `${purse} ${holderId} ${currency}`}
        dataSource={[...rows]}
        columns={[
          {
            title: t('revaluation.item'),
            render: (_, row) => choiceOf('revaluedPurse', row.purse),
          },
          { title: t('revaluation.holder'), dataIndex: 'holderName' },
          {
            title: t('revaluation.original'),
            align: 'right',
            render: (_, row) => <NumberText value={row.amount} as="money" of={row.currency} />,
          },
          {
            title: t('revaluation.booked'),
            align: 'right',
            render: (_, row) => amount('booked')(row),
          },
          {
            title: t('revaluation.value'),
            align: 'right',
            render: (_, row) => amount('value')(row),
          },
          {
            title: t('revaluation.difference'),
            align: 'right',
            render: (_, row) => <NumberText value={row.difference} as="money" signed />,
          },
        ]}
      />
      <p>
        <strong>{t('revaluation.difference')}:</strong>{' '}
        <NumberText value={difference} as="money" signed />
      </p>
    </>
  );
}
