import { bankStatements, moneyDocuments } from '@tradehouse/contract';
import { describe, expect, test } from 'vitest';
import type { Saved } from '../document/testShop.ts';
import { aBank } from './testBank.ts';

const { server, shop, anAccount, paid, bring, listed, rowsOf, movesOf } = await aBank();
const { call, refusal } = server;

const match = (id: string | null, row: number, ...documents: readonly Saved[]) =>
  call(bankStatements.match, {
    id: id ?? '',
    matches: [{ row, documentIds: documents.map((one) => one.id) }],
  });
const told = (id: string | null) => call(bankStatements.infoCall, { id: id ?? '' });
async function remove({ id }: Saved): Promise<void> {
  await call(moneyDocuments.setStatus, { ids: id, status: '0' });
  await call(moneyDocuments.removeBatch, { ids: id });
}

describe('a reconciliation', () => {
  test('a reconciliation has difference 0 with a matched document before the first statement', async () => {
    const account = await anAccount();
    const inTransit = await paid(account, '100', '2026-01-01');
    const { id } = await bring(account, [{ date: '2026-01-04', amount: '100' }], {
      closing: '100',
    });
    await match(id, 1, inTransit);
    expect(await told(id)).toMatchObject({
      onlyBooked: '0',
      adjustedBank: '100',
      onlyBank: '0',
      adjustedBooks: '100',
      difference: '0',
    });
    const next = await paid(account, '7', '2026-01-06');
    const later = await bring(account, [{ date: '2026-01-06', amount: '7' }], { closing: '107' });
    await match(later.id, 1, next);
    expect(await told(later.id)).toMatchObject({
      onlyBooked: '0',
      adjustedBank: '107',
      adjustedBooks: '107',
      difference: '0',
    });
  });

  test('a document matched with a later statement is listed under “only in the books”', async () => {
    const account = await anAccount();
    const inTransit = await paid(account, '100', '2026-01-01');
    const first = await bring(account, [{ date: '2026-01-04', amount: '7' }], { closing: '7' });
    await match(first.id, 1, await paid(account, '7', '2026-01-04'));
    const second = await bring(account, [{ date: '2026-01-09', amount: '100' }], {
      closing: '107',
    });
    await match(second.id, 1, inTransit);
    expect(await told(first.id)).toMatchObject({
      onlyBooked: '100',
      adjustedBank: '107',
      onlyBank: '0',
      adjustedBooks: '107',
      difference: '0',
    });
    expect(await told(second.id)).toMatchObject({
      onlyBooked: '0',
      adjustedBank: '107',
      adjustedBooks: '107',
      difference: '0',
    });
  });

  test('a row matched with a deleted document is listed under “only at the bank”', async () => {
    const account = await anAccount();
    const gone = await paid(account, '100', '2026-01-05');
    const stays = await paid(account, '50', '2026-01-06');
    const { id } = await bring(
      account,
      [
        { date: '2026-01-05', amount: '100' },
        { date: '2026-01-06', amount: '50' },
      ],
      { closing: '150' },
    );
    await match(id, 1, gone);
    await match(id, 2, stays);
    await remove(gone);
    expect(await told(id)).toMatchObject({
      changedRows: 1,
      onlyBooked: '0',
      adjustedBank: '150',
      onlyBank: '100',
      adjustedBooks: '150',
      difference: '0',
    });
  });

  test('the amount taken off a document after matching is listed under “only at the bank”', async () => {
    const id = await changedSinceMatched({ amount: '90' });
    expect(await told(id)).toMatchObject({
      changedRows: 1,
      onlyBooked: '0',
      adjustedBank: '100',
      booked: '90',
      onlyBank: '10',
      adjustedBooks: '100',
    });
  });

  test('a document moved past the end of the statement counts as not yet booked', async () => {
    const id = await changedSinceMatched({ day: '2026-01-08' });
    expect(await told(id)).toMatchObject({
      onlyBooked: '0',
      adjustedBank: '100',
      booked: '0',
      onlyBank: '100',
      adjustedBooks: '100',
    });
  });
});

