import { plainLine } from '@tradehouse/contract';
import type { DocumentReply, LineReply } from '@tradehouse/contract';
import {
  documentKinds,
  namedByLines,
  plain,
  progressOn,
  settledBy,
  sum,
  targetsOf,
} from '@tradehouse/domain';
import type { AnyKindCode, ProgressName } from '@tradehouse/domain';
import { amountText, digitsOf } from '../../control/currency.ts';
import type { Own } from '../../control/currency.ts';
import { moneyText, priceText, quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { PhraseKey } from '../../phrase/index.ts';
import { labelOf } from '../../record/labels.ts';
import { besideTitle, enteredTitle, settledTitle } from '../money/moneyTitles.ts';
import { columnTitle } from '../columns/factColumns.ts';
import { numberOf } from '../draft/priced.ts';

/** A paper as far as its lines ask. */
export type PaperReply = Pick<DocumentReply, 'kind' | 'lines' | 'currency'>;

/** Of which kind it is, and in which currency. */
type Terms = Omit<PaperReply, 'lines'>;
type Figure = string | null;

/** A column of a paper's lines, as data: how it is drawn and what a workbook holds of it follow. */
export interface PaperColumn {
  readonly id: string;
  readonly title: string;
  /** What a line says: of figures all their decimals, null where one is missing or not to be seen, '' where there is none. */
  readonly read: (line: LineReply) => Figure;
  /** Drawn even where no line has anything in it. */
  readonly always?: true;
  /** How its figures are written; other columns hold texts. */
  readonly write?: (figure: Figure) => string;
  readonly total?: (lines: readonly LineReply[]) => Figure;
}

/** What a column says, written as on paper. */
export const written = ({ write }: PaperColumn, said: Figure | undefined): string =>
  write === undefined || said === '' || said === undefined ? (said ?? '') : write(said);

const unlessZero = (figure: string): string => (numberOf(figure).isZero() ? '' : figure);

const totalOf = (lines: readonly LineReply[], read: (line: LineReply) => string | null): string =>
  plain(sum(lines.map((line) => numberOf(read(line)))));

/** The same, null where one of them is not to be seen. */
const totalSeen = (lines: readonly LineReply[], read: (line: LineReply) => string | null): Figure =>
  lines.some((line) => read(line) === null) ? null : totalOf(lines, read);

const traces = (
  line: LineReply,
  read: (part: LineReply['allocations'][number]) => string | null,
): string =>
  [...new Set(line.allocations.map(read))]
    .filter((text) => text !== null && text !== '')
    .join(', ');

/** How much of each line others have taken, in a column of its own once something is. */
function takenColumns(code: AnyKindCode): readonly PaperColumn[] {
  const names = new Set(targetsOf(code).flatMap((target) => progressOn(code, target) ?? []));
  const column = (
    name: ProgressName,
    of: 'doneQuantity' | 'linkedQuantity' | 'purchasedQuantity',
  ): PaperColumn => ({
    id: name,
    title: t(`bill.done.${name}`),
    read: (line) => unlessZero(line[of]),
    write: quantityText,
    total: (lines) => totalOf(lines, (line) => line[of]),
  });
  return [
    ...(names.has('fulfilled') ? [column('fulfilled', 'doneQuantity')] : []),
    ...(names.has('returned') ? [column('returned', 'linkedQuantity')] : []),
    ...(names.has('purchased') ? [column('purchased', 'purchasedQuantity')] : []),
  ];
}

/** What the product is, where some line says something of it. */
const fact = (
  id:
    | 'skuCode'
    | 'outerSkuCode'
    | 'standard'
    | 'model'
    | 'color'
    | 'brand'
    | 'maker'
    | 'propertyOne'
    | 'propertyTwo'
    | 'propertyThree'
    | 'attributes'
    | 'shelfPosition',
): PaperColumn => ({ id, title: columnTitle(id), read: (line) => line[id] });

/** What its lines say that nothing hangs on. */
const plainOnPaper = (code: AnyKindCode): readonly PaperColumn[] =>
  plainLine.namesOf(code).map((name) => ({
    id: name,
    title: columnTitle(name),
    read: (line) => line[name] ?? '',
  }));

type IdOf<Key> = Key extends `editor.column.${infer Id}` ? Id : never;

/** A column that is called on paper as in the editor. */
const column = (
  id: IdOf<PhraseKey>,
  read: PaperColumn['read'],
  more: Pick<PaperColumn, 'always' | 'write' | 'total'> = {},
): PaperColumn => ({ id, title: t(`editor.column.${id}`), read, ...more });

/** Which goods, from where and of which lot; of an assembly, what is put together and what of. */
const goodsNamed = (): readonly PaperColumn[] => [
  column('role', ({ role }) =>
    role === 'composite' || role === 'part' ? t(`editor.role.${role}`) : '',
  ),
  column('warehouse', ({ warehouseName }) => warehouseName),
  column('targetWarehouse', ({ targetWarehouseName }) => targetWarehouseName),
  column('barcode', ({ barcode }) => barcode, { always: true }),
  fact('skuCode'),
  fact('outerSkuCode'),
  column('name', ({ productName }) => productName, { always: true }),
  fact('standard'),
  fact('model'),
  fact('color'),
  fact('brand'),
  fact('maker'),
  fact('propertyOne'),
  fact('propertyTwo'),
  fact('propertyThree'),
  fact('attributes'),
  fact('shelfPosition'),
  column('serials', (line) => traces(line, ({ serials }) => serials.join(', '))),
  column('lot', (line) => traces(line, ({ lot }) => lot)),
  column('expiry', (line) => traces(line, ({ expiry }) => expiry)),
  column('stockType', (line) =>
    traces(line, ({ stockType }) =>
      stockType === 'formal' ? null : t(`editor.stockType.${stockType}`),
    ),
  ),
];

const quantityColumns = (): readonly PaperColumn[] => [
  column('unit', ({ unit }) => unit, { always: true }),
  column('quantity', ({ quantity }) => quantity, {
    always: true,
    write: quantityText,
    total: (lines) => totalOf(lines, ({ quantity }) => quantity),
  }),
  column('weight', ({ weight }) => unlessZero(weight), {
    write: quantityText,
    total: (lines) => totalOf(lines, ({ weight }) => weight),
  }),
];

/** What the goods cost each and in all, with their tax; of kinds that have prices. */
function amountColumns({ kind, currency }: Terms, own: Own): readonly PaperColumn[] {
  const { price, amounts } = documentKinds[kind];
  const summed = (id: 'amount' | 'tax' | 'total'): PaperColumn =>
    column(id, (line) => line[id], {
      always: true,
      write: (figure) => moneyText(figure, digitsOf(figure, currency, own)),
      total: (lines) => totalSeen(lines, (line) => line[id]),
    });
  const unitPrice = column('unitPrice', (line) => line.unitPrice, {
    always: true,
    write: (figure) => priceText(figure, digitsOf(null, currency, own)),
  });
  const taxRate = column('taxRate', (line) => unlessZero(line.taxRate), { write: quantityText });
  return [
    ...(price === null ? [] : [unitPrice, summed('amount')]),
    ...(amounts.includes('tax') ? [taxRate, summed('tax'), summed('total')] : []),
  ];
}

const goodsColumns = (terms: Terms, own: Own): readonly PaperColumn[] => [
  ...goodsNamed(),
  ...quantityColumns(),
  column('supplierId', ({ supplierName }) => supplierName),
  column('referencePrice', ({ referencePrice }) => referencePrice ?? '', {
    write: (figure) => priceText(figure, own.currencyDigits),
  }),
  ...takenColumns(terms.kind),
  ...amountColumns(terms, own),
  ...plainOnPaper(terms.kind),
];

/** What lines name where they are entered: an account or an item. */
const enteredNames = (code: AnyKindCode): readonly PaperColumn[] => {
  const named = { title: enteredTitle(code), always: true } as const;
  return namedByLines(documentKinds[code]) === 'item'
    ? [{ ...named, id: 'item', read: ({ itemName }) => itemName }]
    : [{ ...named, id: 'account', read: ({ accountName }) => accountName }];
};

/** What lines settle, and what was open of it. */
function settledColumns(
  code: AnyKindCode,
  money: (figure: Figure) => string,
): readonly PaperColumn[] {
  return [
    {
      id: 'number',
      title: settledTitle(code, 'number'),
      read: ({ settledNumber }) => settledNumber || besideTitle(code),
    },
    {
      id: 'debt',
      title: settledTitle(code, 'debt'),
      read: ({ settledDebt }) => settledDebt ?? '',
      write: money,
    },
    {
      id: 'settled',
      title: settledTitle(code, 'settled'),
      read: ({ settledBefore }) => settledBefore ?? '',
      write: money,
    },
  ];
}

function moneyColumns({ kind: code, currency }: Terms, own: Own): readonly PaperColumn[] {
  const money = (figure: Figure): string => moneyText(figure, digitsOf(figure, currency, own));
  const settles = settledBy(code) !== null;
  return [
    ...(settles ? settledColumns(code, money) : enteredNames(code)),
    {
      id: 'amount',
      title: settles ? settledTitle(code, 'amount') : columnTitle('amount'),
      always: true,
      read: ({ amount }) => amount,
      write: money,
      total: (lines) => totalSeen(lines, ({ amount }) => amount),
    },
    ...(settles ? [exchangeColumn(code, own)] : []),
    ...plainOnPaper(code),
  ];
}

/** What rates made of what lines settle, in the company's own currency; no column where they made nothing of any. */
const exchangeColumn = (code: AnyKindCode, own: Own): PaperColumn => ({
  id: 'exchangeDifference',
  title: labelOf({ id: code }, 'exchangeDifference'),
  read: ({ exchangeDifference }) => unlessZero(exchangeDifference ?? '0'),
  write: (figure) => amountText(figure, own.currency, own),
  total: (lines) => totalSeen(lines, ({ exchangeDifference }) => exchangeDifference),
});

/**
 * The columns of a paper's lines: only those that say something.
 *
 * @param own the company's currency
 */
export function paperColumns({ lines, ...terms }: PaperReply, own: Own): readonly PaperColumn[] {
  const all =
    documentKinds[terms.kind].subject === 'money'
      ? moneyColumns(terms, own)
      : goodsColumns(terms, own);
  return all.filter((column) => column.always || lines.some((line) => column.read(line) !== ''));
}
