import type { MoneyKindCode } from '@tradehouse/domain';
import { toPlainDecimal, sum } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NumberText } from '../../control/NumberText.tsx';
import { t } from '../../phrase/index.ts';
import { decimalFromDraft } from '../draft/priced.ts';
import { openDebts } from './openDebts.ts';

/** Shows a partner's total open debt per currency, independent of the amounts settled in the lines. */
export function WholeDebt({
  code,
  partnerId,
}: {
  readonly code: MoneyKindCode;
  readonly partnerId: string;
}): ReactNode {
  const { data } = useQuery({
    queryKey: ['list', 'openDebts', code, partnerId],
    queryFn: () => openDebts(code, partnerId),
    staleTime: 0,
  });
  if (data === undefined || data.some(({ openDebt }) => openDebt === null)) return null;
  const byCurrency = [...Map.groupBy(data, ({ currency }) => currency ?? '')];
  return (
    <span className="whole-debt">
      {t('money.wholeDebt')}{' '}
      {byCurrency.length === 0 ? <NumberText value="0" as="money" currency /> : null}
      {byCurrency.map(([currency, debts]) => (
        <span key={currency}>
          <NumberText
            value={toPlainDecimal(sum(debts.map(({ openDebt }) => decimalFromDraft(openDebt))))}
            as="money"
            of={currency}
            currency
          />{' '}
        </span>
      ))}
    </span>
  );
}
