import { productChoices, productTable, products, stockOnHandTable } from '@tradehouse/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aShopServer } from '../document/testShop.ts';

const { server, shop } = await aShopServer();

let next = 310_000;
const code = () => String((next += 1));
interface Opening {
  readonly warehouseId: string;
  readonly openingStock?: string;
  readonly openingPrice?: string;
}

async function add(name: string, stock: readonly Opening[], more: object = {}) {
  const barcode = code();
  const saved = await server.call(products.add, {
    name,
    unitName: 'piece',
    barcodes: [{ code: barcode, unit: 'piece', purchasePrice: '4' }],
    stock: [...stock],
    ...more,
  });
  return { ...saved, name, barcode };
}
async function change(
  product: { readonly id: string; readonly name: string },
  stock: readonly Opening[],
  more: object = {},
  token?: string,
) {
  const { version, barcodes } = await server.call(products.infoCall, { id: product.id });
  const rows = barcodes.map(({ id, code: same, unit }) => ({ id, code: same, unit }));
  return server.call(
    products.update,
    { id: product.id, version, name: product.name, barcodes: rows, stock: [...stock], ...more },
    token,
  );
}
const worth = async (productId: string) => {
  const [row] = await server.arrange(
    server.company,
    async (tx) =>
      (
        await sql<{ quantity: string; value: string }>`
    select trim_scale(cost.quantity) as quantity, trim_scale(cost.value) as value
    from sku_cost as cost join sku on sku.tenant_id = cost.tenant_id and sku.id = cost.sku_id
    where sku.tenant_id = ${server.company.tenantId} and sku.product_id = ${productId}`.execute(tx)
      ).rows,
  );
  return [row?.quantity, row?.value];
};
const stockOf = async (productId: string) => {
  const { stock } = await server.call(products.infoCall, { id: productId });
  return Object.fromEntries(
    stock.filter((row) => row.stock !== '0').map((row) => [row.warehouseName, row.stock]),
  );
};

