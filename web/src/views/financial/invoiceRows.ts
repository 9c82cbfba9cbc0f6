import { choiceLabel, fieldLabel } from '@tradehouse/contract';
import type { ImportedInvoice } from '@tradehouse/contract';
import type { ColumnMapping, ColumnTitles } from '@tradehouse/domain';
import {
  CURRENCY_TITLES,
  decimal,
  invoiceDirections,
  invoiceKinds,
  isNoName,
  parseCurrencyText,
  plain,
  plainTitle,
} from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { readImportTable, titlesByColumn } from '../../control/importDialog/importTable.ts';
import type { ImportTableRow, TableSource } from '../../control/importDialog/importTable.ts';
import { t } from '../../phrase/index.ts';

const LANGUAGES = ['zh-cn', 'en'] as const;
/** What a column of a list of invoices may hold, in the order of the template. */
export const importColumns = [
  'number',
  'direction',
  'invoiceKind',
  'invoiceDate',
  'partnerName',
  'net',
  'tax',
  'gross',
  'billNumbers',
  'remark',
] as const;
type ShownColumn = (typeof importColumns)[number];
/** `digitalNumber` is the number of a 数电票, beside which lists keep a column for the numbers of others. */
export type InvoiceColumn = ShownColumn | 'digitalNumber' | 'state' | 'currency';
type Column = InvoiceColumn;
type Texts = ImportTableRow<Column>['texts'];

export interface ReadRow {
  /** Its place among the rows of the sheet, the headings counted, from 1. */
  readonly place: number;
  /** As they stand there, but for a day that could be read. */
  readonly texts: Texts;
  readonly row: ImportedInvoice | null;
  readonly problem: string | null;
  /** The column that the problem is of. */
  readonly column: InvoiceColumn | null;
  /** Void invoices are left out, and hold up no other; their problem says so. */
  readonly isLeftOut: boolean;
}

/** Names that lists of tax offices have besides. */
const others: Readonly<Partial<Record<Column, readonly string[]>>> = {
  number: ['发票号码|invoicenumber|invoiceno|invoiceid'],
  digitalNumber: ['数电票号码|数电发票号码|全电发票号码'],
  invoiceDate: ['开票时间|dateofinvoice|date'],
  // Lists of tax offices call the net amount 金额, beside 税额. English lists call either one amount.
  net: ['不含税金额|未税金额|netamount|amountexcltax', '金额|合计金额'],
  tax: ['合计税额|taxamount|vat'],
  gross: ['含税金额|价税总额|grossamount|totalamount|total'],
  remark: ['备注|note|memo'],
  state: ['发票状态|开票状态|状态|invoicestatus|status|state'],
  currency: [CURRENCY_TITLES],
};

/** Invoices that a red one takes back stand in the list beside it: both count. */
const STANDING =
  /^(正常|有效|已开具|已开票|开具成功|(已|部分|全额|全部)*红冲.*|.*被红冲|normal|valid|issued|open|paid|unpaid|sent|posted|draft)$/i;
const VOID = /作废|^(void|voided|cancell?ed|deleted)$/i;
/** Words of the tax office for a tax of nothing. */
const UNTAXED = /^(免税|不征税|\*+|exempt|n\/a|—|-)$/i;

/** The other side of an invoice: lists name both sides, and one of them is the company itself. */
const otherSide: Readonly<Record<ImportedInvoice['direction'], string>> = {
  issued: '购方名称|购买方名称|客户名称|customer|buyername',
  received: '销方名称|销售方名称|供应商名称|supplier|sellername',
};

export const readColumns = [...importColumns, 'digitalNumber', 'state', 'currency'] as const;
const isShown = (column: Column): column is ShownColumn =>
  importColumns.some((shown) => shown === column);

export const titlesFor = (direction: ImportedInvoice['direction']): ColumnTitles<Column> =>
  titlesByColumn(readColumns, (column) => [
    isShown(column)
      ? LANGUAGES.map((each) => fieldLabel(each, 'invoices', column))
          .map(plainTitle)
          .join('|')
      : '',
    ...(column === 'partnerName' ? [otherSide[direction]] : (others[column] ?? [])),
  ]);

/** One of these, by its word in either language or as it travels. */
function chosen<Choice extends string>(
  name: Column,
  choices: readonly Choice[],
  text: string,
): Choice | undefined {
  const asked = plainTitle(text);
  return choices.find((choice) =>
    [choice, ...LANGUAGES.map((each) => choiceLabel(each, name, choice))].some(
      (word) => plainTitle(word) === asked,
    ),
  );
}

/**
 * Net and tax, where the list says two of net, tax and gross. A blank tax is none in a list that has a column for it; in a list
 * without one, an amount alone does not say its tax.
 */
