// Trade figures are equal from roll-ups and from document lines, for all dimensions and kinds of access,
// before, during and after rolling up.
import { freights, goodsDocuments, logisticsCompanies } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { expect, test } from 'vitest';
import { sampledRuns } from '../../../testing.ts';
import type { Context, Scope } from '../../../kernel/access/index.ts';
import { aShopServer, lineOf } from '../../document/testShop.ts';
import type { Saved } from '../../document/testShop.ts';
import { rollUpPostings } from '../../posting/index.ts';
import { at, daysAgo } from '../testBooks.ts';
import { tradedBy } from './tradedBy.ts';
import { tradeSums } from './tradeQuery.ts';
import type { TradeQuery, TradeSum } from './tradeQuery.ts';
import { selectTradeSource } from './tradeSource.ts';
import type { TradeSource } from './tradeSource.ts';
import type { TradedBy } from './tradeDimensions.ts';

const { server, shop } = await aShopServer();
const { tenantId } = server.company;
const products = [await shop.product(), await shop.product(), await shop.product()];
const make = (table: 'person' | 'category' | 'institution', row: object) =>
  server.arrange(server.company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into ${sql.table(table)} (tenant_id, ${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${tenantId}, ${sql.join(Object.values(row).map((value) => sql`${value}`))}) returning id`.execute(
      tx,
    );
    return rows[0]?.id ?? '';
  });
const people = [
  shop.salesperson,
  await make('person', { type: 'salesperson', name: 'Pam' }),
  await make('person', { type: 'salesperson', name: 'Kim' }),
];
const category = await make('category', { name: 'Drinks' });
const branchOffice = await make('institution', { name: 'Branch office' });
const categorised = sql`
  update product set category_id = ${category}
  where tenant_id = ${tenantId} and id = (select product_id from sku where tenant_id = ${tenantId} and id = ${products[0]?.skuId})`;
await server.arrange(server.company, (tx) => categorised.execute(tx));
const clerk = await server.addUser({ loginName: 'clerk', roleId: server.company.roleIds.manager });
await server.arrange(server.company, (tx) =>
  tx
    .updateTable('app_user')
    .set({ institution_id: branchOffice })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', clerk)
    .execute(),
);
const clerkToken = await server.signIn('clerk');

let seed = 7;
/** The same numbers every time. */
const draw = (most: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % most;
};
const one = <T>(of: readonly T[]): T => {
  const found = of[draw(of.length)];
  if (found === undefined) throw new Error('nothing to draw');
  return found;
};

/** Forty days of trade: several warehouses, people and currencies; edited, deleted, and folded by and by. */
async function trade(): Promise<void> {
  for (const warehouseId of [shop.main, shop.branch])
    await shop.goods(
      'purchaseIn',
      products.map((product, n) => lineOf(product, '500', String(3 + n), { warehouseId })),
      at(75),
    );
  const kept: Saved[] = [];
  for (let n = 0; n < 36; n += 1) {
    const kind = one(['saleOut', 'saleOut', 'retailOut', 'saleBack', 'purchaseIn'] as const);
    const lines = Array.from({ length: 1 + draw(3) }, () =>
      lineOf(one(products), String(1 + draw(5)), `${1 + draw(20)}.${draw(99)}`, {
        warehouseId: one([shop.main, shop.branch]),
      }),
    );
    const sale =
      kind === 'retailOut' ? {} : { paidNow: '0', discount: '0.37', otherFees: String(draw(3)) };
    const input = shop.input(kind, lines, {
      ...at(draw(75)),
      ...sale,
      ...(kind === 'saleOut' ? { salespersonIds: people.slice(0, draw(4)) } : {}),
      ...(kind === 'saleOut' && draw(2) === 0 ? { partnerId: shop.otherCustomer } : {}),
      ...(kind === 'saleOut' && draw(3) === 0 ? { currency: 'EUR', exchangeRate: '1.1' } : {}),
    });
    kept.push(await server.call(goodsDocuments.add, input, draw(3) === 0 ? clerkToken : undefined));
    if (draw(6) === 0)
      await server.call(goodsDocuments.remove, {
        id: kept.splice(draw(kept.length), 1)[0]?.id ?? '',
      });
    if (n === 9) await rollUpPostings(server.database.app, tenantId);
  }
  await carry(kept);
}

/** Freight of deliveries and returns, billed or not, by each basis. */
async function carry(documents: readonly Saved[]): Promise<void> {
  await shop.set({ freight_in_profit: true });
  const carrier = { name: 'Carrier', code: 'CA', orderPrefix: 'CA-' };
  const { id: companyId } = await server.call(logisticsCompanies.add, carrier);
  for (const { id, number } of documents) {
    const { kind, status } = await server.call(goodsDocuments.info, { id });
    if (kind !== 'saleOut' && kind !== 'saleBack') continue;
    if (status === '0') await server.call(goodsDocuments.setStatus, { ids: id, status: '1' });
    const estimated = `${1 + draw(30)}.${10 + draw(89)}`;
    await server.call(freights.add, {
      documentNumber: number,
      companyId,
      freightDate: daysAgo(0),
      paymentKind: 'cycle',
      allocateBy: one(['weight', 'amount', 'quantity'] as const),
      estimated,
      actual: one([null, '9.99']),
      billableWeight: '0',
    });
  }
}
await trade();

const keys: readonly TradedBy[] = [
  'product',
  'category',
  'brand',
  'partner',
  'salesperson',
  'institution',
  'warehouse',
  'kind',
  'month',
];
const traded = kindCodes.filter((code) => documentKinds[code].trade !== null);
const rarely = <T, Nil>(of: fc.Arbitrary<T>, nil: Nil) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(nil) }, { weight: 1, arbitrary: of });
const maybe = <T>(of: fc.Arbitrary<T>) => rarely(of, undefined);
const seldom = <T>(of: fc.Arbitrary<T>) =>
  maybe(of).chain((one) => rarely(fc.constant(one), undefined));
const aDay = fc.integer({ min: 0, max: 80 }).map(daysAgo);
const someSums = fc
  .subarray([...tradeSums])
  .map((some) => [...new Set<TradeSum>([...some, 'quantity', 'amount'])]);
const anAsking: fc.Arbitrary<TradeQuery> = fc.record({
  by: fc.constantFrom(...keys),
  second: maybe(fc.constantFrom(...keys)),
  sums: maybe(someSums),
  kinds: fc.subarray([...traded], { minLength: 1 }),
  since: fc.option(aDay),
  until: fc.option(aDay),
  partnerId: maybe(fc.constantFrom(shop.customer, shop.otherCustomer, '0')),
  salespersonId: maybe(fc.constantFrom(...people, '0')),
  ownCategory: seldom(fc.constantFrom('0', category)),
  brandId: seldom(fc.constant('0')),
  warehouseIds: maybe(fc.constantFrom([shop.main], [shop.main, shop.branch])),
  keyword: maybe(fc.constantFrom(products[1]?.barcode ?? '', 'Product')),
  category: maybe(fc.constant(category)),
  institution: maybe(fc.constant(branchOffice)),
});
type Sees = Pick<Scope, 'documents' | 'userId' | 'customerIds' | 'warehouseIds'>;
const aScope: fc.Arbitrary<Sees> = fc.record({
  documents: fc.constantFrom<Scope['documents']>({ of: 'all' }, { of: 'own' }, {
    of: 'institutions',
    ids: [branchOffice],
  } as Scope['documents']),
  userId: fc.constantFrom(server.company.ownerId, clerk),
  customerIds: rarely(fc.constantFrom<readonly string[]>([], [shop.customer]), null),
  warehouseIds: rarely(fc.constantFrom<readonly string[]>([], [shop.branch]), null),
});

/** What most ask who see everything: goods, with no regard to where and by whom. */
const aPlainAsking: fc.Arbitrary<TradeQuery> = fc.record({
  by: fc.constantFrom<TradedBy>('product', 'category', 'brand'),
  second: maybe(fc.constantFrom<TradedBy>('month', 'kind')),
  sums: someSums.map((sums) => sums.filter((sum) => sum !== 'documents')),
  kinds: fc.subarray([...traded], { minLength: 1 }),
  since: fc.option(aDay),
  until: fc.option(aDay),
  category: maybe(fc.constant(category)),
});
const aQuestion = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(anAsking, aScope) },
  { weight: 1, arbitrary: fc.tuple(aPlainAsking, fc.constant<Partial<Sees>>({})) },
);

const rowsOf = async (context: Context, asked: TradeQuery, read?: TradeSource) => {
  const told = (sums: readonly TradeSum[]) =>
    sql.raw(sums.map((sum) => `trim_scale(sum(${sum})::numeric)`).join());
  const { rows } = await sql<{ said: string }>`
    select concat_ws(' ', key, second, kind, ${told(asked.sums ?? tradeSums)}) as said
    from (${tradedBy(context, asked, read)}) as traded group by key, second, kind order by 1`.execute(
    context.tx,
  );
  return rows.map(({ said }) => said);
};

/** Asks both ways; answers how often a roll-up said something. */
async function compared(): Promise<Readonly<Record<TradeSource, number>>> {
  const told = { skus: 0, goods: 0, partners: 0, lines: 0 };
  await fc.assert(
    fc.asyncProperty(aQuestion, ([asked, sees]) =>
      shop.asOwner(async (owner) => {
        const context = { ...owner, scope: { ...owner.scope, ...sees } };
        const read = selectTradeSource(context.scope, asked);
        const rows = await rowsOf(context, asked);
        expect(rows).toEqual(await rowsOf(context, asked, 'lines'));
        // What is not asked for changes nothing of what is.
        if (asked.sums !== undefined)
          expect(rows).toHaveLength((await rowsOf(context, { ...asked, sums: tradeSums })).length);
        if (rows.length > 0) told[read] += 1;
      }),
    ),
    { numRuns: sampledRuns(100, 200) },
  );
  return told;
}

test.each(['before', 'amid', 'after'])(
  'a roll-up equals the sum of the lines, %s rolling up',
  async (when) => {
    if (when === 'amid') await rollUpPostings(server.database.app, tenantId, 9);
    if (when === 'after') while ((await rollUpPostings(server.database.app, tenantId)) > 0);
    const told = await compared();
    expect(Math.min(told.skus, told.goods, told.partners)).toBeGreaterThan(sampledRuns(0, 5));
    expect(await shop.broken()).toEqual([]);
  },
);

test('two-key totals of trade match one-key totals', async () => {
  const pairs = keys.flatMap((by) => keys.map((second) => [by, second] as const));
  await shop.asOwner(async (context) => {
    for (const [by, second] of pairs) {
      const asked = { kinds: ['saleOut', 'retailOut'], since: null, until: null } as const;
      const sums = async (relation: RawBuilder<unknown>, key: string) => {
        const { rows } = await sql<{ said: string }>`
          select concat_ws(' ', ${sql.ref(key)}, trim_scale(sum(quantity)), trim_scale(sum(amount)), trim_scale(sum(cost))) as said
          from (${relation}) as traded group by ${sql.ref(key)} order by 1`.execute(context.tx);
        return rows.map(({ said }) => said);
      };
      // What teams share is rounded in every row, so it is the other key that is looked at.
      const looked = by === 'salesperson' ? 'second' : 'key';
      const alone = looked === 'key' ? by : second;
      if (alone === 'salesperson') continue;
      expect([
        by,
        second,
        ...(await sums(tradedBy(context, { ...asked, by, second }), looked)),
      ]).toEqual([by, second, ...(await sums(tradedBy(context, { ...asked, by: alone }), 'key'))]);
    }
  });
});

test('trade sums equal the ledger by every key, including team shares', async () => {
  const asked = (by: TradedBy) => ({ by, kinds: ['saleOut'] as const, since: null, until: null });
  const totals = await shop.asOwner(async (context) =>
    Promise.all(
      [...keys, 'document' as const].map(async (by) => {
        const { rows } = await sql<{ amount: string; tax: string; cost: string }>`
          select trim_scale(sum(amount))::text as amount, trim_scale(sum(tax))::text as tax, trim_scale(sum(cost))::text as cost
          from (${tradedBy(context, asked(by))}) as traded`.execute(context.tx);
        return rows[0];
      }),
    ),
  );
  const [ledger] = await server.arrange(server.company, async (tx) => {
    const { rows } = await sql<{ amount: string; tax: string; cost: string }>`
      select trim_scale(sum(amount) filter (where purse = 'sales')
          + coalesce(sum(amount) filter (where purse = 'taxOut'), 0))::text as amount,
        coalesce(trim_scale(sum(amount) filter (where purse = 'taxOut')), 0)::text as tax,
        trim_scale(-sum(amount) filter (where purse = 'costOfSales'))::text as cost
      from (
        select document_id, from_purse as purse, amount from money_entry where tenant_id = ${tenantId}
        union all
        select document_id, to_purse, -amount from money_entry where tenant_id = ${tenantId}) as flow
      join document on document.tenant_id = ${tenantId} and document.id = flow.document_id and document.kind = 'saleOut'`.execute(
      tx,
    );
    return rows;
  });
  for (const total of totals) expect(total).toEqual(ledger);
});
