import type {
  HeadFactName,
  PrintedLineName,
  LineReply,
  PhraseLanguage,
  PrintedDocument,
  PrintTemplate,
  PrintWord,
  SettingsReply,
  SignField,
  SumName,
} from '@tradehouse/contract';
import { choiceLabel, printLabel, printWord } from '@tradehouse/contract';
import {
  daysBetween,
  decimal,
  documentKinds,
  inCapitals,
  inWords,
  toPlainDecimal,
  prepaidPart,
  showsChange,
  sum,
} from '@tradehouse/domain';
import { aliasOf } from '../app/settings/propertyAliases.ts';
import { amountText, currencyDigitsOf, isForeignCurrency } from '../control/currency.ts';
import { moneyText, percentText, priceText, quantityText, timeText } from '../control/format.ts';

/** Text to print: a template applied to a document, without amounts hidden from the reader. */
export interface PrintContent {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly company: readonly { readonly name: boolean; readonly text: string }[];
  readonly facts: readonly Labelled[];
  readonly columns: readonly ContentColumn[];
  readonly rows: readonly ContentRow[];
  /** By column; empty where nothing is summed. */
  readonly totals: readonly string[];
  readonly totalWord: string;
  readonly pageSumWord: string;
  readonly sums: readonly Labelled[];
  readonly notes: readonly string[];
  readonly signs: readonly Labelled[];
  readonly printTime: string;
  readonly pageWord: (page: number, pages: number) => string;
  /** Returns sums by column of the lines from `from` to before `to`. */
  readonly sumOf: (from: number, to: number) => readonly string[];
}

export interface Labelled {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  /** Takes the whole width. */
  readonly wide: boolean;
}

export interface ContentColumn<Field extends string = string> {
  readonly field: Field;
  readonly label: string;
  readonly right: boolean;
  /** Width in percent; 0: determined by the content. */
  readonly width: number;
}

export interface ContentRow {
  readonly cells: readonly string[];
  /** Line of the row; null if the row continues the previous line. */
  readonly line: LineReply | null;
}

export interface ContentOptions {
  readonly template: PrintTemplate;
  readonly settings: SettingsReply;
  /** The reader's. */
  readonly language: PhraseLanguage;
  readonly printedAt: string;
}

type Money = string | null;

/** How values are written, and labels in the languages of the template. */
interface Pen {
  readonly languages: readonly PhraseLanguage[];
  /** Three-letter code of the document's currency. */
  readonly currency: string;
  /** Returns the number of decimals in an amount of the document. */
  readonly digits: (value: string) => number;
  readonly money: (value: Money) => string;
  /** Behind the sign of the document's currency. */
  readonly sum: (value: Money) => string;
  /** Behind the sign of the company's own. */
  readonly own: (value: Money) => string;
  readonly price: (value: Money) => string;
  readonly time: (value: string | null) => string;
  /** A choice in the template's languages. */
  readonly choice: (name: string, choice: string) => string;
  readonly word: (word: PrintWord) => string;
  readonly days: (count: number) => string;
}

const joinLanguages = (
  languages: readonly PhraseLanguage[],
  say: (one: PhraseLanguage) => string,
) => [...new Set(languages.map(say))].join(' ');

const languagesOf = (
  { language }: PrintTemplate,
  reader: PhraseLanguage,
): readonly PhraseLanguage[] =>
  language === 'both' ? ['zh-cn', 'en'] : [language === 'reader' ? reader : language];

function penOf(currency: string, { template, settings, language }: ContentOptions): Pen {
  const languages = languagesOf(template, language);
  const { timeZone } = settings;
  const digits = (value: string): number => currencyDigitsOf(value, currency, settings);
  const signed = (value: Money, currency: string | null): string =>
    value === null ? '' : amountText(value, currency, settings);
  return {
    languages,
    currency: isForeignCurrency(currency, settings) ? currency : settings.currency,
    digits,
    money: (value) => (value === null ? '' : moneyText(value, digits(value))),
    sum: (value) => signed(value, currency),
    own: (value) => signed(value, null),
    price: (value) =>
      value === null ? '' : priceText(value, currencyDigitsOf(null, currency, settings)),
    // Formatted to the minute: no one reads seconds on paper.
    time: (value) => (value === null ? '' : timeText(value, timeZone).slice(0, 16)),
    choice: (name, choice) => joinLanguages(languages, (one) => choiceLabel(one, name, choice)),
    word: (word) => joinLanguages(languages, (one) => printWord(one, word)),
    days: (count) =>
      joinLanguages(languages, (one) =>
        printWord(one, count === 1 ? 'day' : 'days').replace('{n}', String(count)),
      ),
  };
}