interface Repayment {
  readonly amount?: string;
  readonly day?: string;
}

/** The statement of a row of 100 whose matched payment was saved again with another amount or day. */
async function changedSinceMatched(payment: Repayment): Promise<string | null> {
  const account = await anAccount();
  const matched = await paid(account, '100', '2026-01-05');
  const { id } = await bring(account, [{ date: '2026-01-05', amount: '100' }], { closing: '100' });
  await match(id, 1, matched);
  await repay(account, matched.id, payment);
  return id;
}

/** Saves a payment again with another amount or day. */
async function repay(
  accountId: string,
  id: string,
  { amount: paidNow, day = '2026-01-05' }: Repayment,
): Promise<void> {
  await call(moneyDocuments.setStatus, { ids: id, status: '0' });
  const { version, lines, partnerId } = await call(moneyDocuments.info, { id });
  await call(moneyDocuments.update, {
    id,
    version,
    kind: 'moneyIn',
    partnerId,
    accountId,
    time: `${day}T04:00:00.000Z`,
    status: '1',
    lines: lines.map(({ line, settledDocumentId, amount }) => ({
      line,
      settledDocumentId,
      amount: paidNow ?? amount ?? '0',
    })),
  });
}

describe('a broken match', () => {
  test('a broken match is replaced by a match of the row with another document', async () => {
    const account = await anAccount();
    const wrong = await paid(account, '100', '2026-01-05');
    const { id } = await bring(account, [{ date: '2026-01-05', amount: '100' }]);
    await match(id, 1, wrong);
    await remove(wrong);
    const right = await paid(account, '100', '2026-01-05');
    const { suggestions } = await call(bankStatements.suggestions, { id: id ?? '' });
    expect(suggestions).toMatchObject([{ row: 1, documentId: right.id }]);
    await match(id, 1, right);
    expect(await rowsOf(id)).toEqual([[1, '1', right.number, '100']]);
    expect(await told(id)).toMatchObject({ changedRows: 0, onlyBank: '0' });
    expect(await shop.broken()).toEqual([]);
  });

  test('a broken match leaves the document free for another statement, and the bank row open', async () => {
    const account = await anAccount();
    const { id: documentId, number } = await paid(account, '100', '2026-01-05');
    const first = await bring(account, [{ date: '2026-01-05', amount: '100' }]);
    const second = await bring(account, [{ date: '2026-01-06', amount: '90' }]);
    const matches = [{ row: 1, documentIds: [documentId] }];
    await call(bankStatements.match, { id: first.id ?? '', matches });
    await repay(account, documentId, { amount: '90' });
    expect(await movesOf(second.id)).toEqual([number]);
    await call(bankStatements.match, { id: second.id ?? '', matches });
    expect(await rowsOf(first.id)).toEqual([[1, '0', '', null]]);
    expect(await listed('/bankStatement/list', { accountId: account })).toMatchObject({
      rows: [{ openRows: 0 }, { openRows: 1 }],
    });
    expect(await shop.broken()).toEqual([]);
  });

  test('a broken match is valid and final once the document has the matched amount again', async () => {
    const account = await anAccount();
    const [one, other] = [
      await paid(account, '100', '2026-01-05'),
      await paid(account, '100', '2026-01-05'),
    ];
    const { id } = await bring(account, [{ date: '2026-01-05', amount: '100' }]);
    await match(id, 1, one);
    await repay(account, one.id, { amount: '90' });
    expect(await rowsOf(id)).toEqual([[1, '2', one.number, '90']]);
    await repay(account, one.id, { amount: '100' });
    expect(await rowsOf(id)).toEqual([[1, '1', one.number, '100']]);
    const matches = [{ row: 1, documentIds: [other.id] }];
    expect(await refusal(bankStatements.match, { id: id ?? '', matches })).toMatchObject({
      key: 'bank.matched',
    });
  });
});

