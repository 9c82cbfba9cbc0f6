// Steps of random histories: bills, their settlements and invoices, and orders.
import { invoices, moneyDocuments, orderCalls } from '@tradehouse/contract';
import { dayAfter, decimal, toPlainDecimal, rounded } from '@tradehouse/domain';
import {
  FIRST_DAY,
  at,
  bookedLeft,
  dayOf,
  forgetRow,
  nextReference,
  noteAtBank,
  openOf,
  partOf,
  pickFrom,
  post,
  rateOf,
  textOf,
  worthOf,
} from './books.ts';
import type { Bill, Books, Outcome, Step } from './books.ts';

const line = ({ barcode }: Books, unitPrice: string) => ({ barcode, quantity: '1', unitPrice });

export async function sell(books: Books, { day: nth, pick }: Step): Promise<Outcome> {
  const { shop, currency, digits, partnerId } = books;
  const rate = rateOf(books, pick);
  const amount = decimal(1 + pick * 97).dividedBy(10 ** digits);
  const day = dayAfter(FIRST_DAY, nth);
  const saved = await post(books, [day], () =>
    shop.goods('saleOut', [line(books, toPlainDecimal(amount))], {
      ...at(day),
      currency,
      exchangeRate: rate,
      partnerId,
      paidNow: '0',
    }),
  );
  if (saved === null) return 'refused';
  const { id, number } = saved;
  books.bills.push({ id, number, day, amount, rate, payments: [], invoiced: decimal(0) });
  return 'done';
}

/** Settles a part of a bill, at the bill's own rate or at another; never before the bill. */
export async function pay(books: Books, step: Step): Promise<Outcome> {
  const { shop, currency, digits, partnerId, accountId, feeRate } = books;
  const bill = pickFrom(
    books.bills.filter((one) => !openOf(one).isZero()),
    step.pick,
  );
  if (bill === undefined) return 'nothing';
  const left = openOf(bill);
  const amount = partOf(left, step.percent, digits);
  const share = rounded(bookedLeft(bill).times(amount).dividedBy(left), 2);
  const booked = amount.equals(left) ? bookedLeft(bill) : share;
  const rate = step.late % 2 === 0 ? bill.rate : rateOf(books, step.pick);
  // Every third fee is typed, the others follow the rate of the account.
  const isTyped = step.pick % 3 === 0;
  const fee = rounded(amount.times(isTyped ? 2 : feeRate).dividedBy(100), digits);
  const [received, feeWorth] = [amount.minus(fee), worthOf(fee, rate)];
  const worth = worthOf(amount, rate).minus(feeWorth);
  // Money that is worth nothing leaves no trace in the books.
  if (booked.isZero() || worth.isZero()) return 'nothing';
  const day = dayOf(step) < bill.day ? bill.day : dayOf(step);
  const saved = await post(books, [day], () =>
    shop.money('moneyIn', [{ settledDocumentId: bill.id, amount: toPlainDecimal(amount) }], {
      ...at(day),
      currency,
      exchangeRate: rate,
      partnerId,
      accountId,
      ...(isTyped ? { paymentFee: toPlainDecimal(fee) } : {}),
    }),
  );
  if (saved === null) return 'refused';
  const reference = nextReference(books);
  bill.payments = [
    ...bill.payments,
    { id: saved.id, day, amount, booked, received, worth, fee: feeWorth, reference },
  ];
  const date = dayAfter(day, step.pick % 5);
  noteAtBank(books, { date, amount: toPlainDecimal(received), reference, of: saved.id });
  return 'done';
}

/** Deletes a payment. */
export async function unpay(books: Books, { pick }: Step): Promise<Outcome> {
  const { call } = books.shop.server;
  const all = books.bills.flatMap((bill) => bill.payments.map((payment) => ({ bill, payment })));
  const { bill, payment } = pickFrom(all, pick) ?? {};
  if (bill === undefined || payment === undefined) return 'nothing';
  const { id: ids, day, reference } = payment;
  await call(moneyDocuments.setStatus, { ids, status: '0' });
  const removed = await post(books, [day], () => call(moneyDocuments.removeBatch, { ids }));
  if (removed === null) {
    await call(moneyDocuments.setStatus, { ids, status: '1' });
    return 'refused';
  }
  bill.payments = bill.payments.filter((one) => one !== payment);
  forgetRow(books, reference);
  return 'done';
}

/** Closed days keep their documents; an invoice of these days is no document of the ledgers. */
export async function invoice(books: Books, step: Step): Promise<Outcome> {
  const { shop, bills, digits, partnerId } = books;
  const left = ({ amount, invoiced }: Bill) => amount.minus(invoiced);
  const open = bills.filter((bill) => !left(bill).isZero());
  const parts = open.slice(0, 1 + (step.pick % 2)).map((bill) => ({
    bill,
    amount: partOf(left(bill), step.percent, digits),
  }));
  if (parts.length === 0) return 'nothing';
  const day = dayOf(step);
  const { id } = await shop.server.call(invoices.add, {
    direction: 'issued',
    invoiceKind: 'vat',
    number: crypto.randomUUID(),
    invoiceDate: day,
    partnerId,
    tax: '0',
    net: textOf(parts.map(({ amount }) => amount)),
    bills: parts.map(({ bill, amount }) => ({
      documentId: bill.id,
      amount: toPlainDecimal(amount),
    })),
  });
  for (const { bill, amount } of parts) bill.invoiced = bill.invoiced.plus(amount);
  books.invoices = [...books.invoices, { id, day, parts }];
  return 'done';
}

export async function voidInvoice(books: Books, { pick }: Step): Promise<Outcome> {
  const one = pickFrom(books.invoices, pick);
  if (one === undefined) return 'nothing';
  await books.shop.server.call(invoices.voidBatch, { ids: one.id, reason: 'In error' });
  for (const { bill, amount } of one.parts) bill.invoiced = bill.invoiced.minus(amount);
  books.invoices = books.invoices.filter((other) => other !== one);
  return 'done';
}

export async function order(books: Books, step: Step): Promise<Outcome> {
  const { shop, partnerId } = books;
  const day = dayOf(step);
  const two = { barcode: books.barcode, quantity: '2', unitPrice: '7' };
  const saved = await post(books, [day], () =>
    shop.goods('saleOrder', [two], { ...at(day), partnerId, depositTaken: '0' }),
  );
  if (saved === null) return 'refused';
  const { id, number } = saved;
  books.orders.push({ id, number, day, outbounds: [], isComplete: false });
  return 'done';
}

/** Completes an order or takes it up again, which closed days allow: neither posts anything. */
export async function finishOrder({ shop, orders }: Books, { pick }: Step): Promise<Outcome> {
  const one = pickFrom(orders, pick);
  if (one === undefined) return 'nothing';
  const call = one.isComplete ? orderCalls.unfreeze : orderCalls.complete;
  await shop.server.call(call, { ids: one.id });
  one.isComplete = !one.isComplete;
  return 'done';
}
