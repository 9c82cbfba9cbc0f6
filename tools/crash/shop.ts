import { createHash } from 'node:crypto';
import {
  openDatabasePool,
  createTenant,
  migrateDatabase,
  seedPlatform,
  withClient,
} from '@tradehouse/database';
import type { Connection } from '@tradehouse/database';
import { hashPassword } from '@tradehouse/server';
import type pg from 'pg';

const LOGIN = 'crash';
const PASSWORD = createHash('sha256').update('Crashing-shop-9').digest('hex');
const PRODUCTS = 60;
const CUSTOMERS = 20;

/** Company selling under load, with the data for a sale. */
export interface CrashShop {
  readonly tenantId: string;
  readonly warehouseId: string;
  readonly accountId: string;
  readonly barcodes: readonly string[];
  readonly customerIds: readonly string[];
  readonly supplierId: string;
  readonly productId: string;
}

/** Signed-in access to a running product's shop, and to its database. */
export interface CrashSeat {
  readonly port: number;
  readonly token: string;
  readonly admin: Connection;
  readonly shop: CrashShop;
}

/** Creates the company on a running product. Negative stock is allowed: only a crash stops a sale. */
export async function makeShop(admin: Connection, code = LOGIN): Promise<CrashShop> {
  const { owner } = await migrateDatabase(admin);
  const db = openDatabasePool(owner, { size: 1 });
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
    const barcodes = Array.from({ length: PRODUCTS }, (_, at) => `7${100_000 + at}`);
    await insertCrashProducts(client, tenantId, barcodes);
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

/** Adds products of one SKU each, sold by the piece under the barcodes. */
export async function insertCrashProducts(
  client: pg.Client,
  tenantId: string,
  codes: readonly string[],
): Promise<void> {
  const ids = async (text: string, ...values: readonly (readonly string[])[]): Promise<string[]> =>
    (await client.query<{ id: string }>(text, [tenantId, ...values])).rows.map(({ id }) => id);
  const products = await ids(
    `insert into product (tenant_id, name, unit_name)
    select $1, 'Product ' || code, 'piece' from unnest($2::text[]) code returning id`,
    codes,
  );
  const skus = await ids(
    `insert into sku (tenant_id, product_id) select $1, product from unnest($2::bigint[]) product returning id`,
    products,
  );
  await ids(
    'insert into sku_cost (tenant_id, sku_id) select $1, sku from unnest($2::bigint[]) sku returning sku_id as id',
    skus,
  );
  await ids(
    `insert into barcode (tenant_id, sku_id, product_id, code, unit, is_default, sale_price)
    select $1, sku, product, code, 'piece', true, 20
    from unnest($2::bigint[], $3::bigint[], $4::text[]) goods (sku, product, code) returning id`,
    skus,
    products,
    codes,
  );
}

/** Signs in at a running product and answers the token. */
export async function signInToCrashShop(port: number, loginName = LOGIN): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginName, password: PASSWORD }),
  });
  // SAFETY: shape promised by the call.
  const { data } = (await reply.json()) as { readonly data: { readonly token: string } };
  return data.token;
}