const isZeroAmount = (value: string): boolean => decimal(value).isZero();
/** Formats a value; empty text for zero. */
const formatUnlessZero = (value: Money, write: (value: Money) => string): string =>
  value === null || isZeroAmount(value) ? '' : write(value);

/** The amount a document is about. */
function mainAmount(document: PrintedDocument): Money {
  const { amounts, subject, partner } = documentKinds[document.kind];
  const named = (['debt', 'change', 'services'] as const).some((name) => amounts.includes(name));
  if (named) return document.payable;
  if (subject === 'money' && amounts.includes('paidNow')) return document.paidNow;
  return partner !== null && amounts.includes('discount')
    ? document.afterDiscount
    : document.totalAmount;
}

const formatSettlementShare =
  (pen: Pen) =>
  ({ accountName, amount }: PrintedDocument['settlements'][number]): string =>
    `${accountName} ${pen.sum(amount)}`;

/** Returns the payment method; for a partial prepayment, the part and the method of the rest. */
function paymentOf({ payment, payable, settlements }: PrintedDocument, pen: Pen): string {
  const way = pen.choice('payment', payment);
  if (payment !== 'prepaid' || payable === null || settlements.length === 0) return way;
  return [
    `${way} ${pen.sum(toPlainDecimal(prepaidPart({ payable, settlements })))}`,
    ...settlements.map(formatSettlementShare(pen)),
  ].join(', ');
}

/** Formatters of facts that differ from the document's values. */
const factReaders: Readonly<
  Partial<Record<HeadFactName, (from: PrintedDocument, pen: Pen) => string>>
> = {
  time: ({ time }, pen) => pen.time(time),
  warehouseName: ({ lines }) =>
    [...new Set(lines.map((line) => line.warehouseName))].filter((name) => name !== '').join(', '),
  auditedAt: ({ auditedAt }, pen) => pen.time(auditedAt),
  accountName: ({ settlements, accountName }, pen) =>
    settlements.length < 2 ? accountName : settlements.map(formatSettlementShare(pen)).join(', '),
  payment: paymentOf,
  paymentKind: ({ paymentKind, time, dueOn }, pen) => {
    if (paymentKind === null) return '';
    const days = dueOn === null ? 0 : daysBetween(pen.time(time).slice(0, 10), dueOn);
    return paymentKind === 'cycle' && days > 0
      ? pen.days(days)
      : pen.choice('paymentKind', paymentKind);
  },
  status: ({ status }, pen) => pen.choice('status', status),
};
type PrintedValues = Readonly<Record<string, unknown>>;
const asItStands = (values: PrintedValues, field: string): string => String(values[field] ?? '');

/** Returns a fact's formatter, or the document's value unchanged. */
const factOf = (field: HeadFactName) => (document: PrintedDocument, pen: Pen) =>
  factReaders[field]?.(document, pen) ?? asItStands(document, field);

/** Amounts printed even when 0, because readers look for the amounts. */
const soughtSums = [
  'goodsAmount',
  'totalAmount',
  'afterDiscount',
  'payable',
  'paidNow',
  'debt',
  'openDebt',
] as const satisfies readonly SumName[];
/** No cash is handed over, and none given back, where a prepayment pays. */
const handedOver =
  (name: 'received' | 'changeGiven') =>
  (document: PrintedDocument, pen: Pen): string =>
    document.payment === 'prepaid' ? '' : pen.sum(document[name]);
