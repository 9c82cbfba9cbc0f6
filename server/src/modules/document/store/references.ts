import { decimal, normalText } from '@tradehouse/domain';
import type { CreditCheck } from '@tradehouse/contract';
import type {
  BonusUse,
  Decimal,
  InOutItemType,
  PaymentKind,
  PaymentTerms,
} from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, given, newIds, together } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { readSerialSpellings } from '../../posting/index.ts';
import type { SerialSpellings } from '../../posting/index.ts';
import { heldSettings, rateOn } from '../../system/index.ts';

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
  readonly keepOverpayment: boolean;
  readonly creditCheck: CreditCheck;
  readonly bonusUse: BonusUse;
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
  readonly paymentKind: PaymentKind;
  readonly terms: PaymentTerms;
  /** How much it may owe at most, in the company's currency; null: no one said. */
  readonly creditLimit: string | null;
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
  /** What one of the wanted currency is worth that day; null where no one knows. */
  readonly dayRate: Decimal | null;
  readonly partner: PartnerFacts | null;
  readonly barcodes: ReadonlyMap<string, BarcodeFacts>;
  /** Lots as they are kept, by the widths in which lines may name them; see `knownLot`. */
  readonly lots: KnownLots;
  /** Serials as they are kept, by the widths in which lines may name them. */
  readonly serials: SerialSpellings;
  /** Of the services that were asked for, what those that exist cost, in the company's currency. */
  readonly serviceFees: ReadonlyMap<string, Decimal>;
  /** Of the records that were asked for, those that are switched off: `switchedOff` → name. */
  readonly off: ReadonlyMap<string, string>;
  /** Of the ids that were asked for, those that exist. */
  readonly accountIds: ReadonlySet<string>;
  readonly warehouseIds: ReadonlySet<string>;
  readonly personIds: ReadonlySet<string>;
  /** Whether each item is of income or an expense. */
  readonly itemTypes: ReadonlyMap<string, InOutItemType>;
  readonly supplierIds: ReadonlySet<string>;
  /** Of the partners that were asked about, how much each may owe at most, in the company's currency. */
  readonly creditLimits: ReadonlyMap<string, Decimal>;
  /** The most decimals of what the bills that it settles are of: older versions kept more than their currency has. */
  readonly billDigits: number;
}

export interface Wanted {
  /** A document is to be written, and wants an id. */
  readonly isNew: boolean;
  /** Null: that of the document `changed`, or now. */
  readonly time: string | null;
  /** The document that is changed; absent: none. */
  readonly changed?: string | undefined;
  /** A currency whose rate is not said; absent: none. */
  readonly rateOf?: string | null;
  readonly partnerId: string | null;
  readonly barcodes: readonly string[];
  /** Lots that lines name; absent: none. */
  readonly lots?: readonly string[];
  /** Serials that lines name; absent: none. */
  readonly serials?: readonly string[];
  /** Services that go with the goods; absent: none. */
  readonly serviceIds?: readonly string[];
  readonly accountIds: readonly string[];
  readonly warehouseIds: readonly string[];
  readonly personIds: readonly string[];
  readonly itemIds: readonly string[];
  /** Suppliers that lines suggest; absent: none. */
  readonly supplierIds?: readonly string[];
  /** Partners whose documents come into force; absent: the one of the document. */
  readonly creditOf?: readonly string[];
  /** Bills that lines settle; absent: none. */
  readonly billIds?: readonly string[];
}

interface Row {
  settings: Settings;
  business_time: string;
  business_date: string;
  today: string;
  day_rate: string | null;
  partner: PartnerFacts | null;
  accounts: Known[];
  warehouses: Known[];
  persons: Known[];
  items: KnownItem[];
  suppliers: Known[];
  limits: Readonly<Record<string, string>>;
}

interface Known {
  id: string;
  name: string;
  enabled: boolean;
}

