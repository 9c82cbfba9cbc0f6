import {
  accounts,
  bankStatements,
  closePeriod,
  closingChecklist,
  closingTable,
  currentSettings,
  goodsDocuments,
  moneyDocuments,
  reopenPeriod,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someBooks, at, daysAgo } from '../report/testBooks.ts';
import type { Books } from '../report/testBooks.ts';

let books: Books;
beforeAll(async () => {
  books = await someBooks();
});
afterAll(() => books.server.stop());

const closedUntil = async () => (await books.server.call(currentSettings, {})).closedUntil;
const monthAgo = () => daysAgo(30);
const close = (until: string, confirmed = true) =>
  books.server.call(closePeriod, { until, confirmed });
const reopen = (until: string | null, reason = 'a bill was forgotten') =>
  books.server.call(reopenPeriod, { until, reason });
const bought = (days: number) =>
  books.shop.input('purchaseIn', [{ barcode: books.tea.barcode, quantity: '1', unitPrice: '10' }], {
    ...at(days),
    paidNow: '0',
  });

describe('a period', () => {
  test('closes after open items are confirmed, refuses documents inside, reopens with a reason', async () => {
    const { server } = books;
    const { open } = await server.call(closingChecklist, { until: monthAgo() });
    expect(open.unpaidSales).toBeGreaterThan(0);
    expect(open.unpaidPurchases).toBeGreaterThan(0);
    expect(open).toMatchObject({ drafts: 0, negativeStock: 0, notInvoiced: 0 });
    expect(await server.refusal(closePeriod, { until: monthAgo() })).toMatchObject({
      key: 'closing.open',
      data: { count: open.unpaidSales + open.unpaidPurchases },
    });
    expect(await closedUntil()).toBeNull();
    await close(monthAgo());
    expect(await closedUntil()).toBe(monthAgo());
    expect(await server.refusal(goodsDocuments.add, bought(31))).toMatchObject({
      key: 'document.periodClosed',
      data: { field: 'time' },
    });
    await server.call(goodsDocuments.add, bought(29));

    expect(await server.refusal(reopenPeriod, { until: null, reason: ' ' })).toMatchObject({
      status: 400,
    });
    await reopen(daysAgo(60));
    expect(await closedUntil()).toBe(daysAgo(60));
    await server.call(goodsDocuments.add, bought(31));
    expect(await server.refusal(goodsDocuments.add, bought(61))).toMatchObject({
      key: 'document.periodClosed',
    });
    await reopen(null, 'all of it');

    const { rows } = await books.report(closingTable);
    expect(rows).toMatchObject([
      {
        closingAction: 'reopenPeriod',
        closedBefore: daysAgo(60),
        closedUntil: null,
        reason: 'all of it',
      },
      {
        closingAction: 'reopenPeriod',
        closedBefore: monthAgo(),
        closedUntil: daysAgo(60),
        reason: 'a bill was forgotten',
      },
      {
        closingAction: 'closePeriod',
        closedBefore: null,
        closedUntil: monthAgo(),
        unpaidSales: open.unpaidSales,
        unpaidPurchases: open.unpaidPurchases,
      },
    ]);
    const logged = await books.count(sql<{ action: string; reason: string | null }>`
      select action, after ->> 'reason' as reason from audit_log
      where subject = 'tenant_setting' and action in ('closePeriod', 'reopenPeriod') order by id`);
    expect(logged).toEqual([
      { action: 'closePeriod', reason: null },
      { action: 'reopenPeriod', reason: 'a bill was forgotten' },
      { action: 'reopenPeriod', reason: 'all of it' },
    ]);
    expect(await books.shop.broken()).toEqual([]);
  });

  test('closes up to today only with confirmation, also with nothing open', async () => {
    const { server } = books;
    const until = daysAgo(0);
    expect(await server.refusal(closePeriod, { until })).toMatchObject({
      key: 'closing.today',
      data: { date: until, field: 'until' },
    });
    expect(await closedUntil()).toBeNull();
    await close(until);
    expect(await server.refusal(goodsDocuments.add, bought(0))).toMatchObject({
      key: 'document.periodClosed',
    });
    await reopen(null);
  });

  test('lists drafts by their kind, goods below zero, and uninvoiced bills', async () => {
    const { server, shop, cups } = books;
    await shop.set({ force_approval: true, negative_stock: true });
    const draft = await server.call(goodsDocuments.add, bought(5));
    const line = { barcode: cups.barcode, quantity: '500', unitPrice: '1' };
    const below = await shop.goods('saleOut', [line], { ...at(4), paidNow: '0', status: '1' });
    await server.arrange(server.company, async (tx) => {
      await sql`
        insert into invoice (tenant_id, direction, kind, number, invoice_date, partner_id, currency, net, tax, gross, creator_id)
        select tenant_id, 'issued', 'vat', 'FP1', business_date, partner_id, currency, payable, 0, payable, creator_id
        from document where id = ${below.id} on conflict do nothing`.execute(tx);
    });
    const { open, openKinds } = await server.call(closingChecklist, { until: daysAgo(0) });
    expect(openKinds).toContainEqual({ open: 'drafts', kind: 'purchaseIn', count: 1 });
    // Each is told by its kind, and leads to the list of that kind.
    for (const name of ['unpaidSales', 'unpaidPurchases', 'notInvoiced'] as const) {
      const kinds = openKinds.filter((one) => one.open === name);
      expect(kinds.reduce((all, { count }) => all + count, 0)).toBe(open[name]);
    }
    expect(open).toMatchObject({ drafts: 1, negativeStock: 1 });
    expect(open.notInvoiced).toBeGreaterThan(3);
    expect((await server.call(closingChecklist, { until: daysAgo(6) })).open).toMatchObject({
      drafts: 0,
      negativeStock: 0,
    });
    await server.call(goodsDocuments.remove, { id: draft.id });
  });

  test('reopening a closed period notes the open documents of its days', async () => {
    const { server, shop } = books;
    await shop.set({ force_approval: true });
    const draft = await server.call(goodsDocuments.add, bought(40));
    const early = await server.call(goodsDocuments.add, bought(70));
    const { open } = await server.call(closingChecklist, { until: monthAgo() });
    await close(monthAgo());
    await reopen(daysAgo(60));
    const { rows } = await books.report(closingTable);
    expect(rows.slice(0, 2)).toMatchObject([
      { closingAction: 'reopenPeriod', drafts: 1 },
      { closingAction: 'closePeriod', drafts: open.drafts },
    ]);
    expect(open.drafts).toBe(2);
    await reopen(null);
    const [whole] = (await books.report(closingTable)).rows;
    expect(whole).toMatchObject({ closingAction: 'reopenPeriod', drafts: 1 });
    for (const { id } of [draft, early]) await server.call(goodsDocuments.remove, { id });
    await shop.set({ force_approval: false });
  });

  test('is reported as year end where the year has documents or began after a closed period', async () => {
    const { server } = books;
    const endsYear = async (until: string) =>
      (await server.call(closingChecklist, { until })).endsYear;
    expect(await closedUntil()).toBeNull();
    expect(await endsYear(daysAgo(400))).toBe(false);
    const early = await server.call(goodsDocuments.add, bought(800));
    expect(await endsYear(daysAgo(400))).toBe(true);
    await server.call(goodsDocuments.remove, { id: early.id });
    await close(`${daysAgo(400).slice(0, 4)}-11-30`);
    expect(await endsYear(`${daysAgo(400).slice(0, 4)}-12-30`)).toBe(false);
    expect(await endsYear(`${daysAgo(400).slice(0, 4)}-12-31`)).toBe(true);
    await reopen(null);
  });

  test('lists unmatched rows of bank statements of the open days, account by account', async () => {
    const { server } = books;
    const statement = async (
      accountName: string,
      rows: readonly [day: number, amount: string][],
    ) => {
      const { id: accountId } = await server.call(accounts.add, { name: accountName });
      const made = await server.call(bankStatements.add, {
        accountId,
        name: accountName,
        rows: rows.map(([day, amount]) => ({ date: daysAgo(day), amount })),
      });
      return { accountId, accountName, statementId: made.id };
    };
    const near = await statement('Near bank', [
      [20, '-5'],
      [10, '7'],
    ]);
    const far = await statement('Far bank', [[50, '3']]);
    const told = async (days: number) => {
      const { open, unmatchedAccounts } = await server.call(closingChecklist, {
        until: daysAgo(days),
      });
      return { count: open.unmatched, unmatchedAccounts };
    };
    expect(await told(0)).toEqual({
      count: 3,
      unmatchedAccounts: [
        { ...near, count: 2, changed: 0 },
        { ...far, count: 1, changed: 0 },
      ],
    });
    expect(await told(60)).toEqual({ count: 0, unmatchedAccounts: [] });
    await close(daysAgo(15));
    expect(await told(0)).toEqual({
      count: 1,
      unmatchedAccounts: [{ ...near, count: 1, changed: 0 }],
    });
    await reopen(null);

    // A row that is a document is done with, until that document is of another amount or day.
    const { shop } = books;
    await shop.set({ force_approval: false });
    const paid = (amount: string, days: number) => ({
      kind: 'itemIn',
      accountId: far.accountId,
      ...at(days),
      lines: [{ itemId: shop.incomeItem, amount }],
    });
    const { id } = await server.call(moneyDocuments.add, paid('3', 50));
    const matches = [{ row: 1, documentIds: [id] }];
    await server.call(bankStatements.match, { id: far.statementId ?? '', matches });
    expect((await told(0)).unmatchedAccounts).toEqual([{ ...near, count: 2, changed: 0 }]);
    const change = async (amount: string, days: number) => {
      const { version } = await server.call(moneyDocuments.info, { id });
      await server.call(moneyDocuments.update, { ...paid(amount, days), id, version });
    };
    const changed = { ...far, count: 1, changed: 1 };
    await change('3.01', 50);
    expect((await told(0)).unmatchedAccounts).toEqual([{ ...near, count: 2, changed: 0 }, changed]);
    await change('3', 49);
    expect((await told(0)).unmatchedAccounts.at(1)).toEqual(changed);
    expect((await told(51)).count).toBe(0);
    await change('3', 50);
    expect((await told(0)).count).toBe(2);
    await server.call(moneyDocuments.remove, { id });
    expect((await told(0)).unmatchedAccounts.at(1)).toEqual(changed);

    const { rows } = await books.report(closingTable, {}, undefined, { pageSize: 10 });
    expect(rows[1]).toMatchObject({ closingAction: 'closePeriod', unmatched: 2 });
  });

  test.each([
    ['to come', () => daysAgo(-1), 'closing.future'],
    ['that is closed', () => daysAgo(50), 'closing.closed'],
  ] as const)('is not closed up to a day %s', async (_, until, key) => {
    await close(daysAgo(40));
    expect(
      await books.server.refusal(closePeriod, { until: until(), confirmed: true }),
    ).toMatchObject({ key, data: { field: 'until' } });
    expect(
      await books.server.refusal(reopenPeriod, { until: daysAgo(39), reason: 'later' }),
    ).toMatchObject({ key: 'closing.notClosed' });
    await reopen(null);
    expect(await books.server.refusal(reopenPeriod, { until: null, reason: 'none' })).toMatchObject(
      { key: 'closing.notClosed' },
    );
  });
});

