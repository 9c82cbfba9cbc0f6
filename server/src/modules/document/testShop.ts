// What tests of documents share: a small company with goods, partners and accounts, and short ways to write documents.
import { goodsDocuments, moneyDocuments } from '@tradehouse/contract';
import type { GoodsDocumentInput, InputOf, MoneyDocumentInput } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll } from 'vitest';
import { ownerScope } from '../../kernel/access/index.ts';
import { runTransaction } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { aServer } from '../../testing.ts';
import type { TestCompany, TestOptions, TestServer } from '../../testing.ts';

/** Trading company of a test, with the ids of its records. */
export interface Shop {
  readonly server: TestServer;
  readonly company: TestCompany;
  readonly main: string;
  readonly branch: string;
  readonly cash: string;
  readonly bank: string;
  readonly supplier: string;
  readonly otherSupplier: string;
  readonly customer: string;
  readonly otherCustomer: string;
  readonly member: string;
  readonly salesperson: string;
  readonly incomeItem: string;
  readonly expenseItem: string;
  /** Makes a product of its own for a test; answers its barcode (and one of twelve, ending in 0). */
  readonly product: (options?: ProductOptions) => Promise<TestProduct>;
  readonly goods: (
    kind: string,
    lines: readonly Line[],
    more?: Partial<GoodsDocumentInput>,
  ) => Promise<Saved>;
  readonly money: (
    kind: string,
    lines: readonly MoneyLine[],
    more?: Partial<MoneyDocumentInput>,
  ) => Promise<Saved>;
  readonly input: (
    kind: string,
    lines: readonly Line[],
    more?: Partial<GoodsDocumentInput>,
  ) => GoodsDocumentInput;
  /** Rows of a statement in the company. */
  readonly rows: <Row>(statement: RawBuilder<Row>) => Promise<readonly Row[]>;
  readonly barcodeId: (code: string) => Promise<string>;
  readonly salePrice: (product: TestProduct) => Promise<string>;
  readonly stock: (product: TestProduct, warehouseId?: string) => Promise<string>;
  readonly purse: (purse: string, holder?: string) => Promise<string>;
  /** Runs a use case as the owner, as a call would. */
  readonly asOwner: <T>(use: (context: Context) => Promise<T>) => Promise<T>;
  readonly set: (switches: Readonly<Record<string, boolean | string | null>>) => Promise<void>;
  /** Every invariant of the whole database; the violations, so that a failing test shows them. */
  readonly broken: () => Promise<readonly string[]>;
}

export interface ProductOptions {
  readonly serials?: boolean;
  readonly lots?: boolean;
  readonly minimum?: string;
  readonly sale?: string;
  readonly weight?: string;
}

export interface TestProduct {
  readonly skuId: string;
  readonly barcode: string;
  readonly box: string;
}

export interface Saved {
  readonly id: string;
  readonly version: number;
  readonly number: string;
  readonly status: string;
}

type Line = GoodsDocumentInput['lines'][number];
type MoneyLine = MoneyDocumentInput['lines'][number];

let nextCode = 700_000;

/** The menu offers the kinds that have a screen; a test of the rules wants all of them. */
async function everyPage({ database }: TestServer): Promise<void> {
  for (const [code, { url }] of Object.entries(documentKinds)) {
    if (url === null) continue;
    await sql`
      insert into function (number, parent_number, name_zh, name_en, url, component, sort, buttons)
      values (${`test-${code}`}, '0', ${code}, ${code}, ${url}, ${url}, '99', ${['1', '2', '3', '7']})
      on conflict do nothing`.execute(database.admin);
  }
}

