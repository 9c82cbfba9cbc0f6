import { choiceLabel, fieldLabel } from '@tradehouse/contract';
import type { ImportedInvoice } from '@tradehouse/contract';
import { dayIn, decimal, invoiceDirections, invoiceKinds, plain } from '@tradehouse/domain';
import { language } from '../../app/session/language.ts';
import { figureOf } from '../../control/figureText.ts';
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

const plainTitle = (title: string): string => title.replaceAll(/[\s*＊]/g, '').toLowerCase();

const columnByTitle = new Map<string, Column>(
  importColumns.flatMap((column) =>
    LANGUAGES.map((each) => [plainTitle(fieldLabel(each, 'invoices', column)), column]),
  ),
);

/** What the columns hold, by their headings; null where the first row is none. */
export function headingsOf(cells: readonly string[]): readonly (Column | null)[] | null {
  const found = cells.map((cell) => columnByTitle.get(plainTitle(cell)) ?? null);
  return found.includes('number') && found.includes('partnerName') ? found : null;
}

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
function amountsOf({ net = '', tax = '', gross = '' }: ReadRow['texts']) {
  const taxed = tax === '' ? '0' : figureOf(tax);
  const whole = figureOf(gross);
  if (taxed === undefined) return undefined;
  if (net === '' && whole !== undefined)
    return { net: plain(decimal(whole).minus(taxed)), tax: taxed };
  const own = figureOf(net);
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
  texts: ReadRow['texts'],
  direction: ImportedInvoice['direction'],
): Pick<ReadRow, 'row' | 'problem'> {
  const wrong = (name: Column) => ({ row: null, problem: unread(name, texts[name]) });
  const { number = '', partnerName = '', billNumbers = '', remark = '' } = texts;
  if (number === '' || number.length > 40) return wrong('number');
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
  const day = dayIn(texts.invoiceDate ?? '');
  if (day === undefined) return wrong('invoiceDate');
  if (partnerName === '') return wrong('partnerName');
  const amounts = amountsOf(texts);
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
): readonly ReadRow[] | null {
  const [titles = [], ...rows] = cells;
  const meaning = headingsOf(titles);
  if (meaning === null) return null;
  return rows.map((row, at) => {
    const texts = Object.fromEntries(
      meaning.flatMap((column, place) => {
        const text = row[place]?.trim() ?? '';
        if (column === null || text === '') return [];
        return [[column, column === 'invoiceDate' ? (dayIn(text) ?? text) : text]];
      }),
    );
    return { place: at + 2, texts, ...rowOf(texts, direction) };
  });
}
