// For tests only: a truth of payments, written as a bank's list in any style, and what its reading may be.
import { dayAfter, decimal, toPlainDecimal } from '@tradehouse/domain';
import {
  fileStyles,
  shuffled,
  styledCode,
  styledDay,
  styledFile,
  styledNumber,
} from '@tradehouse/domain/testing';
import fc from 'fast-check';
import { readGiven } from '../control/importDialog/importSource.ts';
import { sheetInput } from '../control/importDialog/testSheetCells.ts';
import { readBankFile } from '../bank/bankFile.ts';
import { bankHeadings, readBankRows } from '../bank/bankRows.ts';

const places = fc.constantFrom(0, 2, 2, 2, 3);

/** Payments in the order of time: days forward from a first one, amounts other than zero. */
const payments = (decimals: number) =>
  fc.array(
    fc.record({
      days: fc.integer({ min: 0, max: 9 }),
      units: fc.oneof(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 2_000_000_000 }),
        fc.integer({ min: 1, max: 90 }).map((whole) => whole * 10 ** (decimals + 2)),
      ),
      isOut: fc.boolean(),
      partner: fc.constantFrom('Ada', 'Bob & Co', 'Müller; Söhne', '晨光', 'Cy, Inc', ''),
      reference: fc.constantFrom('', 'R1', '0012', '4200001234567890123456', '12345678901'),
    }),
    { minLength: 1, maxLength: 7 },
  );

export const bankTruths = places.chain((decimals) =>
  fc.record({
    decimals: fc.constant(decimals),
    first: fc.integer({ min: 0, max: 800 }).map((days) => dayAfter('2025-01-01', days)),
    opening: fc.integer({ min: -1000, max: 1_000_000 }),
    rows: payments(decimals),
  }),
);
type BankTruth = typeof bankTruths extends fc.Arbitrary<infer Truth> ? Truth : never;

export const bankStyles = fc.record({
  file: fileStyles,
  titles: fc.constantFrom('zh', 'en', 'both', 'units'),
  signs: fc.constantFrom(
    'minus',
    'behind',
    'brackets',
    'mathematics',
    'side',
    'words',
    'columns',
    'negative columns',
    'none',
  ),
  hasBalance: fc.boolean(),
  isNewestFirst: fc.boolean(),
  currency: fc.constantFrom('', '', '¥', 'EUR '),
  sum: fc.boolean(),
  openingRow: fc.boolean(),
  isSheet: fc.boolean(),
});
type BankStyle = typeof bankStyles extends fc.Arbitrary<infer Style> ? Style : never;

const titles = {
  date: ['交易日期', 'Date'],
  amount: ['金额', 'Amount'],
  income: ['收入', 'Credit'],
  outgo: ['支出', 'Debit'],
  way: ['收/支', 'Direction'],
  balance: ['余额', 'Balance'],
  partner: ['对方户名', 'Counterparty'],
  reference: ['交易流水号', 'Transaction ID'],
} as const;
type Field = keyof typeof titles;

const titleOf = (field: Field, { titles: language }: BankStyle): string => {
  const [zh, en] = titles[field];
  const unit = field === 'amount' || field === 'balance' ? '(元)' : '';
  return { zh, en, both: `${zh} ${en}`, units: `${zh}${unit}` }[language];
};

interface Payment {
  readonly date: string;
  readonly amount: string;
  readonly balance: string;
  readonly partner: string;
  readonly reference: string;
}

/** The payments with their days, signs and balances, oldest first. */
export function paymentsOf({ first, rows, opening, decimals }: BankTruth): readonly Payment[] {
  const unit = decimal(10).pow(-decimals);
  let date = first;
  let held = decimal(opening).times(unit);
  return rows.map(({ days, units, isOut, partner, reference }) => {
    date = dayAfter(date, days);
    const amount = decimal(isOut ? -units : units).times(unit);
    held = held.plus(amount);
    return {
      date,
      amount: toPlainDecimal(amount),
      balance: toPlainDecimal(held),
      partner,
      reference,
    };
  });
}

function signedText(value: string, decimals: number, style: BankStyle): string {
  const isOut = value.startsWith('-');
  const digits = style.currency + numberText(value.replace('-', ''), decimals, style);
  if (style.signs === 'behind') return isOut ? `${digits}-` : digits;
  if (style.signs === 'brackets') return isOut ? `(${digits})` : digits;
  if (style.signs === 'mathematics') return isOut ? `\u2212${digits}` : digits;
  if (style.signs === 'side') return `${digits} ${isOut ? 'DR' : 'CR'}`;
  return isOut ? `-${digits}` : digits;
}