export async function aShop(
  server: TestServer,
  company: TestCompany = server.company,
): Promise<Shop> {
  const { tenantId } = company;
  const one = <T>(rows: readonly T[]): T => {
    const [first] = rows;
    if (first === undefined) throw new Error('the company lacks its first records');
    return first;
  };
  const add = (table: string, columns: Readonly<Record<string, unknown>>): Promise<string> =>
    server.arrange(company, async (tx) => {
      const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
      const values = sql.join(Object.values(columns).map((value) => sql`${value}`));
      const { rows } = await sql<{ id: string }>`
        insert into ${sql.table(table)} (tenant_id, ${names}) values (${tenantId}, ${values}) returning id`.execute(
        tx,
      );
      return one(rows).id;
    });
  const text = (query: ReturnType<typeof sql>): Promise<string> =>
    server.arrange(company, async (tx) => {
      const { rows } = await sql<{
        value: string | null;
      }>`select trim_scale((${query})::numeric)::text as value`.execute(tx);
      return one(rows).value ?? '0';
    });
  await everyPage(server);
  const partner = (type: string, name: string) => add('partner', { type, name });
  const ids = {
    main: await add('warehouse', { name: 'Shelf' }),
    branch: await add('warehouse', { name: 'Branch' }),
    cash: await add('account', { name: 'Till' }),
    bank: await add('account', { name: 'Bank' }),
    supplier: await partner('supplier', 'Ada Supplies'),
    otherSupplier: await partner('supplier', 'Bo Supplies'),
    customer: await partner('customer', 'Cy Stores'),
    otherCustomer: await partner('customer', 'Di Stores'),
    member: await partner('member', 'Member 1'),
    salesperson: await add('person', { type: 'salesperson', name: 'Sam' }),
    incomeItem: await add('in_out_item', { type: 'income', name: 'Interest of the test' }),
    expenseItem: await add('in_out_item', { type: 'expense', name: 'Rent of the test' }),
  };
  const partnerOf: Readonly<Record<string, string>> = {
    purchaseOrder: ids.supplier,
    purchaseIn: ids.supplier,
    purchaseBack: ids.supplier,
    moneyOut: ids.supplier,
    saleOrder: ids.customer,
    saleOut: ids.customer,
    saleBack: ids.customer,
    moneyIn: ids.customer,
    depositOut: ids.customer,
    depositIn: ids.supplier,
    advanceIn: ids.member,
    advanceOut: ids.member,
  };
  const headOf = (kind: string) => ({
    kind,
    ...(partnerOf[kind] === undefined ? {} : { partnerId: partnerOf[kind] }),
  });
  const input: Shop['input'] = (kind, lines, more = {}) => ({
    ...headOf(kind),
    accountId: ids.cash,
    lines: lines.map((line) => ({ warehouseId: ids.main, ...line })),
    ...more,
  });
  const goods: Shop['goods'] = (kind, lines, more) =>
    server.call(goodsDocuments.add, input(kind, lines, more));

  const shop: Shop = {
    server,
    company,
    ...ids,
    input,
    goods,
    money: (kind, lines, more = {}) =>
      server.call(moneyDocuments.add, {
        ...headOf(kind),
        accountId: ids.cash,
        lines: [...lines],
        ...more,
      } as InputOf<typeof moneyDocuments.add>),
    async product({ serials = false, lots = false, minimum, sale = '20', weight = '1' } = {}) {
      nextCode += 10;
      const [barcode, box] = [String(nextCode), String(nextCode + 1)];
      const productId = await add('product', {
        name: `Product ${barcode}`,
        unit_name: 'piece',
        serial_managed: serials,
        lot_managed: lots,
        weight,
      });
      const skuId = await add('sku', { product_id: productId });
      const prices = {
        purchase_price: '10',
        retail_price: '25',
        sale_price: sale,
        minimum_price: minimum ?? null,
      };
      await add('barcode', {
        sku_id: skuId,
        product_id: productId,
        code: barcode,
        unit: 'piece',
        is_default: true,
        ...prices,
      });
      await add('barcode', {
        sku_id: skuId,
        product_id: productId,
        code: box,
        unit: 'box',
        ratio: '12',
        position: 1,
      });
      return { skuId, barcode, box };
    },
    rows: (statement) => server.arrange(company, async (tx) => (await statement.execute(tx)).rows),
    barcodeId: (code) =>
      text(sql`select id from barcode where tenant_id = ${tenantId} and code = ${code}`),
    salePrice: ({ barcode }) =>
      text(
        sql`select trim_scale(sale_price) from barcode where tenant_id = ${tenantId} and code = ${barcode}`,
      ),
    stock: ({ skuId }, warehouseId = ids.main) =>
      text(
        sql`select sum(quantity) from stock_balance where tenant_id = ${tenantId} and sku_id = ${skuId} and warehouse_id = ${warehouseId}`,
      ),
    purse: (purse, holder = '0') =>
      text(
        sql`select sum(amount) from whole_money_balance where tenant_id = ${tenantId} and purse = ${purse} and holder_id = ${holder}`,
      ),
    asOwner: (use) =>
      runTransaction(
        {
          lanes: server.app.kernel.lanes,
          scope: ownerScope(company.tenantId, company.ownerId),
          language: 'en',
          address: '',
        },
        null,
        use,
      ),
    set: (switches) =>
      server.arrange(company, async (tx) => {
        const sets = Object.entries(switches).map(
          ([name, value]) => sql`${sql.ref(name)} = ${value}`,
        );
        await sql`update tenant_setting set ${sql.join(sets)} where tenant_id = ${tenantId}`.execute(
          tx,
        );
      }),
    async broken() {
      const violations = await server.database.violations();
      return violations.map(({ check, subject, detail }) => `${check}: ${subject}: ${detail}`);
    },
  };
  return shop;
}

