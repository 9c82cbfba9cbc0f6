import { dayOrders } from '@tradehouse/domain';
import { Form, Radio } from 'antd';
import type { ReactNode } from 'react';
import { decimalMarks } from '../control/importDialog/fileChoices.ts';
import type { AnswerGiver } from '../control/importDialog/fileChoices.ts';
import { t } from '../phrase/index.ts';
import type { BankReading, LeftOut } from './bankRows.ts';

const reasons = [
  'undated',
  'balance',
  'unsettled',
  'neutral',
  'zero',
] as const satisfies readonly LeftOut[];

/** Lists omitted rows by reason, with their positions. */
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

/** Asks for the meaning of a comma or the day order, if ambiguous. */
export const Questions = ({
  asks: { mark, order },
  answer,
}: Pick<BankReading, 'asks'> & { readonly answer: AnswerGiver }): ReactNode => (
  <>
    {mark !== null && (
      <Form.Item label={t('bank.ask.mark', { text: mark })}>
        <Radio.Group
          options={decimalMarks.map((value) => ({ value, label: t(`import.mark.${value}`) }))}
          onChange={(event) => answer('mark', event.target.value === ',' ? ',' : '.')}
        />
      </Form.Item>
    )}
    {order !== null && (
      <Form.Item label={t('bank.ask.order', { text: order })}>
        <Radio.Group
          options={dayOrders.map((value) => ({ value, label: t(`import.order.${value}`) }))}
          onChange={(event) =>
            answer(
              'order',
              dayOrders.find((value) => value === event.target.value),
            )
          }
        />
      </Form.Item>
    )}
  </>
);