interface KnownItem extends Known {
  type: InOutItemType;
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
  const [[newId], row, barcodes, lots, serviceFees, billDigits] = await together([
    newIds(context, 'document', wanted.isNew ? 1 : 0),
    readFacts(context, wanted),
    readBarcodes(context, wanted.barcodes),
    readLots(context, wanted),
    readServiceFees(context, wanted),
    readBillDigits(context, wanted),
  ]);
  const skuIds = barcodes.map(({ skuId }) => skuId);
  return {
    newId: newId ?? null,
    settings: row.settings,
    businessTime: row.business_time,
    businessDate: row.business_date,
    today: row.today,
    dayRate: orNull(row.day_rate),
    partner: row.partner,
    barcodes: new Map(barcodes.map((barcode) => [barcode.barcode, barcode])),
    lots,
    serials: await readSerialSpellings(context, skuIds, wanted.serials ?? []),
    serviceFees,
    off: offOf(row),
    accountIds: idsOf(row.accounts),
    warehouseIds: idsOf(row.warehouses),
    personIds: idsOf(row.persons),
    itemTypes: new Map(row.items.map(({ id, type }) => [id, type])),
    supplierIds: idsOf(row.suppliers),
    creditLimits: limitsOf(row),
    billDigits,
  };
}

/**
 * The same for each of several documents, however many there are: what all of them name is read once, and is known to
 * each.
 */
export async function referencesOfEach(
  context: Context,
  wanted: readonly Wanted[],
): Promise<References[]> {
  const all = <T>(of: (one: Wanted) => readonly T[] | undefined): T[] => [
    ...new Set(wanted.flatMap((one) => of(one) ?? [])),
  ];
  const [ids, shared, own] = await together([
    newIds(context, 'document', wanted.filter(({ isNew }) => isNew).length),
    references(context, {
      isNew: false,
      time: null,
      partnerId: null,
      barcodes: all(({ barcodes }) => barcodes),
      lots: all(({ lots }) => lots),
      serials: all(({ serials }) => serials),
      serviceIds: all(({ serviceIds }) => serviceIds),
      accountIds: all(({ accountIds }) => accountIds),
      warehouseIds: all(({ warehouseIds }) => warehouseIds),
      personIds: all(({ personIds }) => personIds),
      itemIds: all(({ itemIds }) => itemIds),
      supplierIds: all(({ supplierIds }) => supplierIds),
      billIds: all(({ billIds }) => billIds),
    }),
    readOwn(context, wanted),
  ]);
  return own.map((row, at) => ({
    ...shared,
    newId: wanted[at]?.isNew === true ? found(ids.shift()) : null,
    businessTime: row.business_time,
    businessDate: row.business_date,
    dayRate: orNull(row.day_rate),
    partner: row.partner,
    creditLimits: limitsOf({ limits: {}, partner: row.partner }),
    off:
      row.partner === null || row.partner.enabled
        ? shared.off
        : new Map([...shared.off, [switchedOff('partner', row.partner.id), row.partner.name]]),
  }));
}

const partnerFacts = sql`json_build_object('id', p.id::text, 'name', p.name, 'type', p.type, 'enabled', p.enabled,
  'paymentKind', p.payment_kind, 'terms', json_build_object('days', p.payment_days, 'monthEnd', p.month_end),
  'creditLimit', p.credit_limit::text)`;

type OwnRow = Pick<Row, 'business_time' | 'business_date' | 'day_rate' | 'partner'>;

/** Of each document its own: in their order, its time, its partner. The settings are held already. */
async function readOwn(
  { tx, tenantId }: Context,
  wanted: readonly Wanted[],
): Promise<readonly OwnRow[]> {
  const asked = wanted.map(({ time, rateOf = null, partnerId }, place) => ({
    place,
    time,
    rate_of: rateOf,
    partner_id: partnerId,
  }));
  const { rows } = await sql<OwnRow>`
    select
      coalesce(given.time, now()) as business_time,
      (coalesce(given.time, now()) at time zone s.time_zone)::date as business_date,
      ${rateOn(tenantId, sql`given.rate_of`, sql`(coalesce(given.time, now()) at time zone s.time_zone)::date`)} as day_rate,
      case when p.id is not null
        then ${partnerFacts} end as partner
    from ${given(asked, 'place int, time timestamptz, rate_of text, partner_id bigint')}
    join tenant_setting s on s.tenant_id = ${tenantId}
    left join partner p on p.tenant_id = ${tenantId} and p.id = given.partner_id
    order by given.place`.execute(tx);
  return rows;
}

