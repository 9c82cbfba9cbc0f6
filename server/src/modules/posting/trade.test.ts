// Trade figures by SKU, partner and salesperson follow every change of a document.
import { goodsDocuments } from '@tradehouse/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aShopServer, lineOf } from '../document/testShop.ts';
import type { Saved } from '../document/testShop.ts';
import { rollUpPostings } from './fold.ts';

const { server, shop } = await aShopServer();
const { tenantId } = server.company;
const foldAll = async (): Promise<void> => {
  while ((await rollUpPostings(server.database.app, tenantId)) > 0);
};
const [tea, cups] = [await shop.product(), await shop.product()];
const other = await server.arrange(server.company, async (tx) => {
  const person = { tenant_id: tenantId, type: 'salesperson', name: 'Pam' } as const;
  const { id } = await tx
    .insertInto('person')
    .values(person)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
});
await shop.goods('purchaseIn', [lineOf(tea, '90', '10'), lineOf(cups, '90', '3')]);

/** The figures of sales by a key, as they are noted or folded by now. */
const told = async (table: string, by: string): Promise<readonly string[]> => {
  const { rows } = await shop.asOwner(({ tx }) =>
    sql<{ said: string }>`
      select concat_ws(' ', ${sql.ref(by)}::text || ':', sum(documents), trim_scale(sum(quantity)), trim_scale(sum(amount)),
        trim_scale(sum(discount)), trim_scale(sum(charges)), trim_scale(sum(cost))) as said
      from ${sql.table(`whole_${table}`)} where tenant_id = ${tenantId} and kind = 'saleOut'
        and ${table === 'goods_trade' ? sql`true` : sql`grain = 'm'`}
      group by ${sql.ref(by)} having sum(documents) <> 0 or sum(amount) <> 0 order by ${sql.ref(by)}`.execute(
      tx,
    ),
  );
  return rows.map(({ said }) => said);
};
const edit = ({ id, version }: Saved, lines: object[], more: object) =>
  server.call(goodsDocuments.update, {
    ...shop.input('saleOut', lines as Parameters<typeof shop.input>[1], more),
    id,
    version,
  });

test('a sale by two salespeople counts once for the team, and a repeated product once', async () => {
  const { salesperson } = shop;
  const lines = [lineOf(tea, '2'), lineOf(cups, '4', '5'), lineOf(tea, '1')];
  const more = { paidNow: '0', discount: '8', otherFees: '4' };
  const sold = await shop.goods('saleOut', lines, {
    ...more,
    salespersonIds: [other, salesperson, other],
  });
  const team = `{${salesperson},${other}}`;
  for (const folds of [0, 1]) {
    if (folds === 1) await foldAll();
    expect(await told('partner_trade', 'salesperson_ids')).toEqual([`${team}: 1 7 72 8 4 42`]);
    expect(await told('goods_trade', 'sku_id')).toEqual([
      `${tea.skuId}: 1 3 54 6 3 30`,
      `${cups.skuId}: 1 4 18 2 1 12`,
    ]);
  }
  await edit(sold, [{ ...lineOf(tea, '2'), line: 1 }], {
    paidNow: '0',
    salespersonIds: [other],
    discount: '0',
    otherFees: '0',
  });
  await shop.goods('saleOut', [lineOf(tea, '1')], { paidNow: '0' });
  expect(await shop.broken()).toEqual([]);
  const now = [`{}: 1 1 20 0 0 10`, `{${other}}: 1 2 40 0 0 20`];
  expect(await told('partner_trade', 'salesperson_ids')).toEqual(now);
  expect(await told('goods_trade', 'sku_id')).toEqual([`${tea.skuId}: 2 3 60 0 0 30`]);
  await foldAll();
  expect(await told('partner_trade', 'salesperson_ids')).toEqual(now);
  await server.call(goodsDocuments.remove, { id: sold.id });
  expect(await told('partner_trade', 'salesperson_ids')).toEqual([`{}: 1 1 20 0 0 10`]);
  expect(await shop.broken()).toEqual([]);
});

test('amounts in another currency are converted once, and shared in proportion to their lines', async () => {
  const euros = { currency: 'EUR', exchangeRate: '1.1', paidNow: '0' };
  const bought = [lineOf(tea, '9', '3.35'), lineOf(cups, '7', '1.01')];
  await shop.goods('purchaseIn', bought, { ...euros, freight: '0.97', discount: '0.59' });
  const lines = [lineOf(tea, '1', '3.35'), lineOf(cups, '1', '3.35'), lineOf(tea, '1', '0')];
  await shop.goods('saleBack', lines, { ...euros, discount: '0.33', otherFees: '0.77' });
  await shop.goods('saleBack', [lineOf(tea, '1', '0')], euros);
  expect(await shop.broken()).toEqual([]);
  await foldAll();
  expect(await shop.broken()).toEqual([]);
});
