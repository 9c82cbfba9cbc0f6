// Calls about money, repeated, by users of another company, and by users without amount rights.
import {
  bankStatements,
  closePeriod,
  closingChecklist,
  closingTable,
  documentTables,
  invoices,
  memberFlowTable,
  memberStatementTable,
  moneyDocuments,
  partners,
  reopenPeriod,
} from '@tradehouse/contract';
import type { Endpoint, InputOf, MoneyDocumentInput, ReplyOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { aStockedServer, asRole } from '../modules/document/testShop.ts';

const { server, shop, line } = await aStockedServer('1000');
afterEach(async () => {
  const broken = await shop.broken();
  if (broken.length > 0) throw new Error(`the books are broken: ${broken.join('; ')}`);
});

const money = (
  kind: string,
  more: Pick<MoneyDocumentInput, 'lines'> & Partial<MoneyDocumentInput>,
): MoneyDocumentInput => ({ kind, status: '1', ...more });
const lines = (amount: string) => [{ accountId: shop.cash, amount }];
const aMember = async (): Promise<string> =>
  (await server.call(partners.add, { type: 'member', name: crypto.randomUUID() })).id;
/** A statement of an account of its own, whose first row is a receipt's. */
async function aStatement() {
  const { id: documentId } = await shop.money(
    'itemIn',
    [{ itemId: shop.incomeItem, amount: '7' }],
    { accountId: shop.bank, status: '1' },
  );
  const row = { date: '2026-01-05', amount: '7', purpose: crypto.randomUUID() };
  const { id } = await server.call(bankStatements.add, {
    accountId: shop.bank,
    name: 'Twice',
    rows: [row, { ...row, amount: '8' }],
  });
  return { id: id ?? '', documentId, row };
}

/** The same request twice under one key, and at once by several: one thing is done, and told to all. */
async function twice<E extends Endpoint>(
  { method, path }: E,
  input: InputOf<E>,
): Promise<ReplyOf<E>> {
  const key = crypto.randomUUID();
  const send = () => server.request(method, path, input, { key });
  const answers = [...(await Promise.all([send(), send(), send()])), await send()];
  const done = answers.filter(({ statusCode }) => statusCode === 200);
  // What comes while the first is under way may be asked to wait.
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(
    answers.map(({ statusCode }) => (statusCode === 200 ? 200 : 409)),
  );
  expect(done.length).toBeGreaterThan(1);
  const [first] = done;
  for (const answer of done) expect(answer.json()).toEqual(first?.json());
  return first?.json<{ data: ReplyOf<E> }>().data as ReplyOf<E>;
}

describe('a call repeated under a single idempotency key', () => {
  test('a prepayment is paid back once', async () => {
    const partnerId = await aMember();
    await shop.money('advanceIn', lines('100'), { partnerId, bonus: '20' });
    const input = money('advanceOut', { partnerId, lines: lines('40'), bonus: '5' });
    await twice(moneyDocuments.add, input);
    expect(await shop.purse('prepaid', partnerId)).toBe('-60');
    expect(await shop.purse('bonus', partnerId)).toBe('-15');
  });

  test('a bonus alone is given once', async () => {
    const partnerId = await aMember();
    await twice(moneyDocuments.add, money('advanceIn', { partnerId, lines: [], bonus: '20' }));
    expect(await shop.purse('bonus', partnerId)).toBe('-20');
  });

  test('a deposit is kept once', async () => {
    const partnerId = shop.otherCustomer;
    const { id } = await shop.goods('saleOrder', [line('1', '100')], {
      partnerId,
      depositTaken: '50',
      status: '1',
    });
    const kept = [{ settledDocumentId: id, amount: '20' }, { amount: '-20' }];
    await twice(moneyDocuments.add, money('depositOut', { partnerId, lines: kept }));
    expect(await shop.purse('receivable', partnerId)).toBe('-20');
    expect(await shop.purse('deposit', partnerId)).toBe('-30');
  });

  test('a statement is imported once, and its row is matched and unmatched once', async () => {
    const row = { date: '2026-02-05', amount: '9', purpose: crypto.randomUUID() };
    const brought = { accountId: shop.cash, name: 'Once', rows: [row] };
    const { added } = await twice(bankStatements.add, brought);
    expect(added).toBe(1);
    const { id, documentId } = await aStatement();
    await twice(bankStatements.match, { id, matches: [{ row: 1, documentIds: [documentId] }] });
    await twice(bankStatements.unmatch, { id, rows: [1] });
    const counts = await sql<{ open: number; matches: number }>`
      select open_count as open, (select count(*)::integer from bank_match where statement_id = ${id}) as matches
      from bank_statement where id = ${id}`.execute(server.database.admin);
    expect(counts.rows).toEqual([{ open: 2, matches: 0 }]);
  });

  test('an invoice is recorded and made void once', async () => {
    const { tenantId } = server.company;
    const number = crypto.randomUUID().slice(0, 20);
    const recorded = await twice(invoices.add, {
      direction: 'issued',
      invoiceKind: 'vat',
      number,
      invoiceDate: '2026-01-05',
      partnerId: shop.customer,
      net: '10',
      tax: '0',
      bills: [],
    });
    await twice(invoices.voidBatch, { ids: recorded.id, reason: 'twice' });
    const { rows } = await sql<{ count: number; logged: number }>`
      select count(*)::integer as count, (select count(*)::integer from audit_log
        where tenant_id = ${tenantId} and subject = 'invoice' and subject_id = ${recorded.id} and action = 'void') as logged
      from invoice where tenant_id = ${tenantId} and number = ${number}`.execute(
      server.database.admin,
    );
    expect(rows).toEqual([{ count: 1, logged: 1 }]);
  });

  test('a period is closed and opened once', async () => {
    const noted = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from period_closing`.execute(server.database.admin);
      return rows[0]?.count;
    };
    const before = (await noted()) ?? 0;
    await twice(closePeriod, { until: '2020-12-31', confirmed: true });
    expect(await noted()).toBe(before + 1);
    await twice(reopenPeriod, { until: null, reason: 'twice' });
    expect(await noted()).toBe(before + 2);
  });
});

describe('by another company', () => {
  test('statements are neither read, matched nor deleted, and their rows are hidden', async () => {
    const { id, documentId } = await aStatement();
    const stranger = await server.signIn('other');
    const refused = async (endpoint: Endpoint, input: unknown) =>
      (await server.refusal(endpoint, input, stranger)).key;
    const matches = [{ row: 1, documentIds: [documentId] }];
    expect(await refused(bankStatements.infoCall, { id })).toBe('record.missing');
    expect(await refused(bankStatements.suggestions, { id })).toBe('record.missing');
    expect(await refused(bankStatements.match, { id, matches })).toBe('record.missing');
    expect(await refused(bankStatements.unmatch, { id, rows: [1] })).toBe('record.missing');
    expect(await refused(bankStatements.removeBatch, { ids: id })).toBe('record.missing');
    const row = { date: '2026-01-05', amount: '1' };
    const own = { accountId: shop.bank, name: 'Theirs', rows: [row] };
    expect(await refused(bankStatements.add, own)).toBe('record.missing');
    for (const { path, exportPath } of [bankStatements.rowTable, bankStatements.moveTable]) {
      const asked = { search: { statementId: id } };
      const list = await server.request('GET', path, asked, stranger);
      expect(list.json()).toMatchObject({ data: { rows: [], total: 0 } });
      const csv = { ...asked, format: 'csv' };
      const file = await server.request('GET', exportPath ?? '', csv, stranger);
      expect(file.body.trim().split('\n')).toHaveLength(1);
    }
    // With a statement of its own, but documents of others.
    const account = await server.arrange(server.stranger, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into account (tenant_id, name) values (${server.stranger.tenantId}, 'Theirs') returning id`.execute(
        tx,
      );
      return rows[0]?.id ?? '';
    });
    const theirs = await server.call(
      bankStatements.add,
      { accountId: account, name: 'Theirs', rows: [{ ...row, amount: '7' }] },
      stranger,
    );
    expect(await refused(bankStatements.match, { id: theirs.id ?? '', matches })).toBe(
      'record.missing',
    );
    const { rows: kept } = await sql<{ open: number }>`
      select open_count as open from bank_statement where id = ${id}`.execute(
      server.database.admin,
    );
    expect(kept).toEqual([{ open: 2 }]);
  });

  test('invoices, members and closings stay within their company', async () => {
    const partnerId = await aMember();
    await shop.money('advanceIn', lines('100'), { partnerId, bonus: '20' });
    const sale = await shop.goods('saleOut', [line('1', '100')], { status: '1' });
    const stranger = await server.signIn('other');
    const rows = async (path: string, search: object) =>
      (await server.request('GET', path, { search }, stranger)).json<{
        data: { rows: unknown[] };
      }>().data.rows;
    expect(await rows(memberFlowTable.path, { organId: partnerId })).toEqual([]);
    expect(await rows(memberStatementTable.path, { organId: partnerId })).toEqual([]);
    expect(await rows(closingTable.path, {})).toEqual([]);
    const out = money('advanceOut', { partnerId, lines: lines('1') });
    expect((await server.refusal(moneyDocuments.add, out, stranger)).status).toBeGreaterThan(400);
    expect((await server.refusal(invoices.startBills, { ids: sale.id }, stranger)).key).toBe(
      'record.missing',
    );
    // Its one row is that of its own statement.
    const { open } = await server.call(closingChecklist, { until: '2026-12-31' }, stranger);
    expect(open).toMatchObject({ unpaidSales: 0, unmatched: 1 });
  });
});

