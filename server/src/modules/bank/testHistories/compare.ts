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
  tradeProfitTable,
} from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { dayAfter, decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Shop, TestProduct } from '../../document/testShop.ts';
import { DAYS, FIRST_DAY, LAST_DAY, LATE, bookedLeft, textOf, worthOf } from './books.ts';
import type {
  Books,
  Carried,
  CompanyProfit,
  Freight,
  Invoice,
  Payment,
  Statement,
} from './books.ts';
import { KIT_COST, outboundsOf } from './goodsSteps.ts';
import { revaluedOn } from './revaluationSteps.ts';

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

async function profitUntil(shop: Shop, day: string): Promise<CompanyProfit> {
  const { rows } = await read(shop, profitTable, { dates: [FIRST_DAY, day] });
  const amountOf = (wanted: string) =>
    decimal(rows.find(({ line }) => line === wanted)?.['amount'] ?? '0');
  return {
    profit: amountOf('netProfit'),
    otherCost: amountOf('otherCostOfSales'),
    otherFees: amountOf('otherPaymentFees'),
  };
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

const isReceipt = (of: Carried): boolean =>
  'paid' in of && 'quantity' in of && Number(of.quantity) > 0;

/**
 * Freight in the profit up to a day: booked with the delivery. Payments count beyond this amount, for
 * example by an exchange difference. Freight of receipts is part of the cost of their goods.
 */
function freightCosts({ freight, freightPayments }: Books, day: string): readonly Decimal[] {
  const booked = freight.flatMap((one) =>
    one.booked === null || one.bearer === null
      ? []
      : [{ ...one, booked: one.booked, bearer: one.bearer }],
  );
  const paid = freightPayments.filter((one) => one.day <= day);
  return [
    ...booked
      .filter(({ bearer }) => bearer.day <= day && !isReceipt(bearer) && !isLandedSale(bearer))
      .map((one) => one.booked),
    ...paid.map(({ worth }) => worth),
    ...booked
      .filter(({ payment }) => payment !== null && paid.includes(payment))
      .map((one) => one.booked.negated()),
  ];
}

/** Net profit of the sales of landed goods is read from the profit report. */
const isLandedSale = (of: Carried): boolean => 'paid' in of && !isReceipt(of);

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
  const feesOfSales = byThen(bills).flatMap(({ payments }) => payments.map(({ fee }) => fee));
  const owed = textOf([...sold, sum(settled).negated()]);
  const billed = byThen(freight);
  const due = billed.filter(({ payment }) => payment === null);
  const kits = byThen(books.kitSales);
  const returns = byThen(books.kitReturns);
  const pieces = byThen(outboundsOf(books.orders)).length;
  const countOf = (all: readonly { readonly quantity: number }[]) =>
    all.reduce((count, { quantity }) => count + quantity, 0);
  // Each piece sold cost 1, and a piece of an order is sold for 7.
  const costs = sum([...settled, ...freightCosts(books, day)])
    .plus(sold.length + pieces)
    .plus((countOf(kits) - countOf(returns)) * KIT_COST);
  const earned = [
    ...kits.map(({ amount }) => amount),
    ...returns.map(({ amount }) => amount.negated()),
    decimal(7 * pieces),
    revaluedOn(books, day),
  ];
  return {
    'statement of the customer': owed,
    'open bills of the day': owed,
    'balance of the account': textOf([...received, sum(forFreight).negated()]),
    'invoices issued': textOf(byThen(issued).map(worthOfInvoice)),
    'freight billed': textOf(billed.map(worthOfFreight)),
    'freight due': textOf(due.map(worthOfFreight)),
    'payment fees of the sales': textOf(feesOfSales),
    'other payment fees': textOf([...paid.map(({ fee }) => fee), sum(feesOfSales).negated()]),
    'net profit': textOf([...sold, ...received, ...earned, costs.negated()]),
  };
}

