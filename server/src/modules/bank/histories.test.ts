// Random histories of foreign bills, their invoices and settlements, and of the bank that tells of the money, against a reference.
import {
  accounts,
  agedBillsTable,
  bankStatements,
  customerStatementTable,
  debtTable,
  documentTables,
  invoices,
  moneyDocuments,
  partners,
} from '@tradehouse/contract';
import type { BankRowInput, Table } from '@tradehouse/contract';
import { decimal, plain, rounded, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aStockedServer } from '../document/testShop.ts';

const LONG = process.env['MODEL_HISTORIES'];
const HISTORIES = Number(LONG ?? 3);
const LENGTH = 14;
const TIMEOUT = LONG === undefined ? 180_000 : 3 * 3_600_000;
const FIRST_DAY = '2026-01-05';
/** Days of a history; the last ones see what is told late. */
const DAYS = 40;
const LAST_DAY = '2026-03-31';

const { server, shop, line } = await aStockedServer('1000000');
const { call } = server;
const stocked = { time: '2025-12-01T04:00:00.000Z', paidNow: '0', status: '1' } as const;
await shop.goods('purchaseIn', [line('1000000', '1')], stocked);

const currencies = [
  { currency: 'EUR', digits: 2, rates: ['7.123456', '8', '6.98765'] },
  { currency: 'KWD', digits: 3, rates: ['3.25', '3.301', '2.999999'] },
  { currency: 'JPY', digits: 0, rates: ['0.0467', '0.051', '0.049999'] },
  { currency: 'USD', digits: 2, rates: ['1'] },
] as const;

interface Payment {
  readonly id: string;
  readonly day: string;
  readonly amount: Decimal;
  readonly booked: Decimal;
  /** The day on which the bank has it. */
  readonly atBank: string;
  readonly reference: string;
}
interface Bill {
  readonly id: string;
  readonly amount: Decimal;
  readonly rate: string;
  payments: readonly Payment[];
  invoiced: Decimal;
}
interface Invoice {
  readonly id: string;
  readonly parts: readonly { readonly bill: Bill; readonly amount: Decimal }[];
}
/** What is known of one customer, who pays in one currency into an account of its own. */
interface Books {
  readonly digits: number;
  readonly currency: string;
  readonly partnerId: string;
  readonly accountId: string;
  readonly bills: Bill[];
  invoices: readonly Invoice[];
  /** Everything that the bank had, also of what was deleted since. */
  readonly rows: (BankRowInput & { readonly of: string | null })[];
  /** References of what statements have. */
  readonly told: Set<string>;
  statement: { id: string; until: string } | null;
  next: number;
}

const dayAfter = (nth: number): string =>
  new Date(Date.parse(`${FIRST_DAY}T00:00:00Z`) + nth * 86_400_000).toISOString().slice(0, 10);
const at = (day: string) => ({ time: `${day}T04:00:00.000Z`, status: '1' as const });
const worthOf = (amount: Decimal, rate: string): Decimal => rounded(amount.times(rate), 2);
const paidOf = ({ payments }: Bill): Decimal => sum(payments.map(({ amount }) => amount));
const openOf = (bill: Bill): Decimal => bill.amount.minus(paidOf(bill));
const bookedLeft = (bill: Bill): Decimal =>
  worthOf(bill.amount, bill.rate).minus(sum(bill.payments.map(({ booked }) => booked)));
/** A part of an amount in whole smallest units, at least one. */
const partOf = (whole: Decimal, percent: number, digits: number): Decimal => {
  const part = rounded(whole.times(percent).dividedBy(100), digits);
  const least = decimal(1).dividedBy(10 ** digits);
  return part.lt(least) ? least : part;
};

interface Step {
  readonly act: 'bill' | 'pay' | 'unpay' | 'invoice' | 'void' | 'statement';
  readonly day: number;
  readonly pick: number;
  readonly percent: number;
  readonly late: number;
}
const aStep: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'bill',
    'bill',
    'pay',
    'pay',
    'pay',
    'unpay',
    'invoice',
    'invoice',
    'void',
    'statement',
  ),
  day: fc.nat(DAYS),
  pick: fc.nat(999),
  percent: fc.constantFrom(100, 100, 33, 50, 1, 77),
  late: fc.nat(4),
});
const aHistory = fc.tuple(
  fc.constantFrom(...currencies.keys()),
  fc.array(aStep, { minLength: LENGTH, maxLength: LENGTH }),
);