/** Numbers of a spreadsheet's cells have a point and no thousands. */
const numberText = (value: string, decimals: number, { isSheet, file }: BankStyle): string =>
  isSheet ? value : styledNumber(value, decimals, file);

function cellOf(field: Field, payment: Payment, decimals: number, style: BankStyle): string {
  const { amount } = payment;
  const isOut = amount.startsWith('-');
  const size = numberText(amount.replace('-', ''), decimals, style);
  switch (field) {
    case 'date':
      return style.isSheet ? payment.date : styledDay(payment.date, style.file);
    case 'income':
      return isOut ? '' : size;
    case 'outgo':
      return isOut ? (style.signs === 'negative columns' ? `-${size}` : size) : '';
    case 'way':
      return isOut ? '支出' : '收入';
    case 'amount':
      return style.signs === 'none' || style.signs === 'words'
        ? size
        : signedText(amount, decimals, style);
    case 'balance': {
      const digits = numberText(payment.balance.replace('-', ''), decimals, style);
      return payment.balance.startsWith('-') ? `-${digits}` : digits;
    }
    case 'partner':
      return payment.partner;
    case 'reference':
      return style.isSheet ? payment.reference : styledCode(payment.reference, style.file);
  }
}

function fieldsOf(style: BankStyle): readonly Field[] {
  const amounts: readonly Field[] =
    style.signs === 'columns' || style.signs === 'negative columns'
      ? ['income', 'outgo']
      : style.signs === 'words'
        ? ['way', 'amount']
        : ['amount'];
  const balance: readonly Field[] = style.hasBalance ? ['balance'] : [];
  return shuffled(['date', ...amounts, ...balance, 'partner', 'reference'], style.file.seed);
}

/** A file of a truth; null where its encoding lacks a sign. */
function written(truth: BankTruth, style: BankStyle) {
  const fields = fieldsOf(style);
  const payments = paymentsOf(truth);
  const shown = style.isNewestFirst ? payments.toReversed() : payments;
  const cells = shown.map((payment) =>
    fields.map((field) => cellOf(field, payment, truth.decimals, style)),
  );
  const sum = style.sum
    ? [fields.map((field) => (field === 'partner' ? '合计' : field === 'amount' ? '12.50' : ''))]
    : [];
  const rows = [fields.map((field) => titleOf(field, style)), ...cells, ...sum];
  if (style.isSheet)
    return {
      shown,
      given: sheetInput(rows),
      places: rows.map((_, at) => at + 1),
    };
  const file = styledFile(rows, style.file);
  if (file === null) return null;
  return {
    shown,
    given: { kind: 'file', name: 'a.csv', bytes: file.bytes } as const,
    places: file.places,
  };
}

export type Outcome = 'unwritable' | 'refused' | 'partly' | 'read';

/** Reads a generated bank file; throws if a row is read wrongly, or neither read nor refused. */
export function checkBank(truth: BankTruth, style: BankStyle): Outcome {
  const file = written(truth, style);
  if (file === null) return 'unwritable';
  const source = readGiven(file.given, {});
  if (source.encoding === 'unclear') return 'refused';
  const bank = readBankFile(source.text ?? '', source.rows);
  const { above, mapping } = bankHeadings(bank);
  const reading = readBankRows(bank, above, mapping, { isSheet: source.isSheet });
  if (reading === null) return 'refused';
  const expected = new Map(file.shown.map((payment, at) => [file.places[at + 1], payment]));
  let refused = 0;
  for (const [place, { date, amount, partner, reference }] of expected) {
    const found = reading.rows.find((row) => row.place === place);
    if (found === undefined)
      throw new Error(`row ${place} is dropped: ${JSON.stringify(reading.left)}`);
    if (found.row === null) {
      refused += 1;
      continue;
    }
    const read = [found.row.date, found.row.amount, found.row.partnerName, found.row.reference];
    if (JSON.stringify(read) !== JSON.stringify([date, amount, partner, reference]))
      throw new Error(
        `row ${place} is read as ${JSON.stringify(read)}, not ${JSON.stringify([date, amount, partner, reference])}`,
      );
  }
  const more = reading.rows.find(({ place, row }) => row !== null && !expected.has(place));
  if (more !== undefined) throw new Error(`row ${more.place} is read, though it is none`);
  const closing = paymentsOf(truth).at(-1)?.balance;
  if (reading.closing !== null && refused === 0 && style.hasBalance && reading.closing !== closing)
    throw new Error(`the balance at the end is ${reading.closing}, not ${closing}`);
  return refused === 0 ? 'read' : 'partly';
}
