import {
  memberFlowTable,
  memberRowsOf,
  memberStatementTable,
  moneyDocuments,
} from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, daysAgo, someBooks } from '../testBooks.ts';
import type { Books, Row } from '../testBooks.ts';

let books: Books;
const numbers: Record<string, string> = {};
beforeAll(async () => {
  books = await someBooks();
  const { shop, cups } = books;
  const { member: partnerId } = shop;
  const paysIn = (amount: string, days: number) =>
    shop.money('advanceIn', [{ accountId: shop.cash, amount }], { partnerId, ...at(days) });
  const cup = (quantity: string, more: object = {}) => ({
    barcode: cups.barcode,
    quantity,
    unitPrice: '6',
    ...more,
  });
  const prepaid = { partnerId, payment: 'prepaid' as const };
  numbers['first'] = (await paysIn('100', 70)).number;
  const mistaken = await paysIn('1000', 60);
  await shop.server.call(moneyDocuments.remove, { id: mistaken.id });
  const sold = await shop.goods('retailOut', [cup('5')], { ...prepaid, ...at(40), status: '1' });
  numbers['sale'] = sold.number;
  const back = [cup('1', { sourceDocumentId: sold.id, sourceLine: 1 })];
  numbers['return'] = (await shop.goods('retailBack', back, { ...prepaid, ...at(20) })).number;
  numbers['second'] = (await paysIn('50.5', 10)).number;
});
afterAll(() => books.server.stop());

const text = (value: unknown) => toPlainDecimal(decimal(String(value ?? '0')));
const figures = (row: Row | undefined) =>
  ['opening', 'paidIn', 'spent', 'closing'].map((column) => text(row?.[column])).join(' ');
const statement = async (from: number, to: number, token?: string) =>
  books.report(
    memberStatementTable,
    { dates: [daysAgo(from), daysAgo(to)], organId: books.shop.member },
    token,
  );

test.each([
  [400, 100, '0 0 0 0'],
  [80, 50, '0 100 0 100'],
  [50, 30, '100 0 30 70'],
  [30, 0, '70 50.5 -6 126.5'],
  [400, 0, '0 150.5 24 126.5'],
])(
  'from %i to %i days ago a member has opening, paid-in, spent and closing amounts %s',
  async (from, to, expected) => {
    const { rows, totals } = await statement(from, to);
    expect(rows.map(figures)).toEqual([expected]);
    expect(figures(totals)).toBe(expected);
  },
);

test('closing member balances equal the prepayments in the ledger at the end of the day', async () => {
  for (const days of [100, 65, 39, 15, 0]) {
    const { totals } = await books.report(memberStatementTable, { dates: [null, daysAgo(days)] });
    const [held] = await books.count(sql<{ amount: string }>`
      select coalesce(sum(case from_purse when 'prepaid' then amount else -amount end), 0) as amount from money_entry
      where 'prepaid' in (from_purse, to_purse) and business_date <= ${daysAgo(days)}::date`);
    expect(text(totals['closing'])).toBe(text(held?.amount));
  }
});

test('the member statement filters by remaining prepayment', async () => {
  const member = books.shop.member;
  const all = { dates: [daysAgo(400), daysAgo(0)] };
  const having = await books.report(memberStatementTable, { ...all, hasPrepayment: true });
  const without = await books.report(memberStatementTable, { ...all, hasPrepayment: false });
  expect(having.rows.map(({ id }) => id)).toContain(member);
  expect(without.rows.map(({ id }) => id)).not.toContain(member);
});

const flow = async (from: number, to: number, token?: string, more: object = {}) => {
  const search = { organId: books.shop.member, dates: [daysAgo(from), daysAgo(to)], ...more };
  const { rows } = await books.report(memberFlowTable, search, token);
  return rows.map(({ number, amount, balance }) => [number, text(amount), text(balance)]);
};

test('a member’s ledger lists documents with resulting balances, without undone documents', async () => {
  const { first, sale, return: back, second } = numbers;
  const all = [
    [second, '50.5', '126.5'],
    [back, '6', '76'],
    [sale, '-30', '70'],
    [first, '100', '100'],
  ];
  expect(await flow(400, 0)).toEqual(all);
  expect(await flow(45, 15)).toEqual(all.slice(1, 3));
  expect(await flow(400, 0, undefined, { number: sale })).toEqual([all[2]]);
});

test('paid-in, spent and opening amounts of a member equal the sums of their ledger rows', async () => {
  const [from, to] = [50, 0];
  const [row] = (await statement(from, to)).rows;
  const sum = async (column: string, more: object) => {
    const search = { organId: books.shop.member, dates: [daysAgo(from), daysAgo(to)], ...more };
    return text((await books.report(memberFlowTable, search)).totals[column]);
  };
  const money = { entry: memberRowsOf('money') };
  const goods = { entry: memberRowsOf('goods') };
  expect(await sum('amount', money)).toBe(text(row?.['paidIn']));
  expect(await sum('bonus', money)).toBe(text(row?.['bonusGiven']));
  expect(await sum('amount', goods)).toBe(
    toPlainDecimal(decimal(String(row?.['spent'])).negated()),
  );
  expect(await sum('amount', { dates: [null, daysAgo(from + 1)] })).toBe(text(row?.['opening']));
});

test('each row of the member flow names its document', async () => {
  const { rows } = await books.report(memberFlowTable, { organId: books.shop.member });
  expect(rows.map(({ kind, documentId }) => [kind, typeof documentId])).toEqual([
    ['advanceIn', 'string'],
    ['retailBack', 'string'],
    ['retailOut', 'string'],
    ['advanceIn', 'string'],
  ]);
});

test('a salesperson sees only own member documents, and no amounts where amounts are hidden', async () => {
  const { server, shop, cups } = books;
  await server.addUser({ loginName: 'till', role: 'salesperson' });
  const seller = await server.signIn('till');
  expect((await statement(400, 0, seller)).rows.map(figures)).toEqual(['0 0 0 0']);
  expect(await flow(400, 0, seller)).toEqual([]);
  const sale = shop.input('retailOut', [{ barcode: cups.barcode, quantity: '1', unitPrice: '6' }], {
    partnerId: shop.member,
    payment: 'prepaid',
  });
  const reply = await server.request('POST', '/depotHead/addDepotHeadAndDetail', sale, seller);
  expect(reply.statusCode).toBe(200);
  expect((await statement(400, 0, seller)).rows.map(figures)).toEqual(['0 0 6 -6']);
  expect((await flow(400, 0, seller)).map(([, ...amounts]) => amounts)).toEqual([['-6', '-6']]);

  await server.addUser({ loginName: 'blind', role: 'finance', hideAmounts: true });
  const blind = await server.signIn('blind');
  const [row] = (await statement(400, 0, blind)).rows;
  expect(row).toMatchObject({ opening: null, paidIn: null, spent: null, closing: null });
  expect(await books.status(memberStatementTable, { hasPrepayment: true }, blind)).toBe(400);
  await server.addUser({ loginName: 'stranger', role: 'keeper' });
  const stranger = await server.signIn('stranger');
  for (const table of [memberStatementTable, memberFlowTable]) {
    expect(await books.status(table, { organId: shop.member }, stranger)).toBe(403);
  }
});

test('every invariant of the books holds after all member reports', async () => {
  expect(await books.shop.broken()).toEqual([]);
});