describe('opening stock', () => {
  test('is valued at the purchase price or at the given opening price', async () => {
    const { id, barcode } = await add('Opened', [
      { warehouseId: shop.main, openingStock: '10' },
      { warehouseId: shop.branch, openingStock: '2.5', openingPrice: '6' },
    ]);
    expect(await stockOf(id)).toEqual({ Shelf: '10', Branch: '2.5' });
    expect(await worth(id)).toEqual(['12.5', '55']);
    const info = await server.call(products.infoCall, { id });
    expect(info.stock.filter(({ openingStock }) => openingStock !== '0')).toMatchObject([
      { warehouseName: 'Shelf', openingStock: '10', openingPrice: '4' },
      { warehouseName: 'Branch', openingStock: '2.5', openingPrice: '6' },
    ]);
    const reply = await server.request('GET', productTable.path, { search: { keyword: 'Opened' } });
    expect(reply.json()).toMatchObject({
      data: { rows: [{ stock: '12.5', openingStock: '12.5' }] },
    });
    expect(
      (await server.call(productChoices, { q: barcode, depotId: shop.branch })).rows,
    ).toMatchObject([{ stock: '2.5' }]);
  });

  test('counts from the first day on, also for a back-dated sale of an earlier year', async () => {
    const { barcode } = await add('Old stock', [{ warehouseId: shop.main, openingStock: '3' }]);
    const reply = await server.request('GET', stockOnHandTable.path, {
      search: { keyword: barcode, date: '2015-06-30' },
    });
    expect(reply.json()).toMatchObject({
      data: { rows: [{ stock: '3', openingStock: '3', stockValue: '12' }] },
    });
    await shop.goods('saleOut', [{ barcode, quantity: '3', unitPrice: '9' }], {
      time: '2025-03-01T04:00:00Z',
      paidNow: '0',
    });
  });

  test('stock on hand sums the opening stock of listed products and chosen warehouses', async () => {
    const word = `Summed ${code()}`;
    await add(
      `${word} one`,
      [
        { warehouseId: shop.main, openingStock: '3' },
        { warehouseId: shop.branch, openingStock: '2' },
      ],
      { weight: '1.5' },
    );
    const sold = await add(`${word} two`, [{ warehouseId: shop.main, openingStock: '4' }]);
    await shop.goods('saleOut', [{ barcode: sold.barcode, quantity: '4', unitPrice: '9' }], {
      paidNow: '0',
    });
    const totals = async (search: object) => {
      const reply = await server.request('GET', stockOnHandTable.path, {
        search: { keyword: word, ...search },
      });
      return reply.json<{ data: { total: number; totals: object } }>().data;
    };
    const listed = { total: 1, totals: { openingStock: '5', stock: '5', weight: '7.5' } };
    expect(await totals({})).toMatchObject(listed);
    expect(await totals({ zeroStock: true })).toMatchObject({
      total: 2,
      totals: { openingStock: '9', stock: '5', weight: '7.5' },
    });
    expect(await totals({ warehouses: [shop.branch] })).toMatchObject({
      total: 1,
      totals: { openingStock: '2', stock: '2', weight: '3' },
    });
  });

  test('posts only the difference when changed', async () => {
    const product = await add('Changed', [{ warehouseId: shop.main, openingStock: '10' }]);
    await change(product, [
      { warehouseId: shop.main, openingStock: '7' },
      { warehouseId: shop.branch, openingStock: '1' },
    ]);
    expect([await stockOf(product.id), await worth(product.id)]).toEqual([
      { Shelf: '7', Branch: '1' },
      ['8', '32'],
    ]);
    const { tenantId } = server.company;
    const moves = async () => {
      const { rows } = await server.arrange(server.company, (tx) =>
        sql`
        select from stock_move where tenant_id = ${tenantId} and sku_id in
          (select id from sku where tenant_id = ${tenantId} and product_id = ${product.id})`.execute(
          tx,
        ),
      );
      return rows.length;
    };
    const before = await moves();
    await change(product, [{ warehouseId: shop.main, openingStock: '7.000' }]);
    expect(await moves()).toBe(before);
    await change(product, [
      { warehouseId: shop.main, openingStock: '0' },
      { warehouseId: shop.branch, openingStock: '0' },
    ]);
    expect([await stockOf(product.id), await worth(product.id)]).toEqual([{}, ['0', '0']]);
    await change(product, [{ warehouseId: shop.main, openingStock: '2' }]);
    expect(await stockOf(product.id)).toEqual({ Shelf: '2' });
  });

  test('is not reduced below the sold quantity', async () => {
    const product = await add('Sold', [{ warehouseId: shop.main, openingStock: '5' }]);
    await shop.goods('saleOut', [{ barcode: product.barcode, quantity: '4', unitPrice: '9' }], {
      paidNow: '0',
    });
    const refused = await change(product, [{ warehouseId: shop.main, openingStock: '3' }]).catch(
      (error: unknown) => String(error),
    );
    expect(refused).toContain('stock.shortage');
    await change(product, [{ warehouseId: shop.main, openingStock: '4' }]);
    expect(await stockOf(product.id)).toEqual({});
  });

  test.each([['serialManaged'], ['lotManaged']])('is refused where goods are %s', async (flag) => {
    const body = {
      name: `With ${flag}`,
      unitName: 'piece',
      [flag]: true,
      barcodes: [{ code: code(), unit: 'piece' }],
    };
    const stock = [{ warehouseId: shop.main, openingStock: '1' }];
    expect(await server.refusal(products.add, { ...body, stock })).toMatchObject({
      key: 'product.openingStock',
      data: { field: 'stock' },
    });
    await server.call(products.add, {
      ...body,
      stock: [{ warehouseId: shop.main, openingStock: '0' }],
    } as never);
  });

  test('keeps its unit cost for a user without cost rights', async () => {
    const product = await add('Costly', [
      { warehouseId: shop.main, openingStock: '2', openingPrice: '50' },
    ]);
    const { tenantId, roleIds } = server.company;
    const roleId = await server.arrange(server.company, async (tx) => {
      const { id } = await tx
        .insertInto('role')
        .values({ tenant_id: tenantId, name: 'No costs', hidden_amounts: ['cost'] })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`insert into role_function select tenant_id, ${id}::bigint, function_url, buttons from role_function where tenant_id = ${tenantId} and role_id = ${roleIds.manager}`.execute(
        tx,
      );
      return id;
    });
    await server.addUser({ loginName: 'costless', roleId });
    const costless = await server.signIn('costless');
    const info = await server.call(products.infoCall, { id: product.id }, costless);
    expect(info.stock.every(({ openingPrice }) => openingPrice === null)).toBe(true);
    await change(
      product,
      [{ warehouseId: shop.main, openingStock: '3', openingPrice: '1' }],
      {},
      costless,
    );
    expect(await worth(product.id)).toEqual(['3', '150']);
  });

  test('opening stock of a warehouse without a grant is neither seen nor written', async () => {
    const userId = await server.addUser({
      loginName: 'clerk',
      roleId: server.company.roleIds.manager,
    });
    const product = await add('Granted', [{ warehouseId: shop.main, openingStock: '5' }]);
    await server.arrange(server.company, (tx) =>
      tx
        .insertInto('user_warehouse')
        .values({ tenant_id: server.company.tenantId, user_id: userId, warehouse_id: shop.branch })
        .execute(),
    );
    await shop.set({ warehouse_grants: true });
    const clerk = await server.signIn('clerk');
    const { stock } = await server.call(products.infoCall, { id: product.id }, clerk);
    expect(stock.map(({ warehouseName }) => warehouseName)).toEqual(['Branch']);
    const refused = await change(
      product,
      [{ warehouseId: shop.main, openingStock: '1' }],
      {},
      clerk,
    ).catch((error: unknown) => String(error));
    expect(refused).toContain('record.missing');
    await shop.set({ warehouse_grants: false });
  });
});