async function shownOn(books: Books, day: string) {
  const { shop, partnerId: organId, name, profitBefore } = books;
  const dates = [FIRST_DAY, day] as const;
  const search = { companyName: name, freightDate: dates };
  const [statement, aged, account, issued, months, profit, landed, sales] = await Promise.all([
    read(shop, customerStatementTable, { organId, dates }),
    read(shop, agedBillsTable, { organId, side: 'receivable', date: day }),
    read(shop, accountReportTable, { name, date: day }),
    read(shop, invoices.table, { organId, invoiceDate: dates }),
    read(shop, freightMonthTable, search),
    profitUntil(shop, day),
    landedProfit(books, dates),
    read(shop, tradeProfitTable, { level: 'customer', dates, organId }),
  ]);
  const {
    profit: before = 0,
    otherCost: otherBefore = 0,
    otherFees: feesBefore = 0,
  } = profitBefore.get(day) ?? {};
  // Sales of landed goods, and late freight of goods sold already, as the reports have them.
  const other = profit.otherCost.minus(otherBefore);
  const known = profit.profit.minus(before).minus(landed.netProfit).plus(other);
  expectValueKept(books, day, { cost: landed.cost, other, stock: landed.stock });
  const shown: Readonly<Record<string, string>> = {
    'statement of the customer': statement.rows[0]?.['closing'] ?? '0',
    'open bills of the day': aged.totals['openDebt'] ?? '0',
    'balance of the account': account.rows[0]?.['balance'] ?? '0',
    'invoices issued': issued.totals['gross'] ?? '0',
    'freight billed': months.totals['actual'] ?? '0',
    'freight due': months.totals['open'] ?? '0',
    'payment fees of the sales': sales.totals['paymentFees'] ?? '0',
    'other payment fees': toPlainDecimal(profit.otherFees.minus(feesBefore)),
    'net profit': toPlainDecimal(known),
  };
  return { shown, profit };
}

/** Net profit and cost of the history's landed goods within dates, and their value at the end. */
async function landedProfit({ shop, landed }: Books, dates: readonly [string, string]) {
  const name = `Product ${landed.barcode}`;
  const [traded, stock] = await Promise.all([
    read(shop, tradeProfitTable, { level: 'product', dates, keyword: name }),
    valueAt(shop, landed, dates[1]),
  ]);
  const row = traded.rows.find((one) => one['name'] === name);
  return {
    netProfit: decimal(row?.['netProfit'] ?? '0'),
    cost: decimal(row?.['cost'] ?? '0'),
    stock,
  };
}

/** Value of goods in stock at the end of a day, from the stock ledger. */
async function valueAt(shop: Shop, { skuId }: TestProduct, day: string): Promise<Decimal> {
  const [row] = await shop.rows(sql<{ value: string }>`
    select coalesce(sum(case when to_place = 'warehouse' then value else -value end), 0)::text as value
    from stock_move where tenant_id = ${shop.company.tenantId} and sku_id = ${skuId}
      and business_date <= ${day}::date and (to_place = 'warehouse') <> (from_place = 'warehouse')`);
  return decimal(row?.value ?? '0');
}

/** Paid amounts and booked freight of receipts are in stock, cost of the sales, or other cost of sales. */
function expectValueKept(
  { landedMoves, freight }: Books,
  day: string,
  { cost, other, stock }: Readonly<Record<'cost' | 'other' | 'stock', Decimal>>,
): void {
  const paid = landedMoves.filter((one) => one.day <= day).map((one) => one.paid);
  const carried = freight.flatMap(({ bearer, booked }) =>
    bearer !== null && booked !== null && isReceipt(bearer) && bearer.day <= day ? [booked] : [],
  );
  expect(textOf([stock, cost, other]), `value of ${day}`).toBe(textOf([...paid, ...carried]));
}

/** Every screen says as of every day what the reference says. Answers the company's profit up to each day. */
export async function compareDays(books: Books): Promise<Map<string, CompanyProfit>> {
  const profits = new Map<string, CompanyProfit>();
  for (const day of everyDay) {
    const { shown, profit } = await shownOn(books, day);
    expect(shown, `as of ${day}`).toEqual(expectedOn(books, day));
    // Revaluations of the history are taken back before the next history.
    profits.set(day, { ...profit, profit: profit.profit.minus(revaluedOn(books, day)) });
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
  const received = bills.flatMap(({ payments }) =>
    payments.map((one) => ({ ...one, amount: one.received })),
  );
  return [...received, ...paid];
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