describe('a bank row imported again', () => {
  const rent = (date: string) => ({ date, amount: '-1000', reference: 'SO-77' });

  test('a bank row with a monthly reference is known only if reference and day are equal', async () => {
    const account = await anAccount();
    await bring(account, [rent('2026-03-10')]);
    const { id, added, known } = await bring(account, [rent('2026-02-10'), rent('2026-03-10')]);
    expect([added, known]).toEqual([1, 1]);
    const { rows } = await listed('/bankStatement/rows', { statementId: id });
    expect(rows).toMatchObject([{ date: '2026-02-10' }]);
  });

  test.each([
    ['a day later', '2026-03-11', 0],
    ['a day earlier', '2026-03-09', 0],
    ['five days later', '2026-03-15', 0],
    ['not a week later', '2026-03-17', 1],
  ])('a bank row imported again with a unique number is known %s', async (_, day, added) => {
    const account = await anAccount();
    const numbered = (date: string) => ({ ...rent(date), reference: 'T2026031000077' });
    await bring(account, [numbered('2026-03-10')]);
    expect(await bring(account, [numbered(day)])).toMatchObject({ added, known: 1 - added });
  });

  test('a bank row skipped as known on a different day is reported, and imported on request', async () => {
    const account = await anAccount();
    const terminal = (date: string) => ({ date, amount: '100', reference: '60012345' });
    await bring(account, [terminal('2026-03-05')]);
    const later = [terminal('2026-03-06'), rent('2026-03-06')];
    expect(await bring(account, later)).toMatchObject({ added: 1, known: 1, rebooked: [1] });
    expect(await bring(account, later, { takeRebooked: true })).toMatchObject({
      added: 1,
      known: 1,
      rebooked: [],
    });
  });

  const words = { date: '2026-03-10', amount: '-5', partnerName: 'ABC Co', purpose: 'Rent  Jan' };
  test.each([
    ['other widths and blanks', words, { ...words, partnerName: 'ＡＢＣ Co', purpose: 'Rent Jan' }],
    ['a number that the first file lacked', words, { ...words, reference: 'T2026031000077' }],
    ['no number, which the first file had', { ...words, reference: 'T2026031000077' }, words],
  ])('a bank row imported again with %s is known', async (_, first, again) => {
    const account = await anAccount();
    await bring(account, [first]);
    expect(await bring(account, [again])).toMatchObject({ added: 0, known: 1 });
  });

  test('a bank row of a later day is new, although a short reference is repeated', async () => {
    const account = await anAccount();
    for (const day of ['2026-03-02', '2026-03-03', '2026-03-04'])
      expect(await bring(account, [rent(day)])).toMatchObject({ added: 1, known: 0 });
  });

  test('a bank row of a later day is new if earlier rows share a reference over several days', async () => {
    const account = await anAccount();
    await bring(account, [rent('2026-03-09'), rent('2026-03-10')]);
    expect(await bring(account, [rent('2026-03-10'), rent('2026-03-11')])).toMatchObject({
      added: 1,
      known: 1,
    });
  });
});

describe('a row without a document', () => {
  test('a bank row is offered documents of its direction alone, nearest amount first', async () => {
    const account = await anAccount();
    const far = await paid(account, '-90', '2026-01-05');
    const near = await paid(account, '-12.6', '2026-01-05');
    const exact = await paid(account, '-12.5', '2026-01-05');
    const came = await paid(account, '12.5', '2026-01-05');
    const { id } = await bring(account, [{ date: '2026-01-05', amount: '-12.5' }]);
    const reply = await server.request('GET', '/bankStatement/moves', {
      search: { statementId: id, bankRow: '1' },
      column: 'amountApart',
      order: 'asc',
    });
    const { rows } = reply.json<{ data: { rows: { number: string }[] } }>().data;
    expect(rows.map(({ number }) => number)).toEqual([exact.number, near.number, far.number]);
    const matches = [{ row: 1, documentIds: [came.id] }];
    expect(await refusal(bankStatements.match, { id: id ?? '', matches })).toMatchObject({
      key: 'bank.differs',
    });
  });
});
