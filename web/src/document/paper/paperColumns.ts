import { plainLine } from '@tradehouse/contract';
import type { DocumentReply, LineReply } from '@tradehouse/contract';
import {
  documentKinds,
  namedByLines,
  toPlainDecimal,
  progressOn,
  purseSettledByKind,
  sum,
  targetsOf,
} from '@tradehouse/domain';
import type { AnyKindCode, DocumentKind, ProgressName } from '@tradehouse/domain';
import { amountText, currencyDigitsOf } from '../../control/currency.ts';
import type { OwnCurrency } from '../../control/currency.ts';
import { moneyText, priceText, quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { PhraseKey } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import { besideTitle, enteredTitle, settledTitle } from '../money/moneyTitles.ts';
import { columnTitle, warehouseTitleKey } from '../columns/factColumns.ts';
import { decimalFromDraft } from '../draft/priced.ts';

/** Document fields needed by paper lines. */
export type PaperReply = Pick<DocumentReply, 'kind' | 'lines' | 'currency'>;

type PaperTerms = Omit<PaperReply, 'lines'>;
type PaperFigure = string | null;

/** Column of printed lines as data: determines drawing and workbook content. */
export interface PaperColumn {
  readonly id: string;
  readonly title: string;
  /** Value of a line: figures with all decimals; null if missing or hidden, '' if none. */
  readonly read: (line: LineReply) => PaperFigure;
  /** Drawn even if all lines are empty. */
  readonly always?: true;
  /** Formats figures; absent for text columns. */
  readonly write?: (figure: PaperFigure) => string;
  readonly total?: (lines: readonly LineReply[]) => PaperFigure;
}

/** Formats a column's value as printed. */
export const toPaperText = ({ write }: PaperColumn, said: PaperFigure | undefined): string =>
  write === undefined || said === '' || said === undefined ? (said ?? '') : write(said);

const blankIfZero = (figure: string): string => (decimalFromDraft(figure).isZero() ? '' : figure);

const totalOfPaperLines = (
  lines: readonly LineReply[],
  read: (line: LineReply) => string | null,
): string => toPlainDecimal(sum(lines.map((line) => decimalFromDraft(read(line)))));

/** Returns the total, null if any part is hidden. */
const totalSeen = (
  lines: readonly LineReply[],
  read: (line: LineReply) => string | null,
): PaperFigure =>
  lines.some((line) => read(line) === null) ? null : totalOfPaperLines(lines, read);

const joinPaperTraces = (
  line: LineReply,
  read: (part: LineReply['allocations'][number]) => string | null,
): string =>
  [...new Set(line.allocations.map(read))]
    .filter((text) => text !== null && text !== '')
    .join(', ');

/** Returns columns for quantities already taken from lines, once any exist. */
function takenColumns(code: AnyKindCode): readonly PaperColumn[] {
  const names = new Set(targetsOf(code).flatMap((target) => progressOn(code, target) ?? []));
  const column = (
    name: ProgressName,
    of: 'doneQuantity' | 'linkedQuantity' | 'purchasedQuantity',
  ): PaperColumn => ({
    id: name,
    title: t(`bill.done.${name}`),
    read: (line) => blankIfZero(line[of]),
    write: quantityText,
    total: (lines) => totalOfPaperLines(lines, (line) => line[of]),
  });
  return [
    ...(names.has('fulfilled') ? [column('fulfilled', 'doneQuantity')] : []),
    ...(names.has('returned') ? [column('returned', 'linkedQuantity')] : []),
    ...(names.has('purchased') ? [column('purchased', 'purchasedQuantity')] : []),
  ];
}

/** Returns a product fact column, if any line has the fact. */
const definePaperFactColumn = (
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

/** Returns columns of the lines' plain fields. */
const plainOnPaper = (code: AnyKindCode): readonly PaperColumn[] =>
  plainLine.namesOf(code).map((name) => ({
    id: name,
    title: columnTitle(name),
    read: (line) => line[name] ?? '',
  }));

type IdOf<Key> = Key extends `editor.column.${infer Id}` ? Id : never;

/** Returns a column with the editor's title. */
const definePaperColumn = (
  id: IdOf<PhraseKey>,
  read: PaperColumn['read'],
  more: Pick<PaperColumn, 'always' | 'write' | 'total'> = {},
): PaperColumn => ({ id, title: t(`editor.column.${id}`), read, ...more });

/** Returns columns for product, warehouse and lot; for assemblies also the role. */
const goodsNamed = (kind: DocumentKind): readonly PaperColumn[] => [
  definePaperColumn('role', ({ role }) =>
    role === 'composite' || role === 'part' ? t(`editor.role.${role}`) : '',
  ),
  {
    ...definePaperColumn('warehouse', ({ warehouseName }) => warehouseName),
    title: t(warehouseTitleKey(kind)),
  },
  definePaperColumn('targetWarehouse', ({ targetWarehouseName }) => targetWarehouseName),
  definePaperColumn('barcode', ({ barcode }) => barcode, { always: true }),
  definePaperFactColumn('skuCode'),
  definePaperFactColumn('outerSkuCode'),
  definePaperColumn('name', ({ productName }) => productName, { always: true }),
  definePaperFactColumn('standard'),
  definePaperFactColumn('model'),
  definePaperFactColumn('color'),
  definePaperFactColumn('brand'),
  definePaperFactColumn('maker'),
  definePaperFactColumn('propertyOne'),
  definePaperFactColumn('propertyTwo'),
  definePaperFactColumn('propertyThree'),
  definePaperFactColumn('attributes'),
  definePaperFactColumn('shelfPosition'),
  definePaperColumn('kitContents', (line) => line.kitContents),
  definePaperColumn('serials', (line) =>
    joinPaperTraces(line, ({ serials }) => serials.join(', ')),
  ),
  definePaperColumn('lot', (line) => joinPaperTraces(line, ({ lot }) => lot)),
  definePaperColumn('expiry', (line) => joinPaperTraces(line, ({ expiry }) => expiry)),
  definePaperColumn('stockType', (line) =>
    joinPaperTraces(line, ({ stockType }) =>
      stockType === 'formal' ? null : t(`editor.stockType.${stockType}`),
    ),
  ),
];

const quantityColumns = (): readonly PaperColumn[] => [
  definePaperColumn('unit', ({ unit }) => unit, { always: true }),
  definePaperColumn('quantity', ({ quantity }) => quantity, {
    always: true,
    write: quantityText,
    total: (lines) => totalOfPaperLines(lines, ({ quantity }) => quantity),
  }),
  definePaperColumn('weight', ({ weight }) => blankIfZero(weight), {
    write: quantityText,
    total: (lines) => totalOfPaperLines(lines, ({ weight }) => weight),
  }),
];

/** Returns true if the field is visible and 0 on every line. */
const isZeroOnAllLines = (lines: readonly LineReply[], field: 'amount' | 'tax'): boolean =>
  lines.every((line) => line[field] !== null && decimalFromDraft(line[field]).isZero());

/**
 * Returns price, amount and tax columns. Without tax the total repeats the amount; goods moved without
 * money mostly have no prices.
 */
function amountColumns(
  { kind, currency, lines }: PaperReply,
  own: OwnCurrency,
): readonly PaperColumn[] {
  const { price, amounts, subject } = documentKinds[kind];
  const unpriced = price === null || (subject === 'goods' && isZeroOnAllLines(lines, 'amount'));
  const untaxed = !amounts.includes('tax') || isZeroOnAllLines(lines, 'tax');
  const summed = (id: 'amount' | 'tax' | 'total'): PaperColumn =>
    definePaperColumn(id, (line) => line[id], {
      always: true,
      write: (figure) => moneyText(figure, currencyDigitsOf(figure, currency, own)),
      total: (lines) => totalSeen(lines, (line) => line[id]),
    });
  const unitPrice = definePaperColumn('unitPrice', (line) => line.unitPrice, {
    always: true,
    write: (figure) => priceText(figure, currencyDigitsOf(null, currency, own)),
  });
  // The price of a promoted line is its amount for a unit: the regular price and the promotion explain it.
  const promoted = [
    definePaperColumn(
      'regularPrice',
      ({ regularPrice, promotions }) => (promotions === '' ? '' : regularPrice),
      { write: (figure) => priceText(figure, currencyDigitsOf(null, currency, own)) },
    ),
    definePaperColumn('promotions', (line) => line.promotions),
  ];
  const taxRate = definePaperColumn('taxRate', (line) => blankIfZero(line.taxRate), {
    write: quantityText,
  });
  return [
    ...(unpriced ? [] : [...promoted, unitPrice, summed('amount')]),
    ...(untaxed ? [] : [taxRate, summed('tax'), summed('total')]),
  ];
}

const columnsOfGoodsPaper = (terms: PaperReply, own: OwnCurrency): readonly PaperColumn[] => [
  ...goodsNamed(documentKinds[terms.kind]),
  ...quantityColumns(),
  definePaperColumn('supplierId', ({ supplierName }) => supplierName),
  definePaperColumn('referencePrice', ({ referencePrice }) => referencePrice ?? '', {
    write: (figure) => priceText(figure, own.currencyDigits),
  }),
  ...takenColumns(terms.kind),
  ...amountColumns(terms, own),
  ...plainOnPaper(terms.kind),
];

/** Returns the subject column of entered lines: account or item. */
const enteredNames = (code: AnyKindCode): readonly PaperColumn[] => {
  const named = { title: enteredTitle(code), always: true } as const;
  return namedByLines(documentKinds[code]) === 'item'
    ? [{ ...named, id: 'item', read: ({ itemName }) => itemName }]
    : [{ ...named, id: 'account', read: ({ accountName }) => accountName }];
};

/** Returns columns for settled debts and their open amounts. */
function settledColumns(
  code: AnyKindCode,
  money: (figure: PaperFigure) => string,
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

function columnsOfMoneyPaper(
  { kind: code, currency }: PaperTerms,
  own: OwnCurrency,
): readonly PaperColumn[] {
  const money = (figure: PaperFigure): string =>
    moneyText(figure, currencyDigitsOf(figure, currency, own));
  const settles = purseSettledByKind(code) !== null;
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

/** Exchange differences of settled debts, in the company's currency; no column if all are zero. */
const exchangeColumn = (code: AnyKindCode, own: OwnCurrency): PaperColumn => ({
  id: 'exchangeDifference',
  title: labelOfColumn({ id: code }, 'exchangeDifference'),
  read: ({ exchangeDifference }) => blankIfZero(exchangeDifference ?? '0'),
  write: (figure) => amountText(figure, own.currency, own),
  total: (lines) => totalSeen(lines, ({ exchangeDifference }) => exchangeDifference),
});

/**
 * Returns the non-empty columns of printed lines.
 *
 * @param own the company's currency
 */
export function columnsOfPaper(reply: PaperReply, own: OwnCurrency): readonly PaperColumn[] {
  const all =
    documentKinds[reply.kind].subject === 'money'
      ? columnsOfMoneyPaper(reply, own)
      : columnsOfGoodsPaper(reply, own);
  return all.filter(
    (column) => column.always || reply.lines.some((line) => column.read(line) !== ''),
  );
}