/** How much the partner of a document may owe, and those that were asked about. */
const limitsOf = ({ limits, partner }: Pick<Row, 'limits' | 'partner'>): Map<string, Decimal> =>
  new Map(
    [
      ...Object.entries(limits),
      ...(partner === null || partner.creditLimit === null
        ? []
        : [[partner.id, partner.creditLimit] as const]),
    ].map(([id, limit]) => [id, decimal(limit)]),
  );

const idsOf = (known: readonly Known[]): Set<string> => new Set(known.map(({ id }) => id));

/** How a record that may be switched off is named among them; ids of two tables may be the same. */
export const switchedOff = (table: OffTable, id: string): string => `${table} ${id}`;
export type OffTable = 'partner' | 'account' | 'warehouse' | 'person' | 'in_out_item';

function offOf({ partner, accounts, warehouses, persons, items, suppliers }: Row) {
  const sorts: readonly (readonly [OffTable, readonly Known[]])[] = [
    ['partner', [...(partner === null ? [] : [partner]), ...suppliers]],
    ['account', accounts],
    ['warehouse', warehouses],
    ['person', persons],
    ['in_out_item', items],
  ];
  return new Map(
    sorts.flatMap(([table, known]) =>
      known
        .filter(({ enabled }) => !enabled)
        .map(({ id, name }) => [switchedOff(table, id), name] as const),
    ),
  );
}

/**
 * The company's settings are held, shared, until the commit: a period is closed either before this save looks or after
 * it is in the books. The one who waited for a change reads what it left, since the row is locked behind the gate.
 */
async function readFacts({ tx, tenantId }: Context, wanted: Wanted): Promise<Row> {
  const known = (
    table: RawBuilder<unknown>,
    ids: readonly string[],
    more: RawBuilder<unknown> = sql``,
  ) =>
    ids.length === 0
      ? sql`'[]'::json`
      : sql`coalesce((
    select json_agg(json_build_object('id', one.id::text, 'name', one.name, 'enabled', one.enabled))
    from (select id, name, enabled from ${table} where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) ${more}) one), '[]')`;
  const at = sql`coalesce(${wanted.time}::timestamptz,
    (select business_time from document where tenant_id = ${tenantId} and id = ${wanted.changed ?? null}::bigint), now())`;
  const { rows } = await sql<Row>`
    select
      json_build_object(
        'currency', s.currency, 'currencyDigits', s.currency_digits, 'closedUntil', s.closed_until,
        'negativeStock', s.negative_stock, 'purchaseBySale', s.purchase_by_sale, 'forceApproval', s.force_approval,
        'updateUnitPrice', s.update_unit_price, 'overLink', s.over_link, 'multiAccount', s.multi_account, 'reviewBySelf', s.review_by_self,
        'zeroChangeAmount', s.zero_change_amount, 'priceIncludesTax', s.price_includes_tax,
        'keepOverpayment', s.keep_overpayment,
        'creditCheck', s.credit_check, 'bonusUse', s.bonus_use) as settings,
      ${at} as business_time,
      (${at} at time zone s.time_zone)::date as business_date,
      (now() at time zone s.time_zone)::date as today,
      ${rateOn(tenantId, sql`${wanted.rateOf ?? null}`, sql`(${at} at time zone s.time_zone)::date`)} as day_rate,
      (select ${partnerFacts} from partner p where p.tenant_id = ${tenantId} and p.id = ${wanted.partnerId}) as partner,
      ${known(sql`account`, wanted.accountIds)} as accounts,
      -- No foreign key holds warehouses and salespeople: they may not go before the document names them.
      ${known(sql`warehouse`, wanted.warehouseIds, sql`order by id for key share`)} as warehouses,
      ${known(sql`person`, wanted.personIds, sql`order by id for key share`)} as persons,
      -- Held, so that an item's type stays until the document names it.
      coalesce((
        select json_agg(json_build_object('id', i.id::text, 'name', i.name, 'enabled', i.enabled, 'type', i.type))
        from (
          select id, name, enabled, type from in_out_item
          where tenant_id = ${tenantId} and id = any(${wanted.itemIds}::bigint[]) order by id for key share) i), '[]') as items,
      ${known(sql`partner`, wanted.supplierIds ?? [], sql`and type = 'supplier'`)} as suppliers,
      ${limitsOfPartners(tenantId, wanted.creditOf ?? [])} as limits
    from ${heldSettings(tenantId)} s`.execute(tx);
  return found(rows[0]);
}

