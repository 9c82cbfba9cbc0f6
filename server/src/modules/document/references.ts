import { decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { found } from '../../kernel/refuse.ts';

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
  /** Of the ids that were asked for, those that exist. */
  readonly accountIds: ReadonlySet<string>;
  readonly warehouseIds: ReadonlySet<string>;
  readonly personIds: ReadonlySet<string>;
  readonly itemIds: ReadonlySet<string>;
}

export interface Wanted {
  /** A document is to be written, and wants an id. */
  readonly isNew: boolean;
  readonly time: string | null;
  readonly partnerId: string | null;
  readonly barcodes: readonly string[];
  readonly accountIds: readonly string[];
  readonly warehouseIds: readonly string[];
  readonly personIds: readonly string[];
  readonly itemIds: readonly string[];
}

interface Row {
  new_id: string | null;
  settings: Settings;
  business_time: string;
  business_date: string;
  today: string;
  partner: PartnerFacts | null;
  barcodes: RawBarcode[] | null;
  accounts: string[];
  warehouses: string[];
  persons: string[];
  items: string[];
}

interface RawBarcode extends Omit<BarcodeFacts, 'ratio' | 'weight' | 'prices'> {
  readonly ratio: string;
  readonly weight: string;
  readonly prices: Readonly<Record<'purchase' | 'retail' | 'sale' | 'minimum', string | null>>;
}

/** Reads all that a save refers to, in one statement. */
export async function references({ tx, tenantId }: Context, wanted: Wanted): Promise<References> {
  const { rows } = await sql<Row>`
    select
      case when ${wanted.isNew} then nextval('document_id_seq') end as new_id,
      jsonb_build_object(
        'currency', s.currency, 'currencyDigits', s.currency_digits, 'closedUntil', s.closed_until,
        'negativeStock', s.negative_stock, 'purchaseBySale', s.purchase_by_sale, 'forceApproval', s.force_approval,
        'updateUnitPrice', s.update_unit_price, 'overLink', s.over_link, 'multiAccount', s.multi_account,
        'zeroChangeAmount', s.zero_change_amount, 'priceIncludesTax', s.price_includes_tax) as settings,
      t.at as business_time,
      (t.at at time zone s.time_zone)::date as business_date,
      (now() at time zone s.time_zone)::date as today,
      (select jsonb_build_object('id', p.id::text, 'name', p.name, 'type', p.type, 'enabled', p.enabled)
       from partner p where p.tenant_id = ${tenantId} and p.id = ${wanted.partnerId}) as partner,
      (select jsonb_agg(jsonb_build_object(
          'barcodeId', b.id::text, 'barcode', b.code, 'skuId', b.sku_id::text, 'productId', b.product_id::text,
          'productName', p.name, 'unit', b.unit, 'ratio', b.ratio::text, 'weight', coalesce(p.weight, 0)::text,
          'serialManaged', p.serial_managed, 'lotManaged', p.lot_managed, 'enabled', p.enabled and b.enabled,
          'prices', jsonb_build_object('purchase', b.purchase_price::text, 'retail', b.retail_price::text,
            'sale', b.sale_price::text, 'minimum', b.minimum_price::text)))
       from barcode b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
       where b.tenant_id = ${tenantId} and b.code = any(${wanted.barcodes}::text[])) as barcodes,
      array(select id::text from account
        where tenant_id = ${tenantId} and id = any(${wanted.accountIds}::bigint[])) as accounts,
      array(select id::text from warehouse
        where tenant_id = ${tenantId} and id = any(${wanted.warehouseIds}::bigint[])) as warehouses,
      array(select id::text from person
        where tenant_id = ${tenantId} and id = any(${wanted.personIds}::bigint[])) as persons,
      array(select id::text from in_out_item
        where tenant_id = ${tenantId} and id = any(${wanted.itemIds}::bigint[])) as items
    from tenant_setting s, (select coalesce(${wanted.time}::timestamptz, now()) as at) t
    where s.tenant_id = ${tenantId}`.execute(tx);
  const row = found(rows[0]);
  return {
    newId: row.new_id,
    settings: row.settings,
    businessTime: row.business_time,
    businessDate: row.business_date,
    today: row.today,
    partner: row.partner,
    barcodes: new Map((row.barcodes ?? []).map((barcode) => [barcode.barcode, barcodeOf(barcode)])),
    accountIds: new Set(row.accounts),
    warehouseIds: new Set(row.warehouses),
    personIds: new Set(row.persons),
    itemIds: new Set(row.items),
  };
}

const orNull = (text: string | null): Decimal | null => (text === null ? null : decimal(text));

function barcodeOf({ ratio, weight, prices, ...facts }: RawBarcode): BarcodeFacts {
  return {
    ...facts,
    ratio: decimal(ratio),
    weight: decimal(weight),
    prices: {
      purchase: orNull(prices.purchase),
      retail: orNull(prices.retail),
      sale: orNull(prices.sale),
      minimum: orNull(prices.minimum),
    },
  };
}

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
