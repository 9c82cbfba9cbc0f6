import {
  barcodesForLine,
  documentTables,
  documentToConvert,
  finishTally,
  goodsDocuments,
  moneyDocuments,
} from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aShop, aStockedServer } from '../testShop.ts';
import { aTally, tallyPart } from '../testTally.ts';

const { server, shop, one, line } = await aStockedServer('100');

const MISSING = { status: 404, key: 'record.missing' };

/** A user with a role of its own: these pages and buttons, this data scope, these amounts hidden. */
async function user(
  name: string,
  {
    pages,
    scope = 'all',
    hidden = [],
    institutionId,
  }: {
    pages: Readonly<Record<string, readonly string[]>>;
    scope?: string;
    hidden?: readonly string[];
    institutionId?: string;
  },
): Promise<string> {
  const { tenantId } = shop.company;
  const roleId = await server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope, hidden_amounts) values (${tenantId}, ${name}, ${scope}, ${hidden}) returning id`.execute(
      tx,
    );
    const id = rows[0]?.id ?? '';
    for (const [url, buttons] of Object.entries(pages)) {
      await sql`insert into role_function (tenant_id, role_id, function_url, buttons) values (${tenantId}, ${id}, ${url}, ${buttons})`.execute(
        tx,
      );
    }
    return id;
  });
  await server.addUser({
    loginName: name,
    roleId,
    ...(institutionId === undefined ? {} : { institutionId }),
  });
  return server.signIn(name);
}
const sales = { '/bill/sale_out': ['1', '2', '7'], '/bill/sale_back': ['1'] };
const list = async (kind: string, token: string) => {
  const reply = await server.request('GET', '/depotHead/list', { search: { kind } }, token);
  return reply.json<{
    data: { rows: Record<string, unknown>[]; totals: Record<string, unknown> };
  }>().data;
};

describe('rights', () => {
  test('each kind requires its page, each step its button', async () => {
    const token = await user('viewer', { pages: { '/bill/sale_out': [] } });
    const { id } = await shop.goods('saleOut', [line('1')]);
    expect(await server.call(goodsDocuments.info, { id }, token)).toMatchObject({ id });
    for (const [endpoint, input] of [
      [goodsDocuments.add, shop.input('saleOut', [line('1')])],
      [goodsDocuments.update, { ...shop.input('saleOut', [line('1')]), id, version: 1 }],
      [goodsDocuments.remove, { id }],
      [goodsDocuments.setStatus, { ids: id, status: '1' }],
      [goodsDocuments.add, shop.input('purchaseIn', [line('1')])],
    ] as const) {
      expect(await server.refusal(endpoint, input, token)).toMatchObject({
        status: 403,
        key: 'access.denied',
      });
    }
    const other = await server.request(
      'GET',
      '/depotHead/list',
      { search: { kind: 'purchaseIn' } },
      token,
    );
    expect(other.statusCode).toBe(403);
  });

  test('save and approve needs both buttons, unapproving its own button', async () => {
    const editor = await user('editor', { pages: { '/bill/sale_out': ['1'] } });
    const approver = await user('approver', { pages: { '/bill/sale_out': ['2'] } });
    const input = shop.input('saleOut', [line('1')]);
    expect((await server.refusal(goodsDocuments.add, { ...input, status: '1' }, editor)).key).toBe(
      'access.denied',
    );
    const { id } = await server.call(goodsDocuments.add, input, editor);
    await server.call(goodsDocuments.setStatus, { ids: id, status: '1' }, approver);
    expect(
      (await server.refusal(goodsDocuments.setStatus, { ids: id, status: '0' }, approver)).key,
    ).toBe('access.denied');
  });

  test('internal kinds are written by no user', async () => {
    for (const kind of ['openingStock', 'openingBalance', 'regrade', 'nonsense']) {
      expect((await server.refusal(goodsDocuments.add, shop.input(kind, [line('1')]))).key).toBe(
        'document.kind',
      );
    }
    expect((await server.refusal(goodsDocuments.add, { kind: 'moneyIn', lines: [] })).key).toBe(
      'document.kind',
    );
  });
});

describe('data scope', () => {
  test('a user limited to own documents sees only these, in lists, by id and in batches', async () => {
    const token = await user('own', { pages: sales, scope: 'own' });
    const mine = await server.call(goodsDocuments.add, shop.input('saleOut', [line('1')]), token);
    const other = await shop.goods('saleOut', [line('1')], { status: '1' });
    const { rows } = await list('saleOut', token);
    expect(rows.map(({ id }) => id)).toEqual([mine.id]);
    expect(await server.refusal(goodsDocuments.info, { id: other.id }, token)).toMatchObject(
      MISSING,
    );
    expect(
      await server.refusal(goodsDocuments.detail, { number: other.number }, token),
    ).toMatchObject(MISSING);
    expect(
      await server.refusal(
        goodsDocuments.setStatus,
        { ids: `${mine.id},${other.id}`, status: '0' },
        token,
      ),
    ).toMatchObject(MISSING);
    expect(
      await server.refusal(documentToConvert, { ids: other.id, kind: 'saleBack' }, token),
    ).toMatchObject(MISSING);
    const from = shop.input('saleBack', [
      line('1', '20', { sourceDocumentId: other.id, sourceLine: 1 }),
    ]);
    expect(await server.refusal(goodsDocuments.add, from, token)).toMatchObject(MISSING);
  });

  test('reading a document requires any granted warehouse, and writing requires all its warehouses', async () => {
    const token = await user('keeper', { pages: sales });
    const { tenantId } = shop.company;
    await server.arrange(shop.company, async (tx) => {
      await sql`insert into user_warehouse (tenant_id, user_id, warehouse_id)
        select ${tenantId}, id, ${shop.main} from app_user where tenant_id = ${tenantId} and login_name = 'keeper' on conflict do nothing`.execute(
        tx,
      );
    });
    await shop.goods('purchaseIn', [line('5', '10', { warehouseId: shop.branch })]);
    const both = await shop.goods('saleOut', [
      line('1'),
      line('1', '20', { warehouseId: shop.branch }),
    ]);
    const away = await shop.goods('saleOut', [line('1', '20', { warehouseId: shop.branch })]);
    await shop.set({ warehouse_grants: true });
    const keeper = await freshToken(token);
    expect(await server.call(goodsDocuments.info, { id: both.id }, keeper)).toMatchObject({
      id: both.id,
    });
    expect((await server.refusal(goodsDocuments.remove, { id: both.id }, keeper)).key).toBe(
      'access.denied',
    );
    expect(await server.refusal(goodsDocuments.info, { id: away.id }, keeper)).toMatchObject(
      MISSING,
    );
    expect(
      (
        await server.refusal(
          goodsDocuments.add,
          shop.input('saleOut', [line('1', '20', { warehouseId: shop.branch })]),
          keeper,
        )
      ).key,
    ).toBe('document.warehouseMissing');
    expect(
      await server.call(
        barcodesForLine,
        { barCode: one.barcode, depotId: shop.branch, kind: 'saleOut' },
        keeper,
      ),
    ).toMatchObject([{ stock: '0' }]);
    await shop.set({ warehouse_grants: false });
  });

  test('a user with granted customers reads and writes only documents of these customers', async () => {
    const token = await user('seller', { pages: sales });
    const { tenantId } = shop.company;
    await server.arrange(shop.company, async (tx) => {
      await sql`insert into user_customer (tenant_id, user_id, partner_id)
        select ${tenantId}, id, ${shop.customer} from app_user where tenant_id = ${tenantId} and login_name = 'seller' on conflict do nothing`.execute(
        tx,
      );
    });
    const other = await shop.goods('saleOut', [line('1')], { partnerId: shop.otherCustomer });
    await shop.set({ customer_grants: true });
    const seller = await freshToken(token);
    await server.call(goodsDocuments.add, shop.input('saleOut', [line('1')]), seller);
    expect(await server.refusal(goodsDocuments.info, { id: other.id }, seller)).toMatchObject(
      MISSING,
    );
    expect(
      (
        await server.refusal(
          goodsDocuments.add,
          shop.input('saleOut', [line('1')], { partnerId: shop.otherCustomer }),
          seller,
        )
      ).key,
    ).toBe('document.partnerMissing');
    await shop.set({ customer_grants: false });
  });

  /** Rights are read again within a second; waiting for the notice would measure time, so the caches are asked again. */
  const freshToken = async (token: string) => {
    await server.arrange(shop.company, (tx) =>
      sql`select pg_notify('rights', ${shop.company.tenantId})`.execute(tx),
    );
    await new Promise((resolve) => setTimeout(resolve, 1100));
    return token;
  };
});

describe('hidden amounts', () => {
  test('are null in lists, details and totals, and can’t be sorted by', async () => {
    const token = await user('masked', { pages: sales, hidden: ['sale'] });
    const { id } = await shop.goods('saleOut', [line('2')]);
    const { rows, totals } = await list('saleOut', token);
    expect(rows[0]).toMatchObject({ totalAmount: null, paidNow: null, totalQuantity: '2' });
    expect(totals['totalAmount']).toBeNull();
    const info = await server.call(goodsDocuments.info, { id }, token);
    expect(info).toMatchObject({
      payable: null,
      debt: null,
      lines: [{ unitPrice: null, amount: null, quantity: '2' }],
    });
    const sorted = await server.request(
      'GET',
      '/depotHead/list',
      { search: { kind: 'saleOut' }, column: 'totalAmount' },
      token,
    );
    expect(sorted.statusCode).toBe(400);
    expect(
      await server.call(barcodesForLine, { barCode: one.barcode, kind: 'saleOut' }, token),
    ).toMatchObject([{ price: null }]);
  });

  test('are kept when a user without rights to amounts writes', async () => {
    const token = await user('blind', { pages: sales, hidden: ['sale'] });
    const { id } = await shop.goods('saleOut', [line('2', '33')]);
    const change = shop.input('saleOut', [line('3', '0', { line: 1 }), line('1', '0')], {
      paidNow: '0',
    });
    await server.call(goodsDocuments.update, { ...change, id, version: 1 }, token);
    const { lines } = await server.call(goodsDocuments.info, { id });
    const kept = await server.call(goodsDocuments.info, { id });
    expect(lines.map(({ unitPrice }) => unitPrice)).toEqual(['33', '33']);
    expect(kept).toMatchObject({ paidNow: '66', payable: '132', debt: '66', accountId: shop.cash });
  });

  test('stay assigned to the payment accounts while the payment is unchanged', async () => {
    const token = await user('blindfold', { pages: sales, hidden: ['sale'] });
    const parts = [
      { accountId: shop.cash, amount: '4' },
      { accountId: shop.bank, amount: '26' },
    ];
    const paid = { paidNow: '30', settlements: parts };
    const { id } = await shop.goods('saleOut', [line('2', '20')], paid);
    const sells = async (quantity: string, version: number) => {
      const change = shop.input('saleOut', [line(quantity, '0', { line: 1 })]);
      await server.call(goodsDocuments.update, { ...change, id, version }, token);
      return server.call(goodsDocuments.info, { id });
    };
    expect(await sells('3', 1)).toMatchObject({ paidNow: '30', settlements: parts });
    // What is paid became less: whose part did, no one said.
    expect(await sells('1', 2)).toMatchObject({ paidNow: '20', accountId: shop.cash });
  });

  test('default to the agreed prices when an order is delivered without price rights', async () => {
    const token = await user('carrier', { pages: sales, hidden: ['sale'] });
    const ordered = await shop.goods('saleOrder', [line('3', '15')], {
      discountRate: '10',
      paidNow: '0',
      status: '1',
    });
    const of = { sourceDocumentId: ordered.id, sourceLine: 1 };
    const { id } = await server.call(
      goodsDocuments.add,
      shop.input('saleOut', [line('2', '0', of), line('1', '0')]),
      token,
    );
    const { lines, discountRate, ...money } = await server.call(goodsDocuments.info, { id });
    // No money moves by someone who can’t see how much.
    expect(money).toMatchObject({ paidNow: '0', debt: money.payable });
    expect(money.payable).not.toBe('0');
    const [listed = ''] = (
      await server.call(barcodesForLine, { barCode: one.barcode, kind: 'saleOut' })
    ).map(({ price }) => price ?? '');
    expect(lines.map(({ unitPrice }) => unitPrice)).toEqual(['15', listed]);
    expect(listed).not.toBe('15');
    expect(discountRate).toBe('10');
  });

  test('default to order prices, with gifts at zero, when tallied without price rights', async () => {
    const pages = { '/bill/purchase_order': [], '/bill/purchase_in': ['1'] };
    const token = await user('teller', { pages, hidden: ['purchase'] });
    const { id } = await shop.goods('purchaseOrder', [line('10', '3')], { status: '1' });
    const came = tallyPart(1, { arrived: '11', formal: '10', gift: '1' });
    const made = await server.call(finishTally, aTally(id, shop.main, [came]), token);
    const { lines } = await server.call(goodsDocuments.info, { id: made.id });
    expect(lines.map(({ unitPrice }) => unitPrice)).toEqual(['3', '0']);
  });
});

describe('documents of another company', () => {
  test('another company’s ids are refused like missing ids in every place of a document', async () => {
    const stranger = await aShop(server, server.stranger);
    const theirs = await stranger.product();
    const ok = shop.input('saleOut', [line('1')]);
    const cases: readonly (readonly [string, object])[] = [
      ['partner', { ...ok, partnerId: stranger.customer }],
      ['account', { ...ok, accountId: stranger.cash }],
      ['warehouse', { ...ok, lines: [{ ...ok.lines[0], warehouseId: stranger.main }] }],
      ['barcode', { ...ok, lines: [{ ...ok.lines[0], barcode: theirs.barcode }] }],
      ['person', { ...ok, salespersonIds: [stranger.salesperson] }],
    ];
    const nowhere = '999999999';
    const missing: readonly (readonly [string, object])[] = [
      ['partner', { ...ok, partnerId: nowhere }],
      ['account', { ...ok, accountId: nowhere }],
      ['warehouse', { ...ok, lines: [{ ...ok.lines[0], warehouseId: nowhere }] }],
      ['barcode', { ...ok, lines: [{ ...ok.lines[0], barcode: '000' }] }],
      ['person', { ...ok, salespersonIds: [nowhere] }],
    ];
    for (const [at, [name, input]] of cases.entries()) {
      const theirsRefused = await server.refusal(goodsDocuments.add, input);
      const missingRefused = await server.refusal(goodsDocuments.add, missing[at]?.[1]);
      expect([name, theirsRefused.key, theirsRefused.status]).toEqual([
        name,
        missingRefused.key,
        missingRefused.status,
      ]);
    }
    const { id } = await shop.goods('saleOut', [line('1')], { status: '1' });
    const other = await server.signIn('other');
    for (const [endpoint, input] of [
      [goodsDocuments.info, { id }],
      [goodsDocuments.remove, { id }],
      [goodsDocuments.setStatus, { ids: id, status: '0' }],
      [documentToConvert, { ids: id, kind: 'saleBack' }],
    ] as const) {
      expect(await server.refusal(endpoint, input, other)).toMatchObject(MISSING);
    }
    expect(
      await server.refusal(
        moneyDocuments.add,
        {
          kind: 'moneyIn',
          partnerId: stranger.customer,
          accountId: stranger.cash,
          lines: [{ settledDocumentId: id, amount: '1' }],
        },
        other,
      ),
    ).toMatchObject(MISSING);
    expect((await list('saleOut', other)).rows).toEqual([]);
  });

  test('every list requires the page of its document kind', () => {
    for (const [kind, table] of Object.entries(documentTables)) {
      expect(table.access).toEqual({ page: documentKinds[table.kind].url });
      expect(table.fixed).toEqual({ kind });
    }
  });
});
