// Steps of random histories: what a carrier bills is accepted, taken back, paid, moved to another day, and void.
import { freights, logisticsOrders, moneyDocuments } from '@tradehouse/contract';
import { dayAfter, decimal, toPlainDecimal, sum } from '@tradehouse/domain';
import { sent } from '../../logistics/testSend.ts';
import {
  LAST_DAY,
  at,
  dayOf,
  forgetRow,
  nextReference,
  noteAtBank,
  pickFrom,
  post,
  rateOf,
  worthOf,
} from './books.ts';
import type { Books, Carried, Freight, FreightPayment, Order, Outcome, Step } from './books.ts';

const OWN = { currency: 'USD', digits: 2 };

/** Ships the goods of a bill or an order; the carrier bills in the company's currency. */
export async function ship(books: Books, step: Step): Promise<Outcome> {
  const { shop, carrierId: companyId } = books;
  const { call } = shop.server;
  const target = pickFrom([...books.bills, ...books.orders.filter(isShippable(books))], step.pick);
  if (target === undefined) return 'nothing';
  const [day, billed] = [dayOf(step), decimal(1 + step.pick * 3).dividedBy(100)];
  const { id: shipmentId } = await call(
    logisticsOrders.add,
    sent(companyId, target, { shipDate: day, freight: '5' }),
  );
  const { tracking } = await call(logisticsOrders.label, { id: shipmentId });
  const lines = [{ number: tracking, amount: toPlainDecimal(billed) }];
  await call(freights.takeBill, { companyId, lines });
  const { rows } = await listed(books, { tracking });
  const id = rows[0]?.['id'] ?? '';
  noteFreight(books, target, { id, shipmentId, day, currency: OWN.currency, rate: '1', billed });
  return 'done';
}

/** An order is shipped once, before its first outbound. */
const isShippable =
  ({ freight }: Books) =>
  (order: Order): boolean =>
    !order.isComplete &&
    order.outbounds.length === 0 &&
    !freight.some(({ of, shipmentId }) => of === order && shipmentId !== null);

/** Notes what a carrier bills for a document or an order, in the currency of the history. */
export async function noteByHand(books: Books, step: Step): Promise<Outcome> {
  const { shop, carrierId: companyId, currency, digits } = books;
  const target = pickFrom(carriedIn(books), step.pick);
  if (target === undefined) return 'nothing';
  const [day, rate] = [dayOf(step), rateOf(books, step.pick)];
  const billed = decimal(1 + step.pick * 7).dividedBy(10 ** digits);
  const { id } = await shop.server.call(freights.add, {
    documentNumber: target.number,
    companyId,
    freightDate: day,
    paymentKind: 'freight',
    allocateBy: basisOf(step),
    currency,
    exchangeRate: rate,
    estimated: '3',
    actual: toPlainDecimal(billed),
    billableWeight: '0',
  });
  noteFreight(books, target, { id, shipmentId: null, day, currency, rate, billed });
  return 'done';
}

const basisOf = ({ pick }: Step): 'weight' | 'amount' => (pick % 2 === 0 ? 'weight' : 'amount');

const carriedIn = (books: Books): readonly (Carried | Order)[] => [
  ...books.bills,
  ...books.orders,
  ...books.orders.flatMap(({ outbounds }) => outbounds),
  ...books.kitSales,
  ...books.kitReturns,
  ...books.landedMoves,
];

/** Bills freight another time, also of goods sold since. */
export async function rebill(books: Books, step: Step): Promise<Outcome> {
  const { shop } = books;
  const one = pickFrom(
    books.freight.filter((row) => isWaiting(row) && row.shipmentId === null),
    step.pick,
  );
  if (one === undefined) return 'nothing';
  const billed = decimal(1 + step.pick * 11).dividedBy(10 ** books.digits);
  const [read1] = await read(books, [one]);
  await shop.server.call(freights.update, {
    id: one.id,
    version: read1?.version ?? 0,
    freightDate: one.day,
    paymentKind: 'freight',
    allocateBy: basisOf(step),
    currency: one.currency,
    exchangeRate: one.rate,
    estimated: '3',
    actual: toPlainDecimal(billed),
    billableWeight: '0',
  });
  one.billed = billed;
  bookFreightOf(books, one.of);
  return 'done';
}

type NewFreight = Omit<Freight, 'isAccepted' | 'payment' | 'of' | 'bearer' | 'booked'>;

function noteFreight(books: Books, of: Carried | Order, freight: NewFreight): void {
  const waits = 'outbounds' in of;
  const isBooked = books.booksFreight && (waits || !isClosedDay(books, of.day));
  const [bearer, booked] = [waits ? null : of, isBooked ? decimal(0) : null];
  const row: Freight = { ...freight, of, bearer, booked, isAccepted: false, payment: null };
  books.freight = [...books.freight, row];
  bookFreightOf(books, of);
}

/** Books unpaid freight of a document or an order on open days; freight of an order goes to an outbound. */
export function bookFreightOf(books: Books, of: Carried | Order): void {
  for (const row of books.freight) {
    if (row.of !== of || row.booked === null || row.payment !== null) continue;
    if ('outbounds' in of) assignOutbound(books, row, of);
    if (row.bearer !== null && !isClosedDay(books, row.bearer.day))
      row.booked = worthOf(row.billed, row.rate);
  }
}

