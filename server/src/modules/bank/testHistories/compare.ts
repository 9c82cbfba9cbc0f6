// Answers of every screen about random histories as of a day, against the reference.
import {
  accountReportTable,
  agedBillsTable,
  bankStatements,
  customerStatementTable,
  debtTable,
  documentTables,
  freightMonthTable,
  freights,
  invoices,
  profitTable,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { dayAfter, decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { expect } from 'vitest';
import type { Shop } from '../../document/testShop.ts';
import { DAYS, FIRST_DAY, LAST_DAY, LATE, bookedLeft, textOf, worthOf } from './books.ts';
import type { Books, Freight, Invoice, Payment, Statement } from './books.ts';

interface Reply {
  readonly rows: readonly Readonly<Record<string, string | null>>[];
  readonly totals: Readonly<Record<string, string | null>>;
}

async function read(
  { server }: Shop,
  { path, fixed = {} }: TableDeclaration,
  search: object,
): Promise<Reply> {
  const query = { search: JSON.stringify({ ...fixed, ...search }), pageSize: 100 };
  const reply = await server.request('GET', path, query);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Reply }>().data;
}

/** Every day of a history, and the last of all. */
const everyDay: readonly string[] = [
  ...Array.from({ length: DAYS + LATE + 1 }, (_, nth) => dayAfter(FIRST_DAY, nth)),
  LAST_DAY,
];

async function profitUntil(shop: Shop, day: string): Promise<Decimal> {
  const { rows } = await read(shop, profitTable, { dates: [FIRST_DAY, day] });
  return decimal(rows.find(({ line }) => line === 'netProfit')?.['amount'] ?? '0');
}

/** Worth of an invoice: at the rate of its bills, or each share at its own. */
function worthOfInvoice({ parts }: Invoice): Decimal {
  const [first] = parts;
  const isOfOneRate = parts.every(({ bill }) => bill.rate === first?.bill.rate);
  const gross = sum(parts.map(({ amount }) => amount));
  if (first !== undefined && isOfOneRate) return worthOf(gross, first.bill.rate);
  return sum(parts.map(({ bill, amount }) => worthOf(amount, bill.rate)));
}

const worthOfFreight = ({ billed, rate }: Freight): Decimal => worthOf(billed, rate);

/** Debts, invoices, the account, freight and profit as the reference has them at the end of a day. */
function expectedOn(books: Books, day: string): Readonly<Record<string, string>> {
  const { bills, invoices: issued, freight, freightPayments } = books;
  const byThen = <T extends { readonly day: string }>(all: readonly T[]): readonly T[] =>
    all.filter((one) => one.day <= day);
  const sold = byThen(bills).map(({ amount, rate }) => worthOf(amount, rate));
  const paid = byThen(bills.flatMap(({ payments }) => payments));
  const settled = paid.map(({ booked }) => booked);
  const received = paid.map(({ worth }) => worth);
  const forFreight = byThen(freightPayments).map(({ worth }) => worth);
  const owed = textOf([...sold, sum(settled).negated()]);
  const billed = byThen(freight);
  const due = billed.filter(({ payment }) => payment === null);
  // Each piece sold cost 1.
  const costs = sum([...settled, ...forFreight]).plus(sold.length);
  return {
    'statement of the customer': owed,
    'open bills of the day': owed,
    'balance of the account': textOf([...received, sum(forFreight).negated()]),
    'invoices issued': textOf(byThen(issued).map(worthOfInvoice)),
    'freight billed': textOf(billed.map(worthOfFreight)),
    'freight due': textOf(due.map(worthOfFreight)),
    'net profit': textOf([...sold, ...received, costs.negated()]),
  };
}

async function shownOn(books: Books, day: string) {
  const { shop, partnerId: organId, name, profitBefore } = books;
  const dates = [FIRST_DAY, day];
  const search = { companyName: name, freightDate: dates };
  const [statement, aged, account, issued, months, profit] = await Promise.all([
    read(shop, customerStatementTable, { organId, dates }),
    read(shop, agedBillsTable, { organId, side: 'receivable', date: day }),
    read(shop, accountReportTable, { name, date: day }),
    read(shop, invoices.table, { organId, invoiceDate: dates }),
    read(shop, freightMonthTable, search),
    profitUntil(shop, day),
  ]);
  const shown: Readonly<Record<string, string>> = {
    'statement of the customer': statement.rows[0]?.['closing'] ?? '0',
    'open bills of the day': aged.totals['openDebt'] ?? '0',
    'balance of the account': account.rows[0]?.['balance'] ?? '0',
    'invoices issued': issued.totals['gross'] ?? '0',
    'freight billed': months.totals['actual'] ?? '0',
    'freight due': months.totals['open'] ?? '0',
    'net profit': toPlainDecimal(profit.minus(profitBefore.get(day) ?? 0)),
  };
  return { shown, profit };
}

/** Every screen says as of every day what the reference says. Answers the company's profit up to each day. */
export async function compareDays(books: Books): Promise<Map<string, Decimal>> {
  const profits = new Map<string, Decimal>();
  for (const day of everyDay) {
    const { shown, profit } = await shownOn(books, day);
    expect(shown, `as of ${day}`).toEqual(expectedOn(books, day));
    profits.set(day, profit);
  }
  return profits;
}

/** The lists of what is open now say of each bill what the reference says. */
export async function compareOpen(books: Books): Promise<void> {
  const { shop, partnerId: organId, name, bills, freight } = books;
  const open = textOf(bills.map(bookedLeft));
  const [debts, list, carried] = await Promise.all([
    read(shop, debtTable, { organId, kind: 'moneyIn' }),
    read(shop, documentTables.saleOut, { organId }),
    read(shop, freights.table, { companyName: name }),
  ]);
  expect(carried.totals['actual'] ?? '0').toBe(textOf(freight.map(worthOfFreight)));
  expect([debts.totals['openDebt'] ?? '0', list.totals['openDebt'] ?? '0']).toEqual([open, open]);
  for (const { id, amount, invoiced } of bills)
    expect(await shop.server.call(invoices.ofBill, { id })).toMatchObject({
      uninvoiced: toPlainDecimal(amount.minus(invoiced)),
    });
}

/** Money that came to the account, below zero if it left. */
interface AccountMove extends Pick<Payment, 'day' | 'amount' | 'reference'> {}

function accountMoves({ bills, freightPayments, currency }: Books): readonly AccountMove[] {
  const paid = freightPayments
    .filter((one) => one.currency === currency)
    .map((one) => ({ ...one, amount: one.amount.negated() }));
  return [...bills.flatMap(({ payments }) => payments), ...paid];
}

/** Each statement reconciles bank and books, with payments that the bank had only later or not yet. */
export async function compareBank(books: Books): Promise<void> {
  const { call } = books.shop.server;
  for (const [nth, statement] of books.statements.entries())
    expect(
      await call(bankStatements.infoCall, { id: statement.id }),
      `statement ${nth + 1}`,
    ).toMatchObject(expectedOfStatement(books, statement, nth));
}

function expectedOfStatement(books: Books, { until, closing }: Statement, nth: number) {
  const { rows, brought } = books;
  const shown = rows.filter(({ reference = '' }) => brought.has(reference));
  const had = shown.filter(
    ({ date, reference = '' }) =>
      date < until || (date === until && (brought.get(reference) ?? 0) <= nth),
  );
  const hadByThen = new Set(had.map(({ reference }) => reference));
  const coming = accountMoves(books).filter(
    ({ day, reference }) => day <= until && !hadByThen.has(reference),
  );
  const since = shown.map(({ date }) => date).toSorted()[0] ?? '';
  // An earlier payment that no statement shows counts as part of the bank's opening balance, here zero.
  const isUnseen = ({ day, reference }: AccountMove) => day < since && !brought.has(reference);
  const transit = coming.filter((move) => !isUnseen(move));
  const unseen = coming.filter(isUnseen);
  const bank = [decimal(closing), ...transit.map(({ amount }) => amount)];
  // A row that a later statement brings of earlier days is not in this closing balance.
  const late = decimal(closing).minus(sum(had.map(({ amount }) => decimal(amount))));
  return {
    adjustedBank: textOf(bank),
    difference: textOf([late, ...unseen.map(({ amount }) => amount.negated())]),
  };
}