const sumReaders: Readonly<Partial<Record<SumName, (from: PrintedDocument, pen: Pen) => string>>> =
  {
    ...Object.fromEntries(
      soughtSums.map((name) => [
        name,
        (document: PrintedDocument, pen: Pen) => pen.sum(document[name]),
      ]),
    ),
    received: handedOver('received'),
    changeGiven: (document, pen) =>
      showsChange(documentKinds[document.kind], decimal(document.changeGiven ?? '0'))
        ? handedOver('changeGiven')(document, pen)
        : '',
    totalQuantity: ({ totalQuantity }) => quantityText(totalQuantity),
    weight: ({ lines }) => formatUnlessZero(totalOfLineField(lines, 'weight'), quantityText),
    discountRate: ({ discountRate }) => formatUnlessZero(discountRate, percentText),
    services: ({ services }) =>
      services.map(({ name, quantity }) => `${name} × ${quantityText(quantity)}`).join(', '),
    written: (document, { languages, currency, digits }) => {
      const amount = mainAmount(document);
      if (amount === null) return '';
      return joinLanguages(languages, (one) => {
        const words = (one === 'en' ? inWords : inCapitals)(decimal(amount), digits(amount));
        // Only yuan are named by the words themselves.
        return one !== 'en' && currency === 'CNY' ? words : `${currency} ${words}`;
      });
    },
    exchangeDifference: ({ exchangeDifference }, pen) =>
      formatUnlessZero(exchangeDifference, pen.own),
    partnerDebtBefore: ({ partnerDebtBefore }, pen) => pen.own(partnerDebtBefore),
    partnerDebt: ({ partnerDebt }, pen) => pen.own(partnerDebt),
  };

/** Returns a sum's formatter; any other amount is printed unless zero. */
const sumReaderOf = (field: SumName) => (document: PrintedDocument, pen: Pen) =>
  sumReaders[field]?.(document, pen) ??
  // SAFETY: a sum without a formatter is an amount of the document.
  formatUnlessZero(document[field as keyof PrintedDocument] as Money, pen.sum);

const signed: Readonly<Partial<Record<SignField, keyof PrintedDocument>>> = {
  maker: 'creatorName',
  auditor: 'auditorName',
  salesperson: 'salespersonNames',
};

const joinAllocationTexts = (
  { allocations }: LineReply,
  read: (part: LineReply['allocations'][number]) => string | null,
): string =>
  [...new Set(allocations.map(read))].filter((text) => text !== null && text !== '').join(', ');

/** Formatters of line fields that differ from the line's values. */
const lineReaders: Readonly<
  Partial<Record<PrintedLineName, (from: LineReply, pen: Pen) => string>>
> = {
  position: () => '',
  role: ({ role }, pen) =>
    role === 'composite' || role === 'part' ? pen.word(`role.${role}`) : '',
  manufacturer: ({ maker }) => maker,
  serials: (line) => joinAllocationTexts(line, ({ serials }) => serials.join(', ')),
  lot: (line) => joinAllocationTexts(line, ({ lot }) => lot),
  expiry: (line) => joinAllocationTexts(line, ({ expiry }) => expiry),
  stockType: (line, pen) =>
    joinAllocationTexts(line, ({ stockType }) =>
      stockType === 'formal' ? null : pen.choice('stockType', stockType),
    ),
  quantity: ({ quantity }) => quantityText(quantity),
  doneQuantity: ({ doneQuantity }) => quantityText(doneQuantity),
  referencePrice: ({ referencePrice }, pen) => pen.price(referencePrice),
  unitPrice: ({ unitPrice }, pen) => pen.price(unitPrice),
  amount: ({ amount }, pen) => pen.money(amount),
  taxRate: ({ taxRate }) => formatUnlessZero(taxRate, (rate) => quantityText(rate)),
  tax: ({ tax }, pen) => formatUnlessZero(tax, pen.money),
  total: ({ total }, pen) => pen.money(total),
  weight: ({ weight }) => formatUnlessZero(weight, (kilos) => quantityText(kilos)),
  settledNumber: ({ settledNumber, settledDocumentId, accountId, itemId, amount }, pen) => {
    if (settledDocumentId !== null || accountId !== null || itemId !== null) return settledNumber;
    // Amounts used from stored money, or retained from a deposit, are negative.
    return pen.word(amount?.startsWith('-') === true ? 'kept' : 'opening');
  },
  settledDebt: ({ settledDebt }, pen) => pen.money(settledDebt),
  settledBefore: ({ settledBefore }, pen) => pen.money(settledBefore),
  exchangeDifference: ({ exchangeDifference }, pen) =>
    formatUnlessZero(exchangeDifference, pen.own),
};
/** Returns a line field by its formatter, or the line's value unchanged. */
const formatLineField = (field: PrintedLineName, line: LineReply, pen: Pen): string =>
  lineReaders[field]?.(line, pen) ?? asItStands(line, field);