function assignOutbound(books: Books, row: Freight, { outbounds }: Order): void {
  if (row.bearer !== null && outbounds.includes(row.bearer)) return;
  const next = outbounds.find(({ day }) => !isClosedDay(books, day)) ?? null;
  if (next !== row.bearer) row.booked = decimal(0);
  row.bearer = next;
}

const isClosedDay = ({ closedUntil }: Books, day: string): boolean =>
  closedUntil !== null && day <= closedUntil;

async function listed({ shop, name }: Books, search: object) {
  const query = { search: JSON.stringify({ companyName: name, ...search }), pageSize: '100' };
  const reply = await shop.server.request('GET', freights.table.path, query);
  return reply.json<{ data: { rows: Record<string, string>[] } }>().data;
}

/** Freight with the versions that it has now. */
async function read(books: Books, all: readonly Freight[]) {
  const { rows } = await listed(books, {});
  return all.map(({ id }) => ({
    id,
    version: Number(rows.find((row) => row['id'] === id)?.['version']),
  }));
}

const isWaiting = ({ isAccepted }: Freight): boolean => !isAccepted;
const isDue = ({ isAccepted, payment }: Freight): boolean => isAccepted && payment === null;

export async function accept(books: Books, { pick }: Step): Promise<Outcome> {
  const one = pickFrom(books.freight.filter(isWaiting), pick);
  if (one === undefined) return 'nothing';
  await books.shop.server.call(freights.confirm, { rows: await read(books, [one]) });
  one.isAccepted = true;
  return 'done';
}

export async function takeBack(books: Books, { pick }: Step): Promise<Outcome> {
  const one = pickFrom(books.freight.filter(isDue), pick);
  if (one === undefined) return 'nothing';
  await books.shop.server.call(freights.unconfirm, { rows: await read(books, [one]) });
  one.isAccepted = false;
  return 'done';
}

/** Pays all accepted freight of one currency; the payment is then moved to a day of the history, unless it is closed. */
export async function payFreight(books: Books, step: Step): Promise<Outcome> {
  const { shop, accountId } = books;
  const due = books.freight.filter(isDue);
  const first = pickFrom(due, step.pick);
  if (first === undefined) return 'nothing';
  const { currency, rate } = first;
  const paid = due.filter((one) => one.currency === currency && one.rate === rate);
  const rows = await read(books, paid);
  const itemId = shop.expenseItem;
  const { id } = await shop.server.call(freights.pay, { rows, accountId, itemId });
  const amount = sum(paid.map(({ billed }) => billed));
  const payment: FreightPayment = {
    id,
    day: LAST_DAY,
    currency,
    amount,
    // The lines of an expenditure share the converted sum.
    worth: worthOf(amount, rate),
    reference: '',
  };
  for (const one of paid) one.payment = payment;
  books.freightPayments = [...books.freightPayments, payment];
  return moveFreightPayment(books, payment, step);
}

async function moveFreightPayment(
  books: Books,
  payment: FreightPayment,
  step: Step,
): Promise<Outcome> {
  const { shop, accountId } = books;
  const { call } = shop.server;
  const { id, currency, amount } = payment;
  const day = dayOf(step);
  const { version, lines, exchangeRate } = await call(moneyDocuments.info, { id });
  const moved = await post(books, [day], () =>
    call(moneyDocuments.update, {
      id,
      version,
      kind: 'itemOut',
      accountId,
      currency,
      exchangeRate: exchangeRate ?? '1',
      ...at(day),
      lines: lines.map(({ line, itemId, amount: part }) => ({
        line,
        itemId,
        amount: part ?? '0',
      })),
    }),
  );
  if (moved === null) return 'refused';
  payment.day = day;
  if (currency !== books.currency) return 'done';
  payment.reference = nextReference(books);
  noteAtBank(books, {
    date: dayAfter(day, step.pick % 3),
    amount: toPlainDecimal(amount.negated()),
    reference: payment.reference,
    of: id,
  });
  return 'done';
}

/** Deletes the payment of freight, which is due again. */
export async function unpayFreight(books: Books, { pick }: Step): Promise<Outcome> {
  const { call } = books.shop.server;
  const payment = pickFrom(books.freightPayments, pick);
  if (payment === undefined) return 'nothing';
  const { id: ids, day, reference } = payment;
  if (day !== LAST_DAY) await call(moneyDocuments.setStatus, { ids, status: '0' });
  const removed = await post(books, [day], () => call(moneyDocuments.removeBatch, { ids }));
  if (removed === null) {
    await call(moneyDocuments.setStatus, { ids, status: '1' });
    return 'refused';
  }
  for (const one of books.freight) if (one.payment === payment) one.payment = null;
  books.freightPayments = books.freightPayments.filter((one) => one !== payment);
  forgetRow(books, reference);
  return 'done';
}

/** Voids freight that is not confirmed, of a shipment or entered by hand. */
export async function voidFreight(books: Books, { pick }: Step): Promise<Outcome> {
  const { call } = books.shop.server;
  const one = pickFrom(books.freight.filter(isWaiting), pick);
  if (one === undefined) return 'nothing';
  const { id, shipmentId, booked, bearer } = one;
  const days = bearer === null || booked === null || booked.isZero() ? [] : [bearer.day];
  const done = await post<unknown>(books, days, () =>
    shipmentId === null
      ? call(freights.removeBatch, { ids: id })
      : call(logisticsOrders.void, { id: shipmentId }),
  );
  if (done === null) return 'refused';
  books.freight = books.freight.filter((other) => other !== one);
  bookFreightOf(books, one.of);
  return 'done';
}
