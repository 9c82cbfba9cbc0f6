import { Form, Radio } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import type { BankAnswers, BankReading, LeftOut } from './bankRows.ts';

const reasons = [
  'undated',
  'balance',
  'unsettled',
  'neutral',
  'zero',
] as const satisfies readonly LeftOut[];

/** Rows that are left out, by the reason and with their places. */
export function LeftOutRows({
  left,
  others,
}: Pick<BankReading, 'left'> & { readonly others: number }): ReactNode {
  const places = (rows: readonly number[]): string =>
    `${rows.slice(0, 10).join(', ')}${rows.length > 10 ? ' …' : ''}`;
  return (
    <>
      {reasons
        .filter((reason) => left[reason].length > 0)
        .map((reason) => (
          <div key={reason}>
            {t(`bank.left.${reason}`, {
              count: left[reason].length,
              places: places(left[reason]),
            })}
          </div>
        ))}
      {others > 0 && <div>{t('bank.left.others', { count: others })}</div>}
    </>
  );
}

/** Asks what a comma or the order of a day means, where all rows together leave it open. */
export const Questions = ({
  asks: { mark, order },
  answer,
}: Pick<BankReading, 'asks'> & { readonly answer: (given: BankAnswers) => void }): ReactNode => (
  <>
    {mark !== null && (
      <Form.Item label={t('bank.ask.mark', { text: mark })}>
        <Radio.Group
          options={(['.', ','] as const).map((value) => ({
            value,
            label: t(value === '.' ? 'bank.ask.point' : 'bank.ask.comma'),
          }))}
          onChange={(event) => answer({ mark: event.target.value === ',' ? ',' : '.' })}
        />
      </Form.Item>
    )}
    {order !== null && (
      <Form.Item label={t('bank.ask.order', { text: order })}>
        <Radio.Group
          options={orders.map((value) => ({ value, label: t(`bank.ask.${value}`) }))}
          onChange={(event) =>
            answer({ order: orders.find((value) => value === event.target.value) })
          }
        />
      </Form.Item>
    )}
  </>
);
const orders = ['dayFirst', 'monthFirst', 'yearFirst'] as const;
