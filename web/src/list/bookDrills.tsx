import { ledgerDetailTable } from '@tradehouse/contract';
import { balanceLines, dayAfter, profitLines } from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';
import type { Drill } from './reportPage.tsx';
import { Report } from './reportPage.tsx';

/** Of which account, or line, and for which days a row of the books tells its figures. */
interface BookRow {
  readonly ledgerAccountId: string | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly period: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly line?: string | null;
}

/** A figure is of what was there before the days of its row, of what these moved, or of what is there after them. */
type Figure = 'opening' | 'moved' | 'closing';

const lines: readonly { readonly line: string; readonly of: readonly string[] }[] = [
  ...profitLines,
  ...balanceLines,
];
/** Profit that no year has closed on is equity. */
const typesOf = (line: string | null | undefined): readonly string[] | undefined => {
  const of = lines.find((one) => one.line === line)?.of;
  const profit = profitLines.at(-1)?.of ?? [];
  return of?.includes('equity') === true ? [...of, ...profit] : of;
};

const OPEN = new Set(['0001-01-01', '9999-12-31']);
const dayOf = (day: string | null): string | null => (day === null || OPEN.has(day) ? null : day);

function datesOf({ since, until }: BookRow, figure: Figure): readonly (string | null)[] {
  const [first, last] = [dayOf(since), dayOf(until)];
  if (figure === 'opening') return [null, first === null ? null : dayAfter(first, -1)];
  return [figure === 'closing' ? null : first, last];
}

/** The documents behind a figure of the books. */
export const bookDrill =
  (figure: Figure) =>
  (row: BookRow): Drill => ({
    title: [t('report.ledgerDetail'), [row.code, row.name].filter(Boolean).join(' ')].join(' · '),
    width: 1300,
    content: (
      <Report
        table={ledgerDetailTable}
        fixed={
          row.ledgerAccountId === null
            ? { accountType: typesOf(row.line) }
            : { ledgerAccount: row.ledgerAccountId }
        }
        given={{ dates: datesOf(row, figure) }}
      />
    ),
  });

/** A sum stands out among the accounts it sums, by its name: bold figures would take more room than columns leave. */
export const bookName = ({ line, name }: BookRow): ReactNode =>
  line === undefined || line === 'account' ? name : <strong>{name}</strong>;
