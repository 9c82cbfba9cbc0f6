// Rows of a bank's file: whatever the bank calls its columns, and OFX, which names them itself.
import type { BankRowInput } from '@tradehouse/contract';
import { dayIn, decimal, plain } from '@tradehouse/domain';
import { figureOf } from '../../control/figureText.ts';
import { t } from '../../phrase/index.ts';
import { belowHeadings as columnsBelow, textUnder } from '../../document/lines/headings.ts';
import type { Headings, Meaning as Columns } from '../../document/lines/headings.ts';
import { cellsIn } from '../../document/lines/importRows.ts';
import { isMt940, readMt940 } from './mt940.ts';

/** What a column of a bank's file may hold. */
export const bankColumns = [
  'date',
  'amount',
  'income',
  'outgo',
  'way',
  'balance',
  'partner',
  'purpose',
  'reference',
] as const;
export type BankColumn = (typeof bankColumns)[number];
export type Meaning = Columns<BankColumn>;
type Cells = readonly (readonly string[])[];

/** What banks call their columns. */
const headings: Headings<BankColumn> = {
  date: /^(交易日期?|交易时间|记账日期?|入账日期|日期|transactiondate|bookingdate|posteddate|valuedate|date)$/,
  income:
    /^(收入|收入金额|贷方|贷方金额|贷方发生额|存入金额|credit|creditamount|deposits?|paidin|moneyin)$/,
  outgo:
    /^(支出|支出金额|借方|借方金额|借方发生额|支取金额|debit|debitamount|withdrawals?|paidout|moneyout)$/,
  way: /^(借贷标志|借贷方向|收支|收支标志|借贷|drcr|type|debitcredit|creditdebit)$/,
  amount: /^(金额|交易金额|发生额|amount|transactionamount)$/,
  balance: /^(余额|账户余额|当前余额|交易后余额|balance|runningbalance|closingbalance)$/,
  partner:
    /^(对方户名|对方名称|对方账户名称|对方单位|交易对手|收付款人|户名|counterparty|counterpartyname|payee|name|partner)$/,
  purpose:
    /^(摘要|用途|附言|备注|交易摘要|description|memo|details|narrative|purpose|reference\/?description)$/,
  reference:
    /^(流水号|交易流水号|凭证号|参考号|交易号|fitid|reference|referenceno|transactionid|id)$/,
};

const tells = (meaning: Meaning): boolean =>
  meaning.includes('date') &&
  (['amount', 'income', 'outgo'] as const).some((column) => meaning.includes(column));

/** What stands below the headings, and what those say. */
export const belowHeadings = (cells: Cells) => columnsBelow(cells, headings, tells);

/** The meaning with one column given another; what held it before holds nothing. */
export const meant = (meaning: Meaning, place: number, column: BankColumn | null): Meaning =>
  meaning.map((before, at) => (at === place ? column : before === column ? null : before));

export interface ReadBankRow {
  /** Its place among the rows of the file, from 1. */
  readonly place: number;
  /** As they stand there, but for a day that could be read. */
  readonly cells: readonly string[];
  readonly row: BankRowInput | null;
  readonly problem: string | null;
}

interface Reading {
  readonly rows: readonly ReadBankRow[];
  /** Rows that name no day: sums and notes of the bank. */
  readonly left: number;
  /** What the account held after the last of them; null: no column tells. */
  readonly closing: string | null;
}

/** The rows of a file as its columns are meant; null while they don't say a day and an amount. */
export function readBankRows(cells: Cells, above: number, meaning: Meaning): Reading | null {
  if (!tells(meaning)) return null;
  const texts = cells.slice(above).map((row, at) => ({ row, place: above + at + 1 }));
  const dated = texts.filter(({ row }) => isMeantAsDay(textUnder(row, meaning, 'date')));
  const order = orderOf(dated.map(({ row }) => textUnder(row, meaning, 'date')));
  const rows = dated.map(({ row, place }) => {
    const date = dayOf(textUnder(row, meaning, 'date'), order);
    const cells = date === undefined ? row : row.with(meaning.indexOf('date'), date);
    return { place, cells, ...rowOf(row, meaning, date) };
  });
  return { rows, left: texts.length - dated.length, closing: closingOf(rows, meaning) };
}

/** Is it a day, or was to be one, such as 2026-11-31 or 31.11.2026? A row that is left out is missed by no one. */
const isMeantAsDay = (text: string): boolean =>
  dayIn(text) !== undefined ||
  /^(\d{1,4}[-/.年 ]\d{1,2}[-/.月 ]\d{1,4}日?([ T][\d:.]+)?|\d{8})$/.test(text);

/** A day whose year stands last. */
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})/;
type Order = 'dayFirst' | 'monthFirst' | null;

