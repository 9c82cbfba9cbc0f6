import { choiceLabel, fieldLabel } from '@tradehouse/contract';
import type { ImportedInvoice } from '@tradehouse/contract';
import type { ColumnMapping, ColumnTitles } from '@tradehouse/domain';
import {
  CURRENCY_TITLES,
  decimal,
  invoiceDirections,
  invoiceKinds,
  isNoName,
  isNameOfCurrency,
  toPlainDecimal,
  normalizeTitle,
} from '@tradehouse/domain';
import { language } from '../app/session/language.ts';
import {
  foreignText,
  readImportTable,
  titlesByColumn,
} from '../control/importDialog/importTable.ts';
import type { ImportTableRow, TableSource } from '../control/importDialog/importTable.ts';
import { t } from '../phrase/index.ts';

const LANGUAGES = ['zh-cn', 'en'] as const;
/** Columns of an invoice list, in template order. */
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
/** `digitalNumber` is the number of a 数电票; lists keep a separate column for other numbers. */
export type InvoiceColumn = ShownColumn | 'digitalNumber' | 'state' | 'currency';
type InvoiceImportColumn = InvoiceColumn;
type InvoiceRowTexts = ImportTableRow<InvoiceImportColumn>['texts'];

export interface ReadInvoiceRow {
  /** Row number in the sheet, from 1, headings included. */
  readonly place: number;
  /** Texts in the sheet's wording, except dates that could be parsed. */
  readonly texts: InvoiceRowTexts;
  readonly row: ImportedInvoice | null;
  readonly problem: string | null;
  readonly column: InvoiceColumn | null;
  /** True for a void invoice: left out with an explanation, blocking no other row. */
  readonly isLeftOut: boolean;
}

/** Additional column names in tax authorities' lists. */
const others: Readonly<Partial<Record<InvoiceImportColumn, readonly string[]>>> = {
  number: ['发票号码|invoicenumber|invoiceno|invoiceid'],
  digitalNumber: ['数电票号码|数电发票号码|全电发票号码'],
  invoiceDate: ['开票时间|dateofinvoice|date'],
  // Tax authorities' lists call the net amount 金额, beside 税额. English lists call net or gross "amount".
  net: ['不含税金额|未税金额|netamount|amountexcltax', '金额|合计金额'],
  tax: ['合计税额|taxamount|vat'],
  gross: ['含税金额|价税总额|gross|grossamount|totalamount|total'],
  remark: ['备注|note|memo'],
  state: ['发票状态|开票状态|状态|invoicestatus|status|state'],
  currency: [CURRENCY_TITLES],
};

/** Invoices reversed by a red invoice remain in the list beside the reversal: both count. */
const STANDING =
  /^(正常|有效|已开具|已开票|开具成功|(已|部分|全额|全部)*红冲.*|.*被红冲|normal|valid|issued|open|paid|unpaid|sent|posted|draft)$/i;
const VOID = /作废|^(void|voided|cancell?ed|deleted)$/i;
/** Words of the tax office for a tax of nothing. */
const UNTAXED = /^(免税|不征税|\*+|exempt|n\/a|—|-)$/i;

/** Columns of the counterparty: lists name both sides, of which one is the company. */
const otherSide: Readonly<Record<ImportedInvoice['direction'], string>> = {
  issued: '购方名称|购买方名称|客户名称|customer|buyername',
  received: '销方名称|销售方名称|供应商名称|supplier|sellername',
};

export const readColumns = [...importColumns, 'digitalNumber', 'state', 'currency'] as const;
const isShownInvoiceColumn = (column: InvoiceImportColumn): column is ShownColumn =>
  importColumns.some((shown) => shown === column);

export const titlesOfInvoiceFile = (
  direction: ImportedInvoice['direction'],
): ColumnTitles<InvoiceImportColumn> =>
  titlesByColumn(readColumns, (column) => [
    isShownInvoiceColumn(column)
      ? LANGUAGES.map((each) => fieldLabel(each, 'invoices', column))
          .map(normalizeTitle)
          .join('|')
      : '',
    ...(column === 'partnerName' ? [otherSide[direction]] : (others[column] ?? [])),
  ]);

/** Parses a choice from a word in either language or the API value. */
function invoiceChoiceFromText<Choice extends string>(
  name: InvoiceImportColumn,
  choices: readonly Choice[],
  text: string,
): Choice | undefined {
  const asked = normalizeTitle(text);
  return choices.find((choice) =>
    [choice, ...LANGUAGES.map((each) => choiceLabel(each, name, choice))].some(
      (word) => normalizeTitle(word) === asked,
    ),
  );
}

/**
 * Computes net and tax from any two of net, tax and gross. A blank tax is zero if the list has a tax
 * column; otherwise an amount alone does not determine the tax.
 */