const limitsOfPartners = (tenantId: string, ids: readonly string[]) =>
  ids.length === 0
    ? sql`'{}'::json`
    : sql`coalesce((
    select json_object_agg(id, credit_limit::text) from partner
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and credit_limit is not null), '{}')`;

/** What is known of goods by their barcodes, held until the commit: who changes what a barcode counts in, or lets it go, waits. */
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
    where b.tenant_id = ${tenantId} and b.code = any(${codes}::text[])
    order by b.id for key share of b`.execute(tx);
  return rows.map(barcodeOf);
}

/** A lot as the company spelled it first, and when it expires; undefined: nothing was said of that. */
export interface KnownLot {
  readonly lot: string;
  readonly expiry: string | null | undefined;
}
type KnownLots = ReadonlyMap<string, KnownLot>;

const lotKey = (skuId: string, lot: string): string => `${skuId} ${lot}`;

/** The lot of a SKU that a text means: names that differ in widths alone are one lot (decision 0070). */
export const knownLot = (lots: KnownLots, skuId: string, text: string): KnownLot | undefined =>
  lots.get(lotKey(skuId, text)) ?? lots.get(lotKey(skuId, normalText(text)));

/** Lots by their normal form and as they are kept; two that were alike before stay two, each found as it was typed. */
export const lotsByName = (lots: readonly (KnownLot & { readonly skuId: string })[]): KnownLots =>
  new Map([
    ...lots.map((known) => [lotKey(known.skuId, normalText(known.lot)), known] as const),
    ...lots.map((known) => [lotKey(known.skuId, known.lot), known] as const),
  ]);

async function readLots(
  { tx, tenantId }: Context,
  { barcodes, lots = [] }: Wanted,
): Promise<KnownLots> {
  if (lots.length === 0) return new Map();
  const forms = [...new Set(lots.map(normalText))];
  const { rows } = await sql<KnownLot & { skuId: string }>`
    select l.sku_id as "skuId", l.lot, l.expiry
    from barcode b join lot l on l.tenant_id = ${tenantId} and l.sku_id = b.sku_id
    where b.tenant_id = ${tenantId} and b.code = any(${barcodes}::text[]) and normal_text(l.lot) = any(${forms}::text[])
    order by l.lot collate "C" desc`.execute(tx);
  return lotsByName(rows);
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

async function readBillDigits(
  { tx, tenantId }: Context,
  { billIds = [] }: Wanted,
): Promise<number> {
  if (billIds.length === 0) return 0;
  const { rows } = await sql<{ digits: number | null }>`
    select max(greatest(scale(trim_scale(debt)), scale(trim_scale(paid_now)))) as digits from document
    where tenant_id = ${tenantId} and id = any(${billIds}::bigint[])`.execute(tx);
  return rows[0]?.digits ?? 0;
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

/** The company's switches, held until the commit, and how much these partners may owe. */
export async function readSettings(
  context: Context,
  creditOf: readonly string[] = [],
): Promise<References> {
  return references(context, {
    isNew: false,
    time: null,
    partnerId: null,
    barcodes: [],
    accountIds: [],
    warehouseIds: [],
    personIds: [],
    itemIds: [],
    creditOf,
  });
}