const numbers: ReadonlySet<PrintedLineName> = new Set([
  'quantity',
  'doneQuantity',
  'referencePrice',
  'unitPrice',
  'amount',
  'taxRate',
  'tax',
  'total',
  'weight',
  'settledDebt',
  'settledBefore',
  'exchangeDifference',
]);
const amounts: ReadonlySet<PrintedLineName> = new Set([
  'referencePrice',
  'unitPrice',
  'amount',
  'tax',
  'total',
  'settledDebt',
  'settledBefore',
  'exchangeDifference',
]);
const summed = ['quantity', 'amount', 'tax', 'total', 'weight'] as const;
type SummedLineField = (typeof summed)[number];
const isSummed = (field: PrintedLineName): field is SummedLineField =>
  summed.some((one) => one === field);

const totalOfLineField = (all: readonly LineReply[], field: SummedLineField): string =>
  toPlainDecimal(sum(all.map((line) => decimal(line[field] ?? 0))));

/**
 * Maximum letters in a cell; the rest continues in the row below, because a row must fit a page even with
 * many serials.
 */
const LONGEST = 240;

/** Splits a list into parts of at most a cell's length. */
function splitLongCell(text: string): readonly string[] {
  if (text.length <= LONGEST) return [text];
  const parts: string[] = [];
  for (const item of text.split(', ')) {
    const last = parts.at(-1);
    if (last === undefined || last.length + item.length > LONGEST) parts.push(item);
    else parts[parts.length - 1] = `${last}, ${item}`;
  }
  return parts;
}

interface ContentItem<Field extends string = string> {
  readonly field: Field;
  /** Label in the template; '' for the default label. */
  readonly label: string;
}

const labelsOf =
  (kind: PrintedDocument['kind'], { languages }: Pen) =>
  ({ field, label }: ContentItem): string =>
    label === ''
      ? (aliasOf(field) ?? joinLanguages(languages, (one) => printLabel(one, kind, field)))
      : label;

function contentTitleOf({ kind }: PrintedDocument, { header }: PrintTemplate, pen: Pen): string {
  const { name, paper = name } = documentKinds[kind];
  return header.title === '' ? joinLanguages(pen.languages, (one) => paper[one]) : header.title;
}

const contentCompanyOf = (
  { header }: PrintTemplate,
  settings: SettingsReply,
  pen: Pen,
): PrintContent['company'] =>
  header.company
    .map((field) => ({ name: field === 'companyName', field, value: settings[field] }))
    .filter(({ value }) => value !== '')
    .map(({ name, field, value }) => ({
      name,
      text: name ? value : `${pen.word(field)}: ${value}`,
    }));

/** Returns sums by column over some lines of a document. */
const contentSumsOf =
  ({ kind }: PrintedDocument, columns: readonly ContentColumn<PrintedLineName>[], pen: Pen) =>
  (some: readonly LineReply[]): string[] =>
    columns.map(({ field }) => {
      const assembled = documentKinds[kind].goods.composite !== undefined;
      if (!isSummed(field) || assembled || some.every((line) => line[field] === null)) return '';
      const total = totalOfLineField(some, field);
      return field === 'quantity' || field === 'weight' ? quantityText(total) : pen.money(total);
    });

/** Returns fields with labels; omits empty fields. */
const labelledFieldsOf = <Field extends string>(
  document: PrintedDocument,
  pen: Pen,
  items: readonly ContentItem<Field>[],
  read: (field: Field) => (document: PrintedDocument, pen: Pen) => string,
): readonly Labelled[] =>
  items
    .map((item) => ({
      field: item.field,
      label: labelsOf(document.kind, pen)(item),
      value: read(item.field)(document, pen),
      wide: wide.has(item.field),
    }))
    .filter(({ value }) => value !== '');

