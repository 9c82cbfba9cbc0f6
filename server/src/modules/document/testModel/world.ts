// Server side of a random history: a company with goods and master data, and the balances of purses before.
import { decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Saved, Shop, TestProduct } from '../testShop.ts';
import { partners } from './masters.ts';
import type { MasterName } from './masters.ts';
import { accounts, itemType, items, people, products, spots } from './papers.ts';
import { productName } from './masters.ts';

type Names = ReadonlyMap<string, MasterName>;

/** Server ids of the papers, count sheets, activities and master data of a history. */
export interface World {
  readonly shop: Shop;
  readonly goods: readonly TestProduct[];
  readonly ids: Readonly<Record<MasterName, string>>;
  /** Names by table and id, without products. */
  readonly names: Names;
  /** Currency of the company. */
  readonly currency: string;
  readonly saved: Saved[];
  readonly sheets: string[];
  readonly activities: string[];
  /** Balances of purses before the history. */
  readonly purses: ReadonlyMap<string, Decimal>;
}

export async function aWorld(shop: Shop): Promise<World> {
  const goods = [
    await shop.product(),
    await shop.product({ lots: true }),
    await shop.product({ serials: true }),
    await shop.product(),
  ];
  const own = await ownMasters(shop, goods[0]?.barcode ?? '');
  const names = new Map(own.map(({ table, name, id }) => [`${table} ${id}`, name]));
  const productIds = await productIdsOf(shop, goods);
  // SAFETY: all names are there, by `ownMasters` and here.
  const ids = Object.fromEntries([
    ...own.map(({ name, id }) => [name, id]),
    ...products.map((product) => [productName(product), productIds[product] ?? '']),
  ]) as Record<MasterName, string>;
  const purses = await pursesNow(shop, names);
  const currency = await currencyOf(shop);
  return { shop, goods, ids, names, currency, saved: [], sheets: [], activities: [], purses };
}

/** Creates partners, accounts, items, people and warehouses for one history only. */
async function ownMasters({ server, company }: Shop, history: string) {
  const wanted = [
    ...partners.map((name) => ({ table: 'partner', name, type: typeOf(name) })),
    ...accounts.map((name) => ({ table: 'account', name })),
    ...items.map((name) => ({
      table: 'in_out_item',
      name,
      type: itemType(name),
    })),
    ...people.map((name) => ({ table: 'person', name, type: 'salesperson' })),
    ...spots.map((name) => ({ table: 'warehouse', name })),
  ];
  return server.arrange(company, async (tx) => {
    const made: { readonly table: string; readonly name: MasterName; readonly id: string }[] = [];
    for (const { table, name, ...more } of wanted) {
      const columns = { tenant_id: company.tenantId, name: `${name} ${history}`, ...more };
      const { rows } = await sql<{ id: string }>`
        insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((one) => sql.ref(one)))})
        values (${sql.join(Object.values(columns))}) returning id`.execute(tx);
      made.push({ table, name, id: rows[0]?.id ?? '' });
    }
    return made;
  });
}

const typeOf = (partner: (typeof partners)[number]): string =>
  partner === 'member' ? 'member' : partner.endsWith('upplier') ? 'supplier' : 'customer';

async function productIdsOf({ server, company }: Shop, goods: readonly TestProduct[]) {
  const skus = goods.map(({ skuId }) => skuId);
  const { rows } = await server.arrange(company, (tx) =>
    sql<{ id: string }>`
      select product_id as id from sku where tenant_id = ${company.tenantId} and id = any(${skus}::bigint[])
      order by id`.execute(tx),
  );
  return rows.map(({ id }) => id);
}

async function currencyOf({ server, company }: Shop): Promise<string> {
  const { rows } = await server.arrange(company, (tx) =>
    sql<{ currency: string }>`
      select currency from tenant_setting where tenant_id = ${company.tenantId}`.execute(tx),
  );
  return rows[0]?.currency ?? '';
}

/** Reads the balances of purses by name and holder, without holders created by another history's test. */
export async function pursesNow(
  { server, company }: Shop,
  names: Names,
): Promise<Map<string, Decimal>> {
  const holders = ['0', ...[...names.keys()].map((key) => key.split(' ')[1] ?? '')];
  const { rows } = await server.arrange(company, (tx) =>
    sql<{ purse: string; holder: string; amount: string }>`
      select purse, holder_id as holder, sum(amount) as amount from whole_money_balance
      where tenant_id = ${company.tenantId} and holder_id = any(${holders}::bigint[])
      group by 1, 2`.execute(tx),
  );
  return new Map(
    rows.flatMap(({ purse, holder, amount }) => {
      const name = purseName(purse, holder, names);
      return name === null ? [] : [[name, decimal(amount)] as const];
    }),
  );
}

const holdersOf: Readonly<Record<string, string>> = {
  account: 'account',
  item: 'in_out_item',
  receivable: 'partner',
  payable: 'partner',
  deposit: 'partner',
  prepaid: 'partner',
  bonus: 'partner',
};

/** Returns the reference's name of a purse; null for purses of other histories. */
export function purseName(purse: string, holder: string, names: Names): string | null {
  const table = holdersOf[purse];
  if (table === undefined) return purse;
  const name = holder === '0' ? '0' : names.get(`${table} ${holder}`);
  return name === undefined ? null : `${purse} ${name}`;
}
