import type { ReplyOf, backTestRule } from '@tradehouse/contract';

type PrintedBackTest = ReplyOf<typeof backTestRule>;
type PrintedFigures = Pick<PrintedBackTest, 'books' | 'rule'>;

const HEADINGS = ['', 'days out', 'of stock', 'stock', 'value', 'orders', '', 'missed'] as const;
const SIDES = ['', 'books', 'rule', 'books', 'rule', 'books', 'rule', 'rule'] as const;

const roundedAmount = (value: string | null): string => Number(value ?? 0).toFixed(0);

const rowOfFigures = (name: string, { books, rule }: PrintedFigures): readonly string[] => [
  name,
  `${books.stockOutDays}`,
  `${rule.stockOutDays}`,
  roundedAmount(books.averageValue),
  roundedAmount(rule.averageValue),
  `${books.orders}`,
  `${rule.orders}`,
  roundedAmount(rule.missed),
];

/** Formats a back-test for a terminal: scope, months, year, and the SKUs with the largest changes. */
export function formatBackTest(found: PrintedBackTest, shown: number): string[] {
  const { since, until, traded, tested, share, months, rows } = found;
  if (tested === 0) return [`Nothing was sold from ${since} to ${until}.`];
  const percent = roundedAmount(share);
  const bestAndWorst =
    rows.length <= 2 * shown ? rows : [...rows.slice(0, shown), ...rows.slice(-shown)];
  const table: readonly (readonly string[])[] = [
    HEADINGS,
    SIDES,
    ...months.map((month) => rowOfFigures(month.month, month)),
    rowOfFigures('year', found),
    ...bestAndWorst.map((row) => rowOfFigures(`${row.barcode} ${row.name}`, row)),
  ];
  const widths = SIDES.map((_, at) => Math.max(...table.map((row) => (row[at] ?? '').length)));
  return [
    `From ${since} to ${until}: ${tested} of ${traded} SKUs with sales, ${percent} % of the amount.`,
    'Days, orders and receipts are counted by SKU; stock has the present unit cost.',
    '',
    ...table.map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    ),
  ];
}
