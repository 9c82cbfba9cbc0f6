// Steps of random histories: open foreign items are revalued, and revaluations are taken back.
import { revaluations } from '@tradehouse/contract';
import { dayAfter, decimal, sum } from '@tradehouse/domain';
import { expect } from 'vitest';
import { currencies, dayOf, pickFrom, post, textOf, worthOf } from './books.ts';
import type { Books, Outcome, Step } from './books.ts';

/** Revalues all open foreign items of the company as of a day, and back on the next day. */
export async function revalue(books: Books, step: Step): Promise<Outcome> {
  const { call } = books.shop.server;
  const day = dayOf(step);
  if (books.revaluations.some((one) => one.day === day)) return 'nothing';
  const { rates: open } = await call(revaluations.preview, { day, deposits: true });
  const rates = open.map(({ currency }) => ({
    currency,
    rate:
      pickFrom(currencies.find((one) => one.currency === currency)?.rates ?? [], step.pick) ?? '1',
  }));
  const preview = await call(revaluations.preview, { day, rates, deposits: true });
  expectOwnItems(books, day, preview.rows);
  if (preview.rows.every(({ difference }) => difference === '0')) return 'nothing';
  const saved = await post(books, [day, dayAfter(day, 1)], () =>
    call(revaluations.post, { day, rates, deposits: true, reverse: true }),
  );
  if (saved === null) return 'refused';
  const difference = decimal(preview.difference ?? '0');
  books.revaluations = [...books.revaluations, { id: saved.id, day, difference }];
  return 'done';
}

interface ItemRow {
  readonly purse: string;
  readonly holderId: string;
  readonly amount: string;
  readonly booked: string;
}

/** Open items of the history equal the reference: amount and booked amount. */
function expectOwnItems(books: Books, day: string, rows: readonly ItemRow[]): void {
  const { bills, partnerId, accountId, currency, freightPayments } = books;
  if (currency === 'USD') return;
  const byThen = <T extends { readonly day: string }>(all: readonly T[]) =>
    all.filter((one) => one.day <= day);
  const paid = byThen(bills.flatMap(({ payments }) => payments));
  const sold = byThen(bills);
  const spent = byThen(freightPayments).filter((one) => one.currency === currency);
  const items = {
    receivable: [
      textOf([...sold.map(({ amount }) => amount), ...paid.map(({ amount }) => amount.negated())]),
      textOf([
        ...sold.map(({ amount, rate }) => worthOf(amount, rate)),
        ...paid.map(({ booked }) => booked.negated()),
      ]),
    ],
    account: [
      textOf([
        ...paid.map(({ received }) => received),
        ...spent.map(({ amount }) => amount.negated()),
      ]),
      textOf([...paid.map(({ worth }) => worth), ...spent.map(({ worth }) => worth.negated())]),
    ],
  };
  const shown = rows
    .filter(({ holderId, purse }) => holderId === (purse === 'account' ? accountId : partnerId))
    .map(({ purse, amount, booked }) => `${purse} ${amount} ${booked}`);
  const expected = Object.entries(items)
    .filter(([, figures]) => figures.some((figure) => figure !== '0'))
    .map(([purse, figures]) => [purse, ...figures].join(' '));
  expect(shown.toSorted(), `items of ${day}`).toEqual(expected.toSorted());
}

/** Takes back a revaluation and its reversal. */
export async function unrevalue(books: Books, { pick }: Step): Promise<Outcome> {
  const one = pickFrom(books.revaluations, pick);
  if (one === undefined) return 'nothing';
  const done = await post(books, [one.day], () =>
    books.shop.server.call(revaluations.takeBack, { id: one.id }),
  );
  if (done === null) return 'refused';
  books.revaluations = books.revaluations.filter((other) => other !== one);
  return 'done';
}

/** Takes back all revaluations of a history: the next history may revalue the same days. */
export async function endRevaluations(books: Books): Promise<void> {
  await books.shop.set({ closed_until: null });
  for (const { id } of books.revaluations)
    await books.shop.server.call(revaluations.takeBack, { id });
}

/** Gain of the revaluations in force on a day; the next day takes the gain back. */
export const revaluedOn = ({ revaluations: all }: Books, day: string) =>
  sum(all.filter((one) => one.day === day).map(({ difference }) => difference));