const footOf = (
  document: PrintedDocument,
  { template: { footer }, settings, printedAt }: ContentOptions,
  pen: Pen,
): Pick<PrintContent, 'notes' | 'signs' | 'printTime' | 'pageWord'> => ({
  notes: [footer.note, footer.agreement ? settings.saleAgreement : ''].filter(
    (text) => text !== '',
  ),
  signs: footer.signs.map((item) => {
    const from = signed[item.field];
    const value = from === undefined ? '' : String(document[from] ?? '');
    return { field: item.field, label: labelsOf(document.kind, pen)(item), value, wide: false };
  }),
  printTime: footer.printTime
    ? pen.word('printTime').replaceAll('{time}', pen.time(printedAt))
    : '',
  pageWord: (page, pages) =>
    pen.word('page').replaceAll('{page}', String(page)).replaceAll('{pages}', String(pages)),
});

/** Returns the sums to print, without repeats of the amount due; without tax, the total is the goods amount. */
function sumItemsOf(
  { payable, taxAmount, ...document }: PrintedDocument,
  { sums }: PrintTemplate,
): readonly ContentItem<SumName>[] {
  const repeats = (field: SumName): boolean => {
    if (field !== 'goodsAmount' && field !== 'totalAmount') return false;
    const amount = document[field];
    return amount !== null && payable !== null && decimal(amount).equals(payable);
  };
  const dues = sums.some(({ field }) => field === 'payable');
  const untaxed = taxAmount !== null && isZeroAmount(taxAmount);
  return sums
    .filter(({ field }) => !dues || !repeats(field))
    .map((item) =>
      untaxed && item.field === 'totalAmount' ? { ...item, field: 'goodsAmount' } : item,
    );
}

/** Applies a template to a document. */
export function contentOfDocument(
  document: PrintedDocument,
  options: ContentOptions,
): PrintContent {
  const { template, settings } = options;
  const pen = penOf(document.currency, options);
  const columns = contentColumnsOf(document, template, pen);
  const sumOf = contentSumsOf(document, columns, pen);
  const rows = contentRowsOf(document, columns, pen, template.lines.layout === 'table');
  return {
    id: document.id,
    number: document.number,
    title: contentTitleOf(document, template, pen),
    company: contentCompanyOf(template, settings, pen),
    facts: labelledFieldsOf(document, pen, template.facts.fields, factOf),
    columns,
    rows,
    totals: template.lines.totals ? sumOf(document.lines) : columns.map(() => ''),
    totalWord: pen.word('total'),
    pageSumWord: pen.word('pageSum'),
    sums: labelledFieldsOf(document, pen, sumItemsOf(document, template), sumReaderOf),
    ...footOf(document, options, pen),
    sumOf: (from, to) => sumOf(rows.slice(from, to).flatMap(({ line }) => line ?? [])),
  };
}

/** Long texts have a line of their own. */
const wide: ReadonlySet<string> = new Set(['partnerAddress', 'remark', 'written']);

/** Returns the columns with content; hidden amounts never have content. */
function contentColumnsOf(
  { kind, lines: all }: PrintedDocument,
  { lines: { columns, keepEmpty } }: PrintTemplate,
  pen: Pen,
): readonly ContentColumn<PrintedLineName>[] {
  const taxed = all.some(({ tax }) => tax !== null && !isZeroAmount(tax));
  const says = (field: PrintedLineName): boolean => {
    const hidden = amounts.has(field) && all.every((line: PrintedValues) => line[field] === null);
    if (hidden && all.length > 0) return false;
    if (keepEmpty || field === 'position') return true;
    // Without tax the total is the amount again.
    if (field === 'total' && !taxed) return false;
    return all.some((line) => formatLineField(field, line, pen) !== '');
  };
  return columns
    .filter(({ field }) => says(field))
    .map((column) => ({
      field: column.field,
      label: labelsOf(kind, pen)(column),
      right: numbers.has(column.field),
      width: column.width,
    }));
}

function contentRowsOf(
  { lines: all }: PrintedDocument,
  columns: readonly ContentColumn<PrintedLineName>[],
  pen: Pen,
  parted: boolean,
): readonly ContentRow[] {
  return all.flatMap((line, at): ContentRow[] => {
    const cells = columns.map(({ field }) => {
      const text = field === 'position' ? String(at + 1) : formatLineField(field, line, pen);
      return parted ? splitLongCell(text) : [text];
    });
    const height = Math.max(1, ...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, row) => ({
      cells: cells.map((parts) => parts[row] ?? ''),
      line: row === 0 ? line : null,
    }));
  });
}
