import { MOST_MONTHS_BESIDE, ledgerDetailTable } from '@tradehouse/contract';
import type { MonthPlace } from '@tradehouse/contract';
import {
  FIRST_DAY,
  LAST_DAY,
  balanceLines,
  dayAfter,
  monthsWithin,
  periodBefore,
  profitLines,
  yearBefore,
} from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import type { Drill } from './reportPage.tsx';
import { Report } from './reportPage.tsx';

/** Of which account, or line, and for which days a row of the books tells its figures. */
interface BookRow {
  readonly ledgerAccountId: string | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly line?: string | null;
}

/**
 * A figure is of what was there before the days of its row, of what these moved, or of what is there after them; or of what the
 * period before moved, or the same days a year before.
 */
type Figure = 'opening' | 'moved' | 'closing' | 'before' | 'lastYear';

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

type Days = readonly (string | null)[];
const OPEN = new Set([FIRST_DAY, LAST_DAY]);
const dayOf = (day: string | null): string | null => (day === null || OPEN.has(day) ? null : day);

/** The days behind a figure; null where there are none. */
function datesOf({ since, until }: Pick<BookRow, 'since' | 'until'>, figure: Figure): Days | null {
  const [first, last] = [dayOf(since), dayOf(until)];
  switch (figure) {
    case 'opening':
      return first === null ? null : [null, dayAfter(first, -1)];
    case 'closing':
      return [null, last];
    case 'moved':
      return [first, last];
    case 'before':
      return periodBefore([since ?? FIRST_DAY, until ?? LAST_DAY]);
    case 'lastYear':
      return yearBefore([since ?? FIRST_DAY, until ?? LAST_DAY]);
  }
}

/** The documents behind a figure of the books. */
export const bookDrill =
  (figure: Figure) =>
  (row: BookRow): Drill | null => {
    const dates = datesOf(row, figure);
    if (dates === null) return null;
    return {
      title: [t('report.ledgerDetail'), [row.code, row.name].filter(Boolean).join(' ')].join(' · '),
      width: 1300,
      content: () => (
        <Report
          table={ledgerDetailTable}
          fixed={
            row.ledgerAccountId === null
              ? { accountType: typesOf(row.line) }
              : { ledgerAccount: row.ledgerAccountId }
          }
          given={{ dates }}
        />
      ),
    };
  };

type Months = ReturnType<typeof monthsWithin>;
let latest: { readonly days: string; readonly months: Months } | null = null;

/** The months of two days. Rows of a report have the same days, so theirs are worked out once. */
export function monthsOf(since: string, until: string): Months {
  const days = `${since} ${until}`;
  if (latest?.days !== days)
    latest = { days, months: monthsWithin(since, until, MOST_MONTHS_BESIDE) };
  return latest.months;
}

/** The drills of months side by side, `name1` opening what is behind the figure in the first month of the row's days. */
export const monthDrills = <const Name extends string>(name: Name, figure: Figure) => {
  const drills = Array.from({ length: MOST_MONTHS_BESIDE }, (_, place) => {
    const drill = (row: BookRow): Drill | null => {
      const months = monthsOf(row.since ?? FIRST_DAY, row.until ?? LAST_DAY);
      const [since, until] = months[place] ?? [row.since, row.until];
      return bookDrill(figure)({ ...row, since, until });
    };
    return [`${name}${place + 1}`, drill] as const;
  });
  // SAFETY: the names are made as the type makes them.
  return Object.fromEntries(drills) as Readonly<
    Record<`${Name}${MonthPlace}`, (row: BookRow) => Drill | null>
  >;
};

/** A sum stands out among the accounts it sums, by its name: bold figures would take more room than columns leave. */
export const bookName = ({ line, name }: BookRow): ReactNode =>
  line === undefined || line === 'account' ? name : <strong>{name}</strong>;