/** Whether days stand before months where the year stands last; points say so, else what is no month. Null: nothing tells. */
function orderOf(texts: readonly string[]): Order {
  const parts = texts.flatMap((text) => {
    const [, first = '', sign = '', second = ''] = YEAR_LAST.exec(text) ?? [];
    return first === '' ? [] : [{ first: Number(first), sign, second: Number(second) }];
  });
  if (parts.some(({ first, sign }) => sign === '.' || first > 12)) return 'dayFirst';
  return parts.some(({ second }) => second > 12) ? 'monthFirst' : null;
}

/** A day in the order of its file; undefined where it is none. */
const dayOf = (text: string, order: Order): string | undefined =>
  dayIn(
    order === null ? text : text.replace(YEAR_LAST, order === 'dayFirst' ? '$4-$3-$1' : '$4-$1-$3'),
  );

function rowOf(
  row: readonly string[],
  meaning: Meaning,
  date: string | undefined,
): Pick<ReadBankRow, 'row' | 'problem'> {
  const text = (column: BankColumn) => textUnder(row, meaning, column);
  const amount = signedOf(text);
  if (date === undefined) return unread('date');
  if (amount === undefined) return unread('amount');
  return {
    row: {
      date,
      amount,
      partnerName: text('partner').slice(0, 200),
      purpose: text('purpose').slice(0, 500),
      reference: text('reference').slice(0, 100),
    },
    problem: null,
  };
}

const unread = (column: BankColumn) => ({
  row: null,
  problem: t('bank.unread', { name: t(`bank.column.${column}`) }),
});

/** A row's amount, below zero where it left the account: signed, or told by its column or by a word. */
function signedOf(text: (column: BankColumn) => string): string | undefined {
  const [income, outgo] = [amountOr0(text('income')), amountOr0(text('outgo'))];
  if (income === undefined || outgo === undefined) return undefined;
  const moved = decimal(income).minus(decimal(outgo).abs());
  const typed = figureOf(text('amount'));
  if (moved.isZero() && typed === undefined) return undefined;
  const amount = moved.isZero() ? decimal(typed ?? '0') : moved;
  const went = /^(借|支|出|d|dr|debit|out|-)/i.test(text('way'));
  const signed = went && amount.gt(0) ? amount.negated() : amount;
  return signed.isZero() ? undefined : plain(signed);
}

const amountOr0 = (text: string): string | undefined =>
  /^[-–—]*$/.test(text) ? '0' : figureOf(text);

/** Banks write from the first day on, or from the last one back. */
function closingOf(rows: readonly ReadBankRow[], meaning: Meaning): string | null {
  const [first, last] = [rows[0], rows.at(-1)];
  const back = (first?.row?.date ?? '') > (last?.row?.date ?? '');
  const end = back ? first : last;
  return (end && figureOf(textUnder(end.cells, meaning, 'balance'))) ?? null;
}

/** The cells of what a bank's file holds: OFX, MT940, or a table of commas or tabs. */
export function bankCells(text: string): Cells {
  if (/<OFX>/i.test(text)) return ofxCells(text);
  return isMt940(text) ? mt940Cells(text) : cellsIn(text);
}

/** The currency that a file says its amounts are in; '' where it says none. */
export const bankCurrency = (text: string): string =>
  (isMt940(text)
    ? readMt940(text).currency
    : (/<CURDEF>([A-Z]{3})/i.exec(text)?.[1] ?? '')
  ).toUpperCase();

/** Rows of MT940 under headings, the balance with the last; those of further accounts have no day, and so are left out. */
function mt940Cells(text: string): Cells {
  const { rows, closing, others } = readMt940(text);
  return [
    ['date', 'amount', 'name', 'memo', 'reference', 'balance'],
    ...rows.map(({ date, amount, partner, purpose, reference }, at) => [
      date,
      amount,
      partner,
      purpose,
      reference,
      at === rows.length - 1 ? (closing ?? '') : '',
    ]),
    ...Array.from({ length: others }, () => ['']),
  ];
}

/** Transactions of OFX (1 and 2) under headings, the ledger balance with the last. */
function ofxCells(text: string): Cells {
  const field = (block: string, tag: string): string =>
    decoded(new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(block)?.[1]?.trim() ?? '');
  const rows = text
    .split(/<STMTTRN>/i)
    .slice(1)
    .map((block) => block.split(/<\/STMTTRN>|<\/BANKTRANLIST>/i)[0] ?? '')
    .map((block) => [
      field(block, 'DTPOSTED').slice(0, 8),
      field(block, 'TRNAMT'),
      field(block, 'NAME'),
      field(block, 'MEMO'),
      field(block, 'FITID'),
    ])
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other));
  const ledger = /<LEDGERBAL>[\s\S]*?<BALAMT>([^<\r\n]*)/i.exec(text)?.[1]?.trim() ?? '';
  return [
    ['date', 'amount', 'name', 'memo', 'fitid', 'balance'],
    ...rows.map((row, at) => [...row, at === rows.length - 1 ? ledger : '']),
  ];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' };
const decoded = (text: string): string =>
  text.replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