describe('a user without the right to see amounts of money', () => {
  const files = [
    [memberStatementTable, '/report/member_account', {}],
    [bankStatements.table, '/financial/bank_statement', {}],
    [documentTables.advanceIn, '/financial/advance_in', { kind: 'advanceIn' }],
    [documentTables.advanceOut, '/financial/advance_out', { kind: 'advanceOut' }],
    [documentTables.depositOut, '/financial/deposit_out', { kind: 'depositOut' }],
    [invoices.table, '/financial/invoice', {}],
  ] as const;
  test.each(files)('gets no amount in the exported file of $id', async (table, page, search) => {
    const partnerId = await aMember();
    await shop.money('advanceIn', lines('14074.08'), { partnerId, bonus: '1234.56' });
    await shop.money('advanceOut', lines('6419.76'), { partnerId });
    await server.call(bankStatements.add, {
      accountId: shop.cash,
      name: 'Seen',
      rows: [{ date: '2026-03-05', amount: '7654.32', purpose: crypto.randomUUID() }],
    });
    await server.call(invoices.add, {
      direction: 'issued',
      invoiceKind: 'vat',
      number: crypto.randomUUID().slice(0, 20),
      invoiceDate: '2026-01-05',
      partnerId: shop.customer,
      net: '7654.32',
      tax: '1234.56',
      bills: [],
    });
    const order = await shop.goods('saleOrder', [line('1', '7654.32')], {
      depositTaken: '7654.32',
      status: '1',
    });
    const back = [{ settledDocumentId: order.id, amount: '7654.32' }, { amount: '-1234.56' }];
    await shop.money('depositOut', back, { partnerId: shop.customer });
    const read = async (token?: string): Promise<string> => {
      const asked = { search, format: 'csv' };
      const { statusCode, body } = await server.request(
        'GET',
        table.exportPath ?? '',
        asked,
        token,
      );
      return statusCode === 200 ? body : String(statusCode);
    };
    const told = /7654\.32|1234\.56|6419\.76/;
    expect(await read()).toMatch(told);
    const blind = await asRole(shop, `blind-${crypto.randomUUID().slice(0, 8)}`, {
      hidden: ['money'],
      pages: [page],
    });
    expect(await read(blind)).not.toMatch(told);
  });
});
