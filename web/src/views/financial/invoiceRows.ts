import { choiceLabel, fieldLabel } from '@tradehouse/contract';
import type { ImportedInvoice } from '@tradehouse/contract';
import type { ColumnTitles, NumberSource } from '@tradehouse/domain';
import {
  decimal,
  invoiceDirections,
  invoiceKinds,
  isNoName,
  plain,
  plainTitle,
} from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { readImportTable, titlesByColumn } from '../../document/lines/importTable.ts';
import type { ImportTableRow } from '../../document/lines/importTable.ts';
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
type Column = (typeof importColumns)[number];

export interface ReadRow {
  /** Its place among the rows of the sheet, the headings counted, from 1. */
  readonly place: number;
  /** As they stand there, but for a day that could be read. */
  readonly texts: Readonly<Partial<Record<Column, string>>>;
  readonly row: ImportedInvoice | null;
  readonly problem: string | null;
}

/** Names that lists of tax offices have besides. */
const others: Readonly<Partial<Record<Column, string>>> = {
  number: '发票号码|数电票号码|invoicenumber|invoiceno|invoiceid',
  invoiceDate: '开票时间|dateofinvoice|date',
  net: '不含税金额|netamount|amountexcltax',
  tax: '合计税额|taxamount|vat',
  gross: '含税金额|价税总额|grossamount|totalamount|total',
  remark: '备注|note|memo',
};

/** The other side of an invoice: lists name both sides, and one of them is the company itself. */
const otherSide: Readonly<Record<ImportedInvoice['direction'], string>> = {
  issued: '购方名称|购买方名称|客户名称|customer|buyername',
  received: '销方名称|销售方名称|供应商名称|supplier|sellername',
};

const titlesFor = (direction: ImportedInvoice['direction']): ColumnTitles<Column> =>
  titlesByColumn(importColumns, (column) => [
    LANGUAGES.map((each) => fieldLabel(each, 'invoices', column))
      .map(plainTitle)
      .join('|'),
    column === 'partnerName' ? otherSide[direction] : (others[column] ?? ''),
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

/** Net and tax, where the list says gross and tax, or net and tax. */
function amountsOf({ texts, numberIn }: ImportTableRow<Column>) {
  const { net = '', tax = '', gross = '' } = texts;
  const taxed = tax === '' ? '0' : numberIn('tax');
  const whole = numberIn('gross');
  if (gross !== '' && whole === undefined) return undefined;
  if (taxed === undefined) return undefined;
  if (net === '' && whole !== undefined)
    return { net: plain(decimal(whole).minus(taxed)), tax: taxed };
  const own = numberIn('net');
  if (own === undefined) return undefined;
  const adds = whole === undefined || decimal(own).plus(taxed).equals(whole);
  return adds ? { net: own, tax: taxed } : undefined;
}

const unread = (name: Column, text = ''): string =>
  text === ''
    ? t('form.missing', { name: titleOf(name) })
    : t('invoice.unread', { name: titleOf(name), text });

/** What a column is called in the language of the screen. */
export const titleOf = (column: Column): string => fieldLabel(language, 'invoices', column);

function rowOf(
  row: ImportTableRow<Column>,
  direction: ImportedInvoice['direction'],
): Pick<ReadRow, 'row' | 'problem'> {
  const { texts } = row;
  const wrong = (name: Column) => ({ row: null, problem: unread(name, texts[name]) });
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
  };
}

/** The rows of a list below its headings; `direction` is that of rows that say none. Null without headings. */
export function readRows(
  cells: readonly (readonly string[])[],
  direction: ImportedInvoice['direction'],
  source: NumberSource = {},
): readonly ReadRow[] | null {
  const rows = readImportTable<Column>(
    cells,
    {
      titles: titlesFor(direction),
      isEnough: (mapping) => mapping.includes('number') && mapping.includes('partnerName'),
      numbers: ['net', 'tax', 'gross'],
      days: ['invoiceDate'],
    },
    source,
  );
  return (
    rows?.map((row) => {
      const day = row.dayIn('invoiceDate')?.day;
      const texts = day === undefined ? row.texts : { ...row.texts, invoiceDate: day };
      return { place: row.place, texts, ...rowOf(row, direction) };
    }) ?? null
  );
}
