import { MOST_MONTHS_BESIDE, bookedKinds, ledgerDetailTable } from '@tradehouse/contract';
import type { MonthPlace } from '@tradehouse/contract';
import {
  FIRST_DAY,
  LAST_DAY,
  OTHER_COST_LINE,
  OTHER_FEES_LINE,
  balanceLines,
  dayAfter,
  documentKinds,
  monthsWithin,
  periodBefore,
  profitLines,
  yearBefore,
} from '@tradehouse/domain';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import type { Drill } from './reportPage.tsx';
import { Report } from './reportPage.tsx';

/** Account or line, and dates, of the figures in a book row. */
interface BookRow {
  readonly ledgerAccountId: string | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly line?: string | null;
}

/**
 * `opening`: before the row's dates; `moved`: within; `closing`: up to their end; `before`: previous
 * period; `lastYear`: same dates a year earlier.
 */
type BookFigure = 'opening' | 'moved' | 'closing' | 'before' | 'lastYear';

const lines: readonly { readonly line: string; readonly of: readonly string[] }[] = [
  ...profitLines,
  ...balanceLines,
];
/** Profit of years not yet closed is equity. */
const typesOf = (line: string | null | undefined): readonly string[] | undefined => {
  const of = lines.find((one) => one.line === line)?.of;
  const profit = profitLines.at(-1)?.of ?? [];
  return of?.includes('equity') === true ? [...of, ...profit] : of;
};

type BookDateRange = readonly (string | null)[];
const OPEN = new Set([FIRST_DAY, LAST_DAY]);
const toBoundedDay = (day: string | null): string | null =>
  day === null || OPEN.has(day) ? null : day;

/** Returns the dates behind a figure; null if none. */
function datesOfBookFigure(
  { since, until }: Pick<BookRow, 'since' | 'until'>,
  figure: BookFigure,
): BookDateRange | null {
  const [first, last] = [toBoundedDay(since), toBoundedDay(until)];
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

/** Booked kinds outside the profit report: the documents of other cost of sales. */
const unsoldKinds = bookedKinds.filter((kind) => {
  if (kind === 'yearEnd') return false;
  const { trade } = documentKinds[kind];
  return trade === null || trade.side === 'purchase';
});

function rowsOfFigure({ ledgerAccountId: ledgerAccount, line }: BookRow) {
  if (ledgerAccount === null) return { accountType: typesOf(line) };
  return { ledgerAccount, ...(line === OTHER_COST_LINE ? { kinds: unsoldKinds } : {}) };
}

/** The documents behind a figure of the books. */
export const bookDrill =
  (figure: BookFigure) =>
  (row: BookRow): Drill | null => {
    const dates = datesOfBookFigure(row, figure);
    // The account of the fees may also have discounts and exchange differences.
    if (dates === null || row.line === OTHER_FEES_LINE) return null;
    return {
      title: [t('report.ledgerDetail'), [row.code, row.name].filter(Boolean).join(' ')].join(' · '),
      width: 1300,
      content: () => (
        <Report table={ledgerDetailTable} fixed={rowsOfFigure(row)} given={{ dates }} />
      ),
    };
  };

type Months = ReturnType<typeof monthsWithin>;
let latest: { readonly days: string; readonly months: Months } | null = null;

/** Returns the months between two dates, cached because rows of a report share the dates. */
export function monthsOfBookDays(since: string, until: string): Months {
  const days = `${since} ${until}`;
  if (latest?.days !== days)
    latest = { days, months: monthsWithin(since, until, MOST_MONTHS_BESIDE) };
  return latest.months;
}

/** Builds drills of months side by side; `name1` opens the first month of the row's dates. */
export const monthDrills = <const Name extends string>(name: Name, figure: BookFigure) => {
  const drills = Array.from({ length: MOST_MONTHS_BESIDE }, (_, place) => {
    const drill = (row: BookRow): Drill | null => {
      const months = monthsOfBookDays(row.since ?? FIRST_DAY, row.until ?? LAST_DAY);
      const [since, until] = months[place] ?? [row.since, row.until];
      return bookDrill(figure)({ ...row, since, until });
    };
    return [`${name}${place + 1}`, drill] as const;
  });
  // SAFETY: the names are built from the parts in the type.
  return Object.fromEntries(drills) as Readonly<
    Record<`${Name}${MonthPlace}`, (row: BookRow) => Drill | null>
  >;
};

/** Highlights a sum by its name: bold figures would exceed the column width. */
export const bookName = ({ line, name }: BookRow): ReactNode =>
  line === OTHER_COST_LINE || line === OTHER_FEES_LINE ? (
    <span className="sub-line">{name}</span>
  ) : line === undefined || line === 'account' ? (
    name
  ) : (
    <strong>{name}</strong>
  );