test('a user with partial scope may not close or reopen a period', async () => {
  const { server } = books;
  await server.addUser({ loginName: 'closer', role: 'finance' });
  const full = await server.signIn('closer');
  await server.call(closingChecklist, { until: monthAgo() }, full);
  await server.addUser({ loginName: 'parted', role: 'finance' });
  const scope = (of: 'all' | 'own') =>
    server.arrange(server.company, async (tx) => {
      await sql`update role set data_scope = ${of} where type = 'finance'`.execute(tx);
    });
  await scope('own');
  const token = await server.signIn('parted');
  for (const [endpoint, input] of [
    [closingChecklist, { until: monthAgo() }],
    [closePeriod, { until: monthAgo(), confirmed: true }],
    [reopenPeriod, { until: null, reason: 'no' }],
  ] as const)
    expect(await server.refusal(endpoint, input as never, token)).toMatchObject({
      key: 'access.denied',
    });
  // How much was open is of the whole company, too.
  for (const path of [closingTable.path, closingTable.exportPath])
    expect((await server.request('GET', path ?? '', {}, token)).json()).toMatchObject({
      data: { key: 'access.denied' },
    });
  await scope('all');
});

test('concurrent closings of a period succeed once', async () => {
  const { server } = books;
  const both = await Promise.allSettled([close(daysAgo(45)), close(daysAgo(45))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await server.call(reopenPeriod, { until: null, reason: 'the test is over' });
});