async function begun(nth: number): Promise<Books> {
  const name = crypto.randomUUID().slice(0, 18);
  const [{ id: partnerId }, { id: accountId }] = await Promise.all([
    call(partners.add, { type: 'customer', name }),
    call(accounts.add, { name, openingAmount: '0' }),
  ]);
  const { currency = 'USD', digits = 2 } = currencies[nth] ?? {};
  return {
    digits,
    currency,
    partnerId,
    accountId,
    bills: [],
    invoices: [],
    rows: [],
    told: new Set<string>(),
    statement: null,
    next: 0,
  };
}

async function sell(books: Books, { day, pick }: Step): Promise<void> {
  const { currency, digits, partnerId } = books;
  const { rates = ['1'] } = currencies.find((one) => one.currency === currency) ?? {};
  const rate = rates[pick % rates.length] ?? '1';
  const amount = decimal(1 + pick * 97).dividedBy(10 ** digits);
  const { id } = await shop.goods('saleOut', [line('1', plain(amount))], {
    ...at(dayAfter(day)),
    currency,
    exchangeRate: rate,
    partnerId,
    paidNow: '0',
  });
  books.bills.push({ id, amount, rate, payments: [], invoiced: decimal(0) });
}

async function pay(books: Books, { day, pick, percent, late }: Step): Promise<void> {
  const { currency, digits, partnerId, accountId } = books;
  const open = books.bills.filter((bill) => !openOf(bill).isZero());
  const bill = open[pick % Math.max(open.length, 1)];
  if (bill === undefined) return;
  const left = openOf(bill);
  const amount = partOf(left, percent, digits);
  const share = rounded(bookedLeft(bill).times(amount).dividedBy(left), 2);
  const booked = amount.equals(left) ? bookedLeft(bill) : share;
  // Money that is worth nothing leaves no trace in the books.
  if (booked.isZero() || worthOf(amount, bill.rate).isZero()) return;
  const paidOn = dayAfter(day);
  const { id } = await shop.money(
    'moneyIn',
    [{ settledDocumentId: bill.id, amount: plain(amount) }],
    { ...at(paidOn), currency, exchangeRate: bill.rate, partnerId, accountId },
  );
  books.next += 1;
  const reference = `TX${books.next}`;
  const atBank = dayAfter(day + late);
  bill.payments = [...bill.payments, { id, day: paidOn, amount, booked, atBank, reference }];
  books.rows.push({ date: atBank, amount: plain(amount), reference, of: id });
}

/** Deletes a payment; what the bank told of it stays, what it did not is never to come. */
async function unpay(books: Books, { pick }: Step): Promise<void> {
  const all = books.bills.flatMap((bill) => bill.payments.map((payment) => ({ bill, payment })));
  const { bill, payment } = all[pick % Math.max(all.length, 1)] ?? {};
  if (bill === undefined || payment === undefined) return;
  await call(moneyDocuments.setStatus, { ids: payment.id, status: '0' });
  await call(moneyDocuments.removeBatch, { ids: payment.id });
  bill.payments = bill.payments.filter((one) => one !== payment);
  const row = books.rows.findIndex(({ reference }) => reference === payment.reference);
  if (!books.told.has(payment.reference)) books.rows.splice(row, 1);
}

async function invoice(books: Books, { pick, percent }: Step): Promise<void> {
  const left = ({ amount, invoiced }: Bill) => amount.minus(invoiced);
  const open = books.bills.filter((bill) => !left(bill).isZero());
  const parts = open.slice(0, 1 + (pick % 2)).map((bill) => ({
    bill,
    amount: partOf(left(bill), percent, books.digits),
  }));
  if (parts.length === 0) return;
  const { id } = await call(invoices.add, {
    direction: 'issued',
    invoiceKind: 'vat',
    number: crypto.randomUUID(),
    invoiceDate: FIRST_DAY,
    partnerId: books.partnerId,
    tax: '0',
    net: plain(sum(parts.map(({ amount }) => amount))),
    bills: parts.map(({ bill, amount }) => ({ documentId: bill.id, amount: plain(amount) })),
  });
  for (const { bill, amount } of parts) bill.invoiced = bill.invoiced.plus(amount);
  books.invoices = [...books.invoices, { id, parts }];
}

async function voidOne(books: Books, { pick }: Step): Promise<void> {
  const one = books.invoices[pick % Math.max(books.invoices.length, 1)];
  if (one === undefined) return;
  await call(invoices.voidBatch, { ids: one.id, reason: 'In error' });
  for (const { bill, amount } of one.parts) bill.invoiced = bill.invoiced.minus(amount);
  books.invoices = books.invoices.filter((other) => other !== one);
}