/** What a role may do: which pages it writes, whose documents it sees, and which amounts it does not. */
interface RoleOf {
  readonly pages: readonly string[];
  readonly scope?: 'all' | 'own';
  readonly hidden?: readonly string[];
  /** Of every page; to write, unless more is said. */
  readonly buttons?: readonly string[];
}

/** Creates and signs in a user with the role. */
export async function asRole(
  { server, company }: Pick<Shop, 'server' | 'company'>,
  name: string,
  { pages, scope = 'all', hidden = [], buttons = ['1'] }: RoleOf,
): Promise<string> {
  const { tenantId } = company;
  const roleId = await server.arrange(company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope, hidden_amounts)
      values (${tenantId}, ${name}, ${scope}, ${hidden}) returning id`.execute(tx);
    const id = rows[0]?.id ?? '';
    for (const page of pages)
      await sql`
        insert into role_function (tenant_id, role_id, function_url, buttons)
        values (${tenantId}, ${id}, ${page}, ${buttons})`.execute(tx);
    return id;
  });
  await server.addUser({ loginName: name, roleId });
  return server.signIn(name);
}

/** Returns the time some days ago. */
export const timeDaysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString();

/** A line of a document over goods of `product`. */
export const lineOf = (
  { barcode }: TestProduct,
  quantity: string,
  unitPrice = '20',
  more: object = {},
) => ({ barcode, quantity, unitPrice, ...more });

/** The server of a test file and its shop; it stops when the file is done. */
export async function aShopServer(
  options?: TestOptions,
): Promise<{ readonly server: TestServer; readonly shop: Shop }> {
  const server = await aServer(options);
  afterAll(() => server.stop());
  return { server, shop: await aShop(server) };
}

/** Starts a server whose shop has bought a quantity of one product at 10 each; `line` builds a line of this product. */
export async function aStockedServer(quantity: string) {
  const { server, shop } = await aShopServer();
  const one = await shop.product();
  await shop.goods('purchaseIn', [lineOf(one, quantity, '10')]);
  const line = (pieces: string, unitPrice?: string, more?: object) =>
    lineOf(one, pieces, unitPrice, more);
  return { server, shop, one, line };
}
