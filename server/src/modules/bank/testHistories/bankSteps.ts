// Steps of random histories: bank statements are brought and matched, periods are closed and opened again.
import { bankStatements, closePeriod, reopenPeriod } from '@tradehouse/contract';
import { dayAfter, decimal } from '@tradehouse/domain';
import { expect } from 'vitest';
import { dayOf, orRefusal, textOf } from './books.ts';
import type { Books, Outcome, Step } from './books.ts';

/** Imports a bank statement with all rows up to a day, and matches the rows with documents. */
export async function bringStatement(books: Books, step: Step): Promise<Outcome> {
  const { call } = books.shop.server;
  const last = dayAfter(dayOf(step), step.pick % 5);
  const before = books.statements.at(-1)?.until ?? last;
  const until = before > last ? before : last;
  const due = books.rows
    .filter(({ date }) => date <= until)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
  const fresh = due.filter(({ reference = '' }) => !books.brought.has(reference));
  if (fresh.length === 0) return 'nothing';
  const end = fresh.at(-1)?.date ?? until;
  const closing = textOf(
    due.filter(({ date }) => date <= end).map(({ amount }) => decimal(amount)),
  );
  const reply = await call(bankStatements.add, {
    accountId: books.accountId,
    name: until,
    currency: books.currency,
    closing,
    rows: due.map(({ date, amount, reference = '' }) => ({ date, amount, reference })),
  });
  expect(reply).toMatchObject({ added: fresh.length, known: due.length - fresh.length });
  const id = reply.id ?? '';
  await call(bankStatements.match, {
    id,
    matches: fresh.flatMap(({ of }, at) =>
      isStanding(books, of) ? [{ row: at + 1, documentIds: [of] }] : [],
    ),
  });
  for (const { reference = '' } of fresh) books.brought.set(reference, books.statements.length);
  books.statements.push({ id, until: end, closing });
  return 'done';
}

const isStanding = ({ bills, freightPayments }: Books, documentId: string): boolean =>
  [...bills.flatMap(({ payments }) => payments), ...freightPayments].some(
    ({ id }) => id === documentId,
  );

/** Closes the books up to a day; refused where it is closed already. */
export async function close(books: Books, step: Step): Promise<Outcome> {
  const until = dayOf(step);
  const [, refusal] = await orRefusal(() =>
    books.shop.server.call(closePeriod, { until, confirmed: true }),
  );
  const isClosed = books.closedUntil !== null && until <= books.closedUntil;
  expect(refusal).toBe(isClosed ? 'closing.closed' : null);
  if (isClosed) return 'refused';
  books.closedUntil = until;
  return 'done';
}

/** Reopens the days after a given day, or all days. */
export async function reopen(books: Books, step: Step): Promise<Outcome> {
  const { closedUntil, shop } = books;
  const until = step.pick % 2 === 0 ? null : dayOf(step);
  const [, refusal] = await orRefusal(() =>
    shop.server.call(reopenPeriod, { until, reason: 'In error' }),
  );
  const isRefused = closedUntil === null || (until !== null && until >= closedUntil);
  expect(refusal).toBe(isRefused ? 'closing.notClosed' : null);
  if (isRefused) return 'refused';
  books.closedUntil = until;
  return 'done';
}