/** Brings all that the bank had up to a day, with what it told before; rows are matched with the documents they are of. */
async function tell(books: Books, { day }: Step): Promise<void> {
  const last = dayAfter(day);
  const until =
    books.statement !== null && books.statement.until > last ? books.statement.until : last;
  const due = books.rows
    .filter(({ date }) => date <= until)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
  const fresh = due.filter(({ reference = '' }) => !books.told.has(reference));
  if (fresh.length === 0) return;
  const end = fresh.at(-1)?.date ?? until;
  const reply = await call(bankStatements.add, {
    accountId: books.accountId,
    name: until,
    currency: books.currency,
    closing: plain(sum(due.filter(({ date }) => date <= end).map(({ amount }) => decimal(amount)))),
    rows: due.map(({ date, amount, reference = '' }) => ({ date, amount, reference })),
  });
  expect(reply).toMatchObject({ added: fresh.length, known: due.length - fresh.length });
  const id = reply.id ?? '';
  await call(bankStatements.match, {
    id,
    matches: fresh.flatMap(({ of }, at) =>
      of === null ? [] : [{ row: at + 1, documentIds: [of] }],
    ),
  });
  for (const { reference = '' } of fresh) books.told.add(reference);
  books.statement = { id, until: end };
}

const steps = { bill: sell, pay, unpay, invoice, void: voidOne, statement: tell } as const;

const totalsOf = async ({ path, fixed = {} }: Table, search: object) => {
  const query = { search: JSON.stringify({ ...fixed, ...search }), pageSize: 100 };
  const reply = await server.request('GET', path, query);
  return reply.json<{
    data: { rows: Record<string, string>[]; totals: Record<string, string> };
  }>().data;
};

/** Every screen says of debts and invoices what the reference says. */
async function compareDebts({ partnerId: organId, bills, invoices: issued }: Books) {
  const open = plain(sum(bills.map(bookedLeft)));
  const told = await Promise.all([
    totalsOf(debtTable, { organId, kind: 'moneyIn' }),
    totalsOf(documentTables.saleOut, { organId }),
    totalsOf(agedBillsTable, { organId, side: 'receivable', date: LAST_DAY }),
  ]);
  const { rows } = await totalsOf(customerStatementTable, {
    organId,
    dates: [FIRST_DAY, LAST_DAY],
  });
  const closing = rows[0]?.['closing'] ?? '0';
  expect([...told.map(({ totals }) => totals['openDebt']), closing]).toEqual([
    open,
    open,
    open,
    open,
  ]);
  const { totals } = await totalsOf(invoices.table, { organId });
  const worths = issued.flatMap(({ parts }) => {
    const [first] = parts;
    const isOfOne = parts.every(({ bill }) => bill.rate === first?.bill.rate);
    const gross = sum(parts.map(({ amount }) => amount));
    if (first !== undefined && isOfOne) return [worthOf(gross, first.bill.rate)];
    return parts.map(({ bill, amount }) => worthOf(amount, bill.rate));
  });
  expect(totals['gross']).toBe(plain(sum(worths)));
  for (const { id, amount, invoiced } of bills)
    expect(await call(invoices.ofBill, { id })).toMatchObject({
      uninvoiced: plain(amount.minus(invoiced)),
    });
}

/** Bank and books come to the same: to what the bank has and what it will have of payments until then. */
async function compareBank({ bills, rows, told, statement }: Books): Promise<void> {
  if (statement === null) return;
  const { id, until } = statement;
  const had = rows.filter(({ date, reference = '' }) => told.has(reference) && date <= until);
  const coming = bills
    .flatMap(({ payments }) => payments)
    .filter(
      ({ day, atBank, reference }) => day <= until && !(told.has(reference) && atBank <= until),
    );
  const reconciled = await call(bankStatements.infoCall, { id });
  const bank = sum(had.map(({ amount }) => decimal(amount)));
  // What was dated before the first statement and never came is no one's: it was in transit when the bank began.
  const since =
    rows
      .filter(({ reference = '' }) => told.has(reference))
      .map(({ date }) => date)
      .toSorted()[0] ?? '';
  const transit = coming.filter(({ day }) => day >= since);
  const early = coming.filter(({ day }) => day < since);
  const adjusted = bank.plus(sum(transit.map(({ amount }) => amount)));
  const apart = sum(early.map(({ amount }) => amount)).negated();
  expect(reconciled).toMatchObject({ adjustedBank: plain(adjusted), difference: plain(apart) });
}

async function play([nth, all]: readonly [number, readonly Step[]]): Promise<void> {
  const books = await begun(nth);
  for (const step of all) {
    await steps[step.act](books, step);
    await compareBank(books);
  }
  await compareDebts(books);
}

test(
  'bills, invoices, settlements and bank statements say in every history what a reference says',
  async () => {
    await fc.assert(fc.asyncProperty(aHistory, play), { numRuns: HISTORIES });
    expect(await shop.broken()).toEqual([]);
  },
  TIMEOUT,
);
