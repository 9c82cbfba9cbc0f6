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
import type { Books, Freight, FreightPayment, Outcome, Step } from './books.ts';

const OWN = { currency: 'USD', digits: 2 };

/** Sends a bill's goods, and takes what the carrier bills for it in the company's own currency. */
export async function ship(books: Books, step: Step): Promise<Outcome> {
  const { shop, carrierId: companyId } = books;
  const { call } = shop.server;
  const bill = pickFrom(books.bills, step.pick);
  if (bill === undefined) return 'nothing';
  const [day, billed] = [dayOf(step), decimal(1 + step.pick * 3).dividedBy(100)];
  const { id: shipmentId } = await call(
    logisticsOrders.add,
    sent(companyId, bill, { shipDate: day, freight: '5' }),
  );
  const { tracking } = await call(logisticsOrders.label, { id: shipmentId });
  const lines = [{ number: tracking, amount: toPlainDecimal(billed) }];
  await call(freights.takeBill, { companyId, lines });
  const { rows } = await listed(books, { tracking });
  const id = rows[0]?.['id'] ?? '';
  noteFreight(books, { id, shipmentId, day, currency: OWN.currency, rate: '1', billed });
  return 'done';
}

/** Notes what a carrier bills for a document, in the currency of the history. */
export async function noteByHand(books: Books, step: Step): Promise<Outcome> {
  const { shop, carrierId: companyId, currency, digits } = books;
  const bill = pickFrom(books.bills, step.pick);
  if (bill === undefined) return 'nothing';
  const [day, rate] = [dayOf(step), rateOf(books, step.pick)];
  const billed = decimal(1 + step.pick * 7).dividedBy(10 ** digits);
  const { id } = await shop.server.call(freights.add, {
    documentNumber: bill.number,
    companyId,
    freightDate: day,
    paymentKind: 'freight',
    allocateBy: 'weight',
    currency,
    exchangeRate: rate,
    estimated: '3',
    actual: toPlainDecimal(billed),
    billableWeight: '0',
  });
  noteFreight(books, { id, shipmentId: null, day, currency, rate, billed });
  return 'done';
}

function noteFreight(books: Books, freight: Omit<Freight, 'isAccepted' | 'payment'>): void {
  books.freight = [...books.freight, { ...freight, isAccepted: false, payment: null }];
}

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
  const { id, shipmentId } = one;
  await (shipmentId === null
    ? call(freights.removeBatch, { ids: id })
    : call(logisticsOrders.void, { id: shipmentId }));
  books.freight = books.freight.filter((other) => other !== one);
  return 'done';
}