describe('a product used by documents', () => {
  test('keeps base unit, serial and lot management, and used barcodes', async () => {
    const product = await add('In use', []);
    await shop.goods('purchaseIn', [{ barcode: product.barcode, quantity: '1', unitPrice: '4' }], {
      paidNow: '0',
    });
    const { version, barcodes } = await server.call(products.infoCall, { id: product.id });
    const [row] = barcodes;
    expect(row).toMatchObject({ used: true });
    const base = { id: product.id, version, name: product.name };
    const same = [{ id: row?.id ?? '', code: product.barcode, unit: 'piece' }];
    const other = [{ id: row?.id ?? '', code: product.barcode, unit: 'each' }];
    expect(
      await server.refusal(products.update, { ...base, unitName: 'each', barcodes: other }),
    ).toMatchObject({ key: 'product.used', data: { field: 'unitName' } });
    expect(
      await server.refusal(products.update, { ...base, serialManaged: true, barcodes: same }),
    ).toMatchObject({ key: 'product.used', data: { field: 'serialManaged' } });
    expect(
      await server.refusal(products.update, {
        ...base,
        barcodes: [{ code: code(), unit: 'piece' }],
      }),
    ).toMatchObject({ key: 'barcode.used', data: { barcode: product.barcode } });
    expect(await server.refusal(products.remove, { id: product.id })).toMatchObject({
      key: 'record.inUse',
      status: 422,
    });
    await server.call(products.update, {
      ...base,
      barcodes: [{ ...same[0], id: row?.id ?? '', code: code(), unit: 'piece' }],
    });
  });
});

test('every invariant of the books holds after all changes of opening stock', async () => {
  expect(await shop.broken()).toEqual([]);
});