function amountsOf({ texts, headings, numberIn }: ImportTableRow<Column>) {
  const { net = '', tax = '', gross = '' } = texts;
  const whole = numberIn('gross');
  if (gross !== '' && whole === undefined) return undefined;
  const taxed = taxOf();
  if (taxed === undefined) return undefined;
  if (net === '' && whole !== undefined)
    return { net: plain(decimal(whole).minus(taxed)), tax: taxed };
  const own = numberIn('net');
  if (own === undefined) return undefined;
  const adds = whole === undefined || decimal(own).plus(taxed).equals(whole);
  return adds ? { net: own, tax: taxed } : undefined;

  function taxOf(): string | undefined {
    if (tax !== '') return UNTAXED.test(tax.trim()) ? '0' : numberIn('tax');
    const own = numberIn('net');
    if (whole !== undefined && own !== undefined) return plain(decimal(whole).minus(own));
    return headings.tax === undefined ? undefined : '0';
  }
}

const unread = (name: ShownColumn, text = ''): string =>
  text === ''
    ? t('form.missing', { name: titleOf(name) })
    : t('invoice.unread', { name: titleOf(name), text });

/** What a column is called in the language of the screen. */
export const titleOf = (column: ShownColumn): string => fieldLabel(language, 'invoices', column);

type Refused = Pick<ReadRow, 'row' | 'problem' | 'column'>;
const refused = (column: Column | null, problem: string): Refused => ({
  row: null,
  problem,
  column,
});

/** A problem with the state or the currency of an invoice, or with its row; null: it stands, and is in the company's own currency. */
function refusalOf(
  { texts: { state, currency }, surplus }: ImportTableRow<Column>,
  own: string,
): Refused | null {
  if (surplus !== '') return refused(null, t('table.surplus', { text: surplus }));
  if (state !== undefined && !STANDING.test(state))
    return refused('state', t('invoice.notStanding', { state }));
  return currency === undefined || parseCurrencyText(currency) === own
    ? null
    : refused('currency', t('invoice.otherCurrency', { currency }));
}

function rowOf(
  row: ImportTableRow<Column>,
  direction: ImportedInvoice['direction'],
  currency: string,
): Refused {
  const { texts } = row;
  const refusal = refusalOf(row, currency);
  if (refusal !== null) return refusal;
  const wrong = (name: ShownColumn) => refused(name, unread(name, texts[name]));
  const { number = '', partnerName = '', billNumbers = '', remark = '' } = texts;
  if (number === '' || number.length > 40 || isNoName(number)) return wrong('number');
  const own =
    texts.direction === undefined
      ? direction
      : chosen('direction', invoiceDirections, texts.direction);
  if (own === undefined) return wrong('direction');
  const kind =
    texts.invoiceKind === undefined
      ? 'electronic'
      : chosen('invoiceKind', invoiceKinds, texts.invoiceKind);
  if (kind === undefined) return wrong('invoiceKind');
  const day = row.dayIn('invoiceDate')?.day;
  if (day === undefined) return wrong('invoiceDate');
  if (partnerName === '' || isNoName(partnerName)) return wrong('partnerName');
  const amounts = amountsOf(row);
  if (amounts === undefined) return wrong(texts.net === undefined ? 'gross' : 'net');
  return {
    row: {
      number,
      direction: own,
      invoiceKind: kind,
      invoiceDate: day,
      partnerName,
      ...amounts,
      billNumbers,
      remark,
    },
    problem: null,
    column: null,
  };
}

export const isInvoiceMapping = (mapping: ColumnMapping<Column>): boolean =>
  (mapping.includes('number') || mapping.includes('digitalNumber')) &&
  mapping.includes('partnerName');

/**
 * The rows of a list below its headings; `direction` is that of rows that say none, `currency` the company's own. Null without
 * headings.
 */
export function readRows(
  cells: readonly (readonly string[])[],
  direction: ImportedInvoice['direction'],
  { currency, ...source }: TableSource<Column> & { readonly currency: string },
): readonly ReadRow[] | null {
  const rows = readImportTable<Column>(
    cells,
    {
      titles: titlesFor(direction),
      isEnough: isInvoiceMapping,
      numbers: ['net', 'tax', 'gross'],
      days: ['invoiceDate'],
    },
    source,
  );
  return (
    rows?.map((row) => {
      const texts = shownTexts(row);
      return {
        place: row.place,
        texts,
        ...rowOf({ ...row, texts }, direction, currency),
        isLeftOut: VOID.test(texts.state ?? ''),
      };
    }) ?? null
  );
}

function shownTexts({ texts, dayIn }: ImportTableRow<Column>): Texts {
  const [day, number] = [dayIn('invoiceDate')?.day, texts.digitalNumber ?? texts.number];
  return {
    ...texts,
    ...(number === undefined ? {} : { number }),
    ...(day === undefined ? {} : { invoiceDate: day }),
  };
}