function invoiceAmountsFromRow({ texts, headings, numberIn }: ImportTableRow<InvoiceImportColumn>) {
  const { net = '', tax = '', gross = '' } = texts;
  const whole = numberIn('gross');
  if (gross !== '' && whole === undefined) return undefined;
  const taxed = taxOf();
  if (taxed === undefined) return undefined;
  if (net === '' && whole !== undefined)
    return { net: toPlainDecimal(decimal(whole).minus(taxed)), tax: taxed };
  const own = numberIn('net');
  if (own === undefined) return undefined;
  const adds = whole === undefined || decimal(own).plus(taxed).equals(whole);
  return adds ? { net: own, tax: taxed } : undefined;

  function taxOf(): string | undefined {
    if (tax !== '') return UNTAXED.test(tax.trim()) ? '0' : numberIn('tax');
    const own = numberIn('net');
    if (whole !== undefined && own !== undefined) return toPlainDecimal(decimal(whole).minus(own));
    return headings.tax === undefined ? undefined : '0';
  }
}

const describeUnreadInvoiceColumn = (name: ShownColumn, text = ''): string =>
  text === ''
    ? t('form.missing', { name: titleOfInvoiceColumn(name) })
    : t('invoice.unread', { name: titleOfInvoiceColumn(name), text });

export const titleOfInvoiceColumn = (column: ShownColumn): string =>
  fieldLabel(language, 'invoices', column);

type Refused = Pick<ReadInvoiceRow, 'row' | 'problem' | 'column'>;
const refuseInvoiceRow = (column: InvoiceImportColumn | null, problem: string): Refused => ({
  row: null,
  problem,
  column,
});

/** Returns a problem of state, currency or row; null: in force and in the company's currency. */
function findInvoiceRowRefusal(
  row: ImportTableRow<InvoiceImportColumn>,
  own: string,
): Refused | null {
  const { texts, surplus } = row;
  const { state, currency } = texts;
  if (surplus !== '') return refuseInvoiceRow(null, t('table.surplus', { text: surplus }));
  if (state !== undefined && (VOID.test(state) || !STANDING.test(state)))
    return refuseInvoiceRow('state', t('invoice.notStanding', { state }));
  if (currency !== undefined && !isNameOfCurrency(currency, own))
    return refuseInvoiceRow('currency', t('invoice.otherCurrency', { currency }));
  for (const column of ['net', 'tax', 'gross'] as const) {
    const text = foreignText(row, column, own);
    if (text !== undefined)
      return refuseInvoiceRow(column, t('table.otherCurrency', { text, currency: own }));
  }
  return null;
}

function importedInvoiceFromRow(
  row: ImportTableRow<InvoiceImportColumn>,
  direction: ImportedInvoice['direction'],
  currency: string,
): Refused {
  const { texts } = row;
  const refusal = findInvoiceRowRefusal(row, currency);
  if (refusal !== null) return refusal;
  const wrong = (name: ShownColumn) =>
    refuseInvoiceRow(name, describeUnreadInvoiceColumn(name, texts[name]));
  const { number = '', partnerName = '', billNumbers = '', remark = '' } = texts;
  if (number === '' || number.length > 40 || isNoName(number)) return wrong('number');
  const own =
    texts.direction === undefined
      ? direction
      : invoiceChoiceFromText('direction', invoiceDirections, texts.direction);
  if (own === undefined) return wrong('direction');
  const kind =
    texts.invoiceKind === undefined
      ? 'electronic'
      : invoiceChoiceFromText('invoiceKind', invoiceKinds, texts.invoiceKind);
  if (kind === undefined) return wrong('invoiceKind');
  const day = row.dayIn('invoiceDate')?.day;
  if (day === undefined) return wrong('invoiceDate');
  if (partnerName === '' || isNoName(partnerName)) return wrong('partnerName');
  const amounts = invoiceAmountsFromRow(row);
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

export const isInvoiceMapping = (mapping: ColumnMapping<InvoiceImportColumn>): boolean =>
  (mapping.includes('number') || mapping.includes('digitalNumber')) &&
  mapping.includes('partnerName');

/**
 * Reads the rows below the headings. `direction` applies to rows without one; `currency` is the company's.
 * Null without headings.
 */
export function readRows(
  cells: readonly (readonly string[])[],
  direction: ImportedInvoice['direction'],
  { currency, ...source }: TableSource<InvoiceImportColumn> & { readonly currency: string },
): readonly ReadInvoiceRow[] | null {
  const rows = readImportTable<InvoiceImportColumn>(
    cells,
    {
      titles: titlesOfInvoiceFile(direction),
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
        ...importedInvoiceFromRow({ ...row, texts }, direction, currency),
        isLeftOut: VOID.test(texts.state ?? ''),
      };
    }) ?? null
  );
}

function shownTexts({ texts, dayIn }: ImportTableRow<InvoiceImportColumn>): InvoiceRowTexts {
  const [day, number] = [dayIn('invoiceDate')?.day, texts.digitalNumber ?? texts.number];
  return {
    ...texts,
    ...(number === undefined ? {} : { number }),
    ...(day === undefined ? {} : { invoiceDate: day }),
  };
}
