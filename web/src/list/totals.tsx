import type { ArrangedColumn } from '@tradehouse/contract';
import { Table as Grid } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';
import { renderTotalCell } from './columns/cells.tsx';

/**
 * Returns the totals row over the filtered result; null if no column is summed. Several currencies are
 * summed in the company's, below the originals.
 */
export function totalsCells(
  totals: Readonly<Record<string, string | null>>,
  visible: readonly ArrangedColumn[],
  before: number,
  hasActions: boolean,
  currencies: { readonly own: string; readonly sums: string | null },
): ReactNode {
  if (!visible.some(({ column }) => column.sum === true)) return null;
  const addsMoney = visible.some(({ column: { type, sum } }) => type === 'money' && sum === true);
  const titled = visible.find(({ column }) => column.sum !== true)?.name;
  return (
    <Grid.Summary.Row>
      {before === 0 ? null : <Grid.Summary.Cell index={0} colSpan={before} />}
      {visible.map(({ name, column }, index) => (
        <Grid.Summary.Cell key={name} index={before + index} align="right">
          {name === titled ? <span className="totals-title">{t('list.total')}</span> : null}
          {column.sum === true
            ? renderTotalCell(name, column, totals[name] ?? null, currencies.sums)
            : null}
          {name === 'currency' && addsMoney ? currencies.own : null}
        </Grid.Summary.Cell>
      ))}
      {hasActions ? <Grid.Summary.Cell index={before + visible.length} /> : null}
    </Grid.Summary.Row>
  );
}
