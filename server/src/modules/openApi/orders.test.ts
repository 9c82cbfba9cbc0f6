// Sales orders written by applications: for their user, once, with known goods.
import { applications, openExternalOrder, openOrder, promotions } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aShopServer } from '../document/testShop.ts';
import { programsOf } from './testPrograms.ts';

const { server, shop } = await aShopServer();
const { anApplication, tokenOf } = programsOf(() => server);
const scopes = ['orders:write' as const];
const ofOwner = await anApplication({ scopes });
const token = await tokenOf(ofOwner);

type Order = InputOf<typeof openOrder>;
interface Told {
  readonly code: number;
  readonly data: {
    readonly known: boolean;
    readonly order: { readonly id: string; readonly number: string } | null;
    readonly line?: number;
    readonly field?: string;
  };
}

async function sends(order: object, as = token, path = openOrder.path) {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${as}` },
    payload: order,
  });
  return { status: reply.statusCode, ...reply.json<Told>() };
}

let next = 0;
const asked = (lines: Order['lines'], more: Partial<Order> = {}): Order => {
  next += 1;
  return { externalOrder: `P-${next}`, partnerId: shop.customer, lines: [...lines], ...more };
};
const ofNumber = (number: string) =>
  server.arrange(shop.company, async (tx) => {
    const { rows } = await sql<{ id: string; approval: string; creator: string; total: string }>`
      select d.id, d.approval, d.creator_id::text as creator, sum(l.total)::float8::text as total
      from document d join document_line l on l.tenant_id = d.tenant_id and l.document_id = d.id
      where d.tenant_id = ${shop.company.tenantId} and d.external_order = ${number} group by d.tenant_id, d.id, d.approval, d.creator_id`.execute(
      tx,
    );
    return rows;
  });

describe('an application’s order is stored', () => {
  test('as a draft of the application’s user, with goods named by barcode or SKU code', async () => {
    const one = await shop.product();
    const other = await shop.product();
    await server.arrange(shop.company, (tx) =>
      sql`update sku set code = 'SKU-A' where tenant_id = ${shop.company.tenantId} and id = ${other.skuId}`.execute(
        tx,
      ),
    );
    const order = asked([
      { barcode: one.box, quantity: '2', price: '230' },
      { skuCode: 'SKU-A', quantity: '1.5', price: '0.33' },
    ]);
    const { status, data } = await sends(order);
    expect([status, data.known]).toEqual([200, false]);
    expect(await ofNumber(order.externalOrder)).toEqual([
      { id: data.order?.id, approval: 'draft', creator: server.company.ownerId, total: '460.5' },
    ]);
    expect(await shop.broken()).toEqual([]);
  });

  test('with the promotions of the day, if asked for', async () => {
    const { barcode } = await shop.product();
    await server.call(promotions.add, {
      name: 'Tenth off',
      promotionKind: 'percent',
      rate: '10',
      coupon: 'PROGRAM',
    });
    const lines = [{ barcode, quantity: '2', price: '10' }];
    const promoted = asked(lines, { applyPromotions: true, couponCode: 'PROGRAM' });
    await sends(promoted);
    expect((await ofNumber(promoted.externalOrder))[0]?.total).toBe('18');
    const plain = asked(lines);
    await sends(plain);
    expect((await ofNumber(plain.externalOrder))[0]?.total).toBe('20');
    const { status } = await sends(asked(lines, { applyPromotions: true, couponCode: 'NONE' }));
    expect(status).toBe(422);
  });

  test('once, however often the order is sent', async () => {
    const { barcode } = await shop.product();
    const order = asked([{ barcode, quantity: '1', price: '9' }]);
    const told = await Promise.all([sends(order), sends(order), sends(order)]);
    expect(new Set(told.map(({ data }) => data.order?.id)).size).toBe(1);
    expect(told.filter(({ data }) => !data.known)).toHaveLength(1);
    const again = await sends({ ...order, lines: [{ barcode, quantity: '5', price: '9' }] });
    expect(again.data).toMatchObject({ known: true, order: told[0]?.data.order });
    expect(await ofNumber(order.externalOrder)).toHaveLength(1);
    const wide = { ...order, externalOrder: `Ｐ${order.externalOrder.slice(1)}` };
    expect((await sends(wide)).data).toMatchObject({ known: true, order: told[0]?.data.order });
    // Another application has numbers of its own.
    const elsewhere = await sends(order, await tokenOf(await anApplication({ scopes })));
    expect(elsewhere.data.known).toBe(false);
    await server.arrange(shop.company, (tx) =>
      sql`update document set deleted_at = now() where tenant_id = ${shop.company.tenantId} and id = ${told[0]?.data.order?.id}`.execute(
        tx,
      ),
    );
    expect((await sends(order)).data).toEqual({ known: true, order: null });
  });

  test('when sent again and corrected after a refusal', async () => {
    const { barcode } = await shop.product();
    const order = asked([{ barcode: 'none', quantity: '1', price: '9' }]);
    expect(await sends(order)).toMatchObject({ status: 422, data: { line: 1, field: 'barcode' } });
    const right = { ...order, lines: [{ barcode, quantity: '1', price: '9' }] };
    expect((await sends(right)).data.known).toBe(false);
  });

  test('if a UPC-A names goods stored with their EAN-13', async () => {
    const { barcode } = await shop.product();
    const ean = '0042100005264';
    await server.arrange(shop.company, (tx) =>
      sql`update barcode set code = ${ean}
        where tenant_id = ${shop.company.tenantId} and code = ${barcode}`.execute(tx),
    );
    const order = asked([{ barcode: ean.slice(1), quantity: '1', price: '9' }]);
    expect(await sends(order)).toMatchObject({ status: 200, data: { known: false } });
  });

  test('or refused with the number of the wrong line', async () => {
    const { barcode } = await shop.product();
    const twins = [await shop.product(), await shop.product()];
    await server.arrange(shop.company, (tx) =>
      sql`update sku set code = 'TWIN' where tenant_id = ${shop.company.tenantId} and id = any(${twins.map(({ skuId }) => skuId)}::bigint[])`.execute(
        tx,
      ),
    );
    const good = { barcode, quantity: '1', price: '9' };
    for (const [wrong, code] of [
      [{ quantity: '1', price: '9' }, 8_810_004],
      [{ ...good, skuCode: 'TWIN' }, 8_810_004],
      [{ skuCode: 'NONE', quantity: '1', price: '9' }, 8_810_005],
      [{ skuCode: 'TWIN', quantity: '1', price: '9' }, 8_810_006],
    ] as const)
      expect(await sends(asked([good, wrong]))).toMatchObject({ code, data: { line: 2 } });
    expect(await sends(asked([]))).toMatchObject({ status: 400 });
    // A number of blanks alone would be known from the second on.
    expect(await sends(asked([good], { externalOrder: '  ' }))).toMatchObject({ status: 400 });
    expect(await sends(asked([{ ...good, quantity: '0' }]))).toMatchObject({ status: 400 });
  });

  test('an application may name a customer by name or id, within the customers of the user', async () => {
    const { barcode } = await shop.product();
    const lines = [{ barcode, quantity: '1', price: '9' }];
    const { partnerId: _, ...nameless } = asked(lines);
    expect((await sends({ ...nameless, customer: 'Cy Stores' })).status).toBe(200);
    expect((await sends(asked(lines, { partnerId: shop.supplier }))).status).toBe(422);
  });
});

describe('an application’s order is refused', () => {
  test.each(['null', '0', '"x"', '[]', '{', '{"__proto__":{"lines":[]}}'])(
    'an application’s order with the body %s is refused',
    async (payload) => {
      const reply = await server.app.inject({
        method: 'POST',
        url: `/api${openOrder.path}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload,
      });
      expect(reply.statusCode).toBe(400);
    },
  );

  const refused = async (as: string) => {
    const { barcode } = await shop.product();
    return (await sends(asked([{ barcode, quantity: '1', price: '9' }]), as)).status;
  };

  test('without a scope to write orders', async () => {
    expect(await refused(await tokenOf(await anApplication({ scopes: ['orders:read'] })))).toBe(
      403,
    );
  });

  test('when its user may not write orders or sees no prices', async () => {
    const reader = await server.addUser({ loginName: 'keeps', role: 'keeper' });
    expect(await refused(await tokenOf(await anApplication({ scopes, userId: reader })))).toBe(403);
    const blind = await server.addUser({
      loginName: 'blind',
      role: 'salesperson',
      hideAmounts: true,
    });
    expect(await refused(await tokenOf(await anApplication({ scopes, userId: blind })))).toBe(403);
    const seller = await server.addUser({ loginName: 'sells', role: 'salesperson' });
    expect(await refused(await tokenOf(await anApplication({ scopes, userId: seller })))).toBe(200);
  });

  test('once the application is disabled, and never stored in another company', async () => {
    const app = await anApplication({ scopes });
    const stopped = await tokenOf(app);
    await server.call(applications.setStatus, { ids: app.id, status: false });
    expect(await refused(stopped)).toBe(401);
    const { rows } = await server.arrange(server.stranger, (tx) =>
      sql`select from oauth_order where app_id = ${ofOwner.id}`.execute(tx),
    );
    expect(rows).toEqual([]);
  });
});

test('an external order with unknown platform SKUs waits for product relations', async () => {
  next += 1;
  const order = {
    platform: '淘宝',
    externalOrder: `E-${next}`,
    partnerId: shop.customer,
    lines: [{ outerSkuCode: `X-${next}`, quantity: '1', price: '9' }],
  };
  const { status, data } = await sends(order, token, openExternalOrder.path);
  expect(status).toBe(200);
  expect(data).toMatchObject({ known: false, order: { status: 'waiting' } });
  expect((await sends(order, token, openExternalOrder.path)).data.known).toBe(true);
});

test('two applications of a user may use an equal Idempotency-Key for two different orders', async () => {
  const tea = await shop.product();
  const other = await tokenOf(await anApplication({ scopes }));
  const order = asked([{ barcode: tea.barcode, quantity: '1', price: '9' }]);
  const write = async (as: string) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api${openOrder.path}`,
      headers: { authorization: `Bearer ${as}`, 'idempotency-key': 'one key' },
      payload: order,
    });
    return reply.json<Told>().data;
  };
  const first = await write(token);
  const second = await write(other);
  expect([first.known, second.known]).toEqual([false, false]);
  expect(second.order?.id).not.toBe(first.order?.id);
  expect(await write(token)).toEqual(first);
});
