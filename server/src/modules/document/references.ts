import { decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { found } from '../../kernel/refuse.ts';
import { together } from '../posting/index.ts';

/** The company's switches, as far as a document depends on them. */
export interface Settings {
  readonly currency: string;
  readonly currencyDigits: number;
  readonly closedUntil: string | null;
  readonly negativeStock: boolean;
  readonly purchaseBySale: boolean;
  readonly forceApproval: boolean;
  readonly updateUnitPrice: boolean;
  readonly overLink: boolean;
  readonly multiAccount: boolean;
  readonly reviewBySelf: boolean;
  readonly zeroChangeAmount: boolean;
  readonly priceIncludesTax: boolean;
}

/** A barcode with what a line takes from its SKU and product. */
export interface BarcodeFacts {
  readonly barcodeId: string;
  readonly barcode: string;
  readonly skuId: string;
  readonly productId: string;
  readonly productName: string;
  readonly unit: string;
  readonly ratio: Decimal;
  readonly weight: Decimal;
  readonly shelfLifeDays: number | null;
  readonly serialManaged: boolean;
  readonly lotManaged: boolean;
  readonly enabled: boolean;
  readonly prices: Readonly<Record<'purchase' | 'retail' | 'sale' | 'minimum', Decimal | null>>;
}

export interface PartnerFacts {
  readonly name: string;
  readonly id: string;
  readonly type: 'supplier' | 'customer' | 'member';
  readonly enabled: boolean;
}

/** Everything outside the document that a save depends on, read at once. */
export interface References {
  /** The id of the document that is to be written; null where none is. */
  readonly newId: string | null;
  readonly settings: Settings;
  /** ISO instant: the given time, or now. */
  readonly businessTime: string;
  readonly businessDate: string;
  readonly today: string;
  readonly partner: PartnerFacts | null;
  readonly barcodes: ReadonlyMap<string, BarcodeFacts>;
  /** Of the lots that were asked for, those that are known, and when they expire; see `lotKey`. */
  readonly lots: ReadonlyMap<string, string | null>;
  /** Of the services that were asked for, what those that exist cost, in the company's currency. */
  readonly serviceFees: ReadonlyMap<string, Decimal>;
  /** Of the ids that were asked for, those that exist. */
  readonly accountIds: ReadonlySet<string>;
  readonly warehouseIds: ReadonlySet<string>;
  readonly personIds: ReadonlySet<string>;
  readonly itemIds: ReadonlySet<string>;
  readonly supplierIds: ReadonlySet<string>;
}

export interface Wanted {
  /** A document is to be written, and wants an id. */
  readonly isNew: boolean;
  readonly time: string | null;
  readonly partnerId: string | null;
  readonly barcodes: readonly string[];
  /** Lots that lines name; absent: none. */
  readonly lots?: readonly string[];
  /** Services that go with the goods; absent: none. */
  readonly serviceIds?: readonly string[];
  readonly accountIds: readonly string[];
  readonly warehouseIds: readonly string[];
  readonly personIds: readonly string[];
  readonly itemIds: readonly string[];
  /** Suppliers that lines suggest; absent: none. */
  readonly supplierIds?: readonly string[];
}

interface Row {
  new_id: string | null;
  settings: Settings;
  business_time: string;
  business_date: string;
  today: string;
  partner: PartnerFacts | null;
  accounts: string[];
  warehouses: string[];
  persons: string[];
  items: string[];
  suppliers: string[];
}

interface BarcodeRow {
  id: string;
  code: string;
  sku_id: string;
  product_id: string;
  product_name: string;
  unit: string;
  ratio: string;
  weight: string;
  shelf_life_days: number | null;
  serial_managed: boolean;
  lot_managed: boolean;
  enabled: boolean;
  purchase_price: string | null;
  retail_price: string | null;
  sale_price: string | null;
  minimum_price: string | null;
}

/** Reads all that a save refers to, in one trip. */
export async function references(context: Context, wanted: Wanted): Promise<References> {
  const [row, barcodes, lots, serviceFees] = await together([
    readFacts(context, wanted),
    readBarcodes(context, wanted.barcodes),
    readLots(context, wanted),
    readServiceFees(context, wanted),
  ]);
  return {
    newId: row.new_id,
    settings: row.settings,
    businessTime: row.business_time,
    businessDate: row.business_date,
    today: row.today,
    partner: row.partner,
    barcodes: new Map(barcodes.map((barcode) => [barcode.barcode, barcode])),
    lots,
    serviceFees,
    accountIds: new Set(row.accounts),
    warehouseIds: new Set(row.warehouses),
    personIds: new Set(row.persons),
    itemIds: new Set(row.items),
    supplierIds: new Set(row.suppliers),
  };
}

async function readFacts({ tx, tenantId }: Context, wanted: Wanted): Promise<Row> {
  const { rows } = await sql<Row>`
    select
      case when ${wanted.isNew} then nextval('document_id_seq') end as new_id,
      json_build_object(
        'currency', s.currency, 'currencyDigits', s.currency_digits, 'closedUntil', s.closed_until,
        'negativeStock', s.negative_stock, 'purchaseBySale', s.purchase_by_sale, 'forceApproval', s.force_approval,
        'updateUnitPrice', s.update_unit_price, 'overLink', s.over_link, 'multiAccount', s.multi_account, 'reviewBySelf', s.review_by_self,
        'zeroChangeAmount', s.zero_change_amount, 'priceIncludesTax', s.price_includes_tax) as settings,
      t.at as business_time,
      (t.at at time zone s.time_zone)::date as business_date,
      (now() at time zone s.time_zone)::date as today,
      (select json_build_object('id', p.id::text, 'name', p.name, 'type', p.type, 'enabled', p.enabled)
       from partner p where p.tenant_id = ${tenantId} and p.id = ${wanted.partnerId}) as partner,
      array(select id::text from account
        where tenant_id = ${tenantId} and id = any(${wanted.accountIds}::bigint[])) as accounts,
      array(select id::text from warehouse
        where tenant_id = ${tenantId} and id = any(${wanted.warehouseIds}::bigint[])) as warehouses,
      array(select id::text from person
        where tenant_id = ${tenantId} and id = any(${wanted.personIds}::bigint[])) as persons,
      array(select id::text from in_out_item
        where tenant_id = ${tenantId} and id = any(${wanted.itemIds}::bigint[])) as items,
      array(select id::text from partner
        where tenant_id = ${tenantId} and id = any(${wanted.supplierIds ?? []}::bigint[]) and type = 'supplier') as suppliers
    from tenant_setting s, (select coalesce(${wanted.time}::timestamptz, now()) as at) t
    where s.tenant_id = ${tenantId}`.execute(tx);
  return found(rows[0]);
}

async function readBarcodes(
  { tx, tenantId }: Context,
  codes: readonly string[],
): Promise<BarcodeFacts[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<BarcodeRow>`
    select b.id, b.code, b.sku_id, b.product_id, p.name as product_name, b.unit, b.ratio, coalesce(p.weight, 0) as weight,
      p.shelf_life_days, p.serial_managed, p.lot_managed, p.enabled and b.enabled as enabled,
      b.purchase_price, b.retail_price, b.sale_price, b.minimum_price
    from barcode b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    where b.tenant_id = ${tenantId} and b.code = any(${codes}::text[])`.execute(tx);
  return rows.map(barcodeOf);
}

/** How a lot of a SKU is named among the known ones. */
export const lotKey = (skuId: string, lot: string): string => `${skuId} ${lot}`;

async function readLots(
  { tx, tenantId }: Context,
  { barcodes, lots = [] }: Wanted,
): Promise<Map<string, string | null>> {
  if (lots.length === 0) return new Map();
  const { rows } = await sql<{ sku_id: string; lot: string; expiry: string | null }>`
    select l.sku_id, l.lot, l.expiry
    from barcode b join lot l on l.tenant_id = ${tenantId} and l.sku_id = b.sku_id
    where b.tenant_id = ${tenantId} and b.code = any(${barcodes}::text[]) and l.lot = any(${lots}::text[])`.execute(
    tx,
  );
  return new Map(rows.map(({ sku_id, lot, expiry }) => [lotKey(sku_id, lot), expiry]));
}

async function readServiceFees(
  { tx, tenantId }: Context,
  { serviceIds = [] }: Wanted,
): Promise<Map<string, Decimal>> {
  if (serviceIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; fee: string }>`
    select id, fee from service
    where tenant_id = ${tenantId} and id = any(${serviceIds}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, fee }) => [id, decimal(fee)]));
}

const orNull = (text: string | null): Decimal | null => (text === null ? null : decimal(text));

const barcodeOf = (row: BarcodeRow): BarcodeFacts => ({
  barcodeId: row.id,
  barcode: row.code,
  skuId: row.sku_id,
  productId: row.product_id,
  productName: row.product_name,
  unit: row.unit,
  ratio: decimal(row.ratio),
  weight: decimal(row.weight),
  shelfLifeDays: row.shelf_life_days,
  serialManaged: row.serial_managed,
  lotManaged: row.lot_managed,
  enabled: row.enabled,
  prices: {
    purchase: orNull(row.purchase_price),
    retail: orNull(row.retail_price),
    sale: orNull(row.sale_price),
    minimum: orNull(row.minimum_price),
  },
});

/** The company's switches alone. */
export async function readSettings(context: Context): Promise<References> {
  return references(context, {
    isNew: false,
    time: null,
    partnerId: null,
    barcodes: [],
    accountIds: [],
    warehouseIds: [],
    personIds: [],
    itemIds: [],
  });
}
