import { createHash } from 'node:crypto';
import {
  connect,
  createTenant,
  migrate,
  runningDatabase,
  seedPlatform,
  withClient,
} from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { hashPassword } from '@tradehouse/server';

const LOGIN = 'crash';
const PASSWORD = createHash('sha256').update('Crashing-shop-9').digest('hex');
const PRODUCTS = 60;
const CUSTOMERS = 20;

/** A company that sells under load, and what a sale in it needs. */
export interface Shop {
  readonly tenantId: string;
  readonly warehouseId: string;
  readonly accountId: string;
  readonly barcodes: readonly string[];
  readonly customerIds: readonly string[];
  readonly supplierId: string;
  readonly productId: string;
}

/** Where the product is asked: a running one, signed in to the shop, with a look into its database. */
export interface Seat {
  readonly port: number;
  readonly token: string;
  readonly admin: Connection;
  readonly shop: Shop;
}

/** How to look into the database of the product that runs on this folder. */
export async function lookInto(dataDir: string): Promise<Connection> {
  const connection = await runningDatabase({ dataDir });
  if (connection === null) throw new Error(`no product runs on ${dataDir}`);
  return connection;
}

/** Makes the company on a running product. It may sell what it does not have, so that nothing but a crash stops a sale. */
export async function makeShop(admin: Connection, code = LOGIN): Promise<Shop> {
  const { owner } = await migrate(admin);
  const db = connect(owner, { size: 1 });
  const passwordHash = await hashPassword(PASSWORD);
  await seedPlatform(db, async () => passwordHash);
  const { tenantId, warehouseId, accountId } = await createTenant(db, {
    code,
    name: code,
    owner: { loginName: code, name: code, passwordHash },
    settings: { negative_stock: true },
  });
  await db.destroy();
  return withClient(admin, async (client) => {
    const all = async (text: string, values: readonly unknown[]): Promise<string[]> =>
      (await client.query<{ value: string }>(text, [...values])).rows.map(({ value }) => value);
    const barcodes = await all(
      `with made as (
        insert into product (tenant_id, name, unit_name)
        select $1, 'Product ' || n, 'piece' from generate_series(1, $2) n returning id
      ), kept as (
        insert into sku (tenant_id, product_id) select $1, id from made returning id, product_id
      ), worth as (
        insert into sku_cost (tenant_id, sku_id) select $1, id from kept
      )
      insert into barcode (tenant_id, sku_id, product_id, code, unit, is_default, sale_price)
      select $1, id, product_id, (700000 + id)::text, 'piece', true, 20 from kept returning code as value`,
      [tenantId, PRODUCTS],
    );
    const customerIds = await all(
      `insert into partner (tenant_id, type, name)
      select $1, 'customer', 'Customer ' || n from generate_series(1, $2) n returning id as value`,
      [tenantId, CUSTOMERS],
    );
    const [supplierId = ''] = await all(
      `insert into partner (tenant_id, type, name) values ($1, 'supplier', 'Supplier') returning id as value`,
      [tenantId],
    );
    const [productId = ''] = await all(
      'select id as value from product where tenant_id = $1 order by id limit 1',
      [tenantId],
    );
    return { tenantId, warehouseId, accountId, barcodes, customerIds, supplierId, productId };
  });
}

/** Signs in at a running product and answers the token. */
export async function signIn(port: number, loginName = LOGIN): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginName, password: PASSWORD }),
  });
  // SAFETY: what the call promises.
  const { data } = (await reply.json()) as { readonly data: { readonly token: string } };
  return data.token;
}
