import {
  barcodeFinder,
  barcodeForms,
  decimal,
  digitsIn,
  isReturningKind,
  settlingBeside,
} from '@tradehouse/domain';
import type { CreditCheck } from '@tradehouse/contract';
import type {
  AnyKindCode,
  BonusUse,
  DebtPurse,
  Decimal,
  InOutItemType,
  KitPart,
  PaymentKind,
  PaymentTerms,
} from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing } from '../../../kernel/access/index.ts';
import { rowsAsTable, newIds, runTogether, signedKinds } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { readKnownLots, readSerialSpellings } from '../../posting/index.ts';
import type { KnownLots, SerialSpellings } from '../../posting/index.ts';
import { heldSettings, rateOn } from '../../system/index.ts';

/** Company switches relevant for documents. */
export interface DocumentSettings {
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

/** Barcode with the SKU and product data for lines. */
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
  /** Parts of a kit by the bill of materials; null: no kit. */
  readonly kit: readonly KitPartFacts[] | null;
  readonly prices: Readonly<Record<'purchase' | 'retail' | 'sale' | 'minimum', Decimal | null>>;
}

/** Part of a kit, with the reason why the part is unfit. */
export interface KitPartFacts extends KitPart {
  readonly barcode: string;
  /** False: the part has serial numbers or lots, or is a kit. */
  readonly fits: boolean;
}

export interface PartnerFacts {
  readonly name: string;
  readonly id: string;
  readonly type: 'supplier' | 'customer' | 'member';
  readonly enabled: boolean;
  readonly paymentKind: PaymentKind;
  readonly terms: PaymentTerms;
  /** Highest allowed debt, in the company's currency; null: no limit. */
  readonly creditLimit: string | null;
}

/** Data outside the document required by a save, read at once. */
export interface References {
  /** Id of the document to write; null: none. */
  readonly newId: string | null;
  readonly settings: DocumentSettings;
  /** ISO instant: the given time, or now. */
  readonly businessTime: string;
  readonly businessDate: string;
  readonly today: string;
  /** Worth of a unit of the wanted currency on the day; null if unknown. */
  readonly dayRate: Decimal | null;
  readonly partner: PartnerFacts | null;
  /** By the stored code and by the requested code, possibly another form of the stored code. */
  readonly barcodes: ReadonlyMap<string, BarcodeFacts>;
  /** Stored lots, by the text widths of lines; see `knownLot`. */
  readonly lots: KnownLots;
  /** Stored serials, by the text widths of lines. */
  readonly serials: SerialSpellings;
  /** Fees of the requested services that exist, in the company's currency. */
  readonly serviceFees: ReadonlyMap<string, Decimal>;
  /** Disabled records among the requested: `switchedOff` → name. */
  readonly off: ReadonlyMap<string, string>;
  /** Existing ids among the requested. */
  readonly accountIds: ReadonlySet<string>;
  /** Fee rates of the requested accounts, in percent. */
  readonly feeRates: ReadonlyMap<string, Decimal>;
  readonly warehouseIds: ReadonlySet<string>;
  readonly personIds: ReadonlySet<string>;
  /** Type of each item: income or expense. */
  readonly itemTypes: ReadonlyMap<string, InOutItemType>;
  readonly supplierIds: ReadonlySet<string>;
  /** Credit limits of the requested partners, in the company's currency. */
  readonly creditLimits: ReadonlyMap<string, Decimal>;
  /**
   * Most decimals, by currency, of stored amounts changed, settled or returned by the document: older
   * versions stored more than the currency has.
   */
  readonly keptDigits: ReadonlyMap<string, number>;
  /** Parts of the kits on the returned documents, by document and line. */
  readonly soldParts: SoldParts;
}

/** Parts moved by lines with kits, by `<document> <line>`. */
export type SoldParts = ReadonlyMap<string, readonly KitPart[]>;

export interface ReferenceQuery {
  /** A document is to be written, and wants an id. */
  readonly isNew: boolean;
  /** Null: the time of the document `changed`, or now. */
  readonly time: string | null;
  /** Changed document; absent: none. */
  readonly changed?: string | undefined;
  /** Currency without a given rate; absent: none. */
  readonly rateOf?: string | null;
  readonly partnerId: string | null;
  readonly barcodes: readonly string[];
  /** Lots named by lines; absent: none. */
  readonly lots?: readonly string[];
  /** Serials named by lines; absent: none. */
  readonly serials?: readonly string[];
  /** Services beside the goods; absent: none. */
  readonly serviceIds?: readonly string[];
  readonly accountIds: readonly string[];
  readonly warehouseIds: readonly string[];
  readonly personIds: readonly string[];
  readonly itemIds: readonly string[];
  /** Suppliers suggested by lines; absent: none. */
  readonly supplierIds?: readonly string[];
  /** Partners whose documents enter into force; absent: the document's partner. */
  readonly creditOf?: readonly string[];
  /** Settled bills and returned documents named by lines; absent: none. */
  readonly namedIds?: readonly string[];
  /** Debt settled by the document beside bills; absent: none. */
  readonly beside?: DebtPurse;
}

interface ReferenceRow {
  settings: DocumentSettings;
  business_time: string;
  business_date: string;
  today: string;
  day_rate: string | null;
  partner: PartnerFacts | null;
  accounts: KnownAccount[];
  warehouses: SwitchableRecord[];
  persons: SwitchableRecord[];
  items: KnownItem[];
  suppliers: SwitchableRecord[];
  limits: Readonly<Record<string, string>>;
}

interface SwitchableRecord {
  id: string;
  name: string;
  enabled: boolean;
}

interface KnownAccount extends SwitchableRecord {
  feeRate: string;
}

interface KnownItem extends SwitchableRecord {
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
  kit: KitPartRow[] | null;
  purchase_price: string | null;
  retail_price: string | null;
  sale_price: string | null;
  minimum_price: string | null;
}

interface KitPartRow {
  skuId: string;
  quantity: string;
  barcode: string;
  fits: boolean;
}

/** Reads a save's references, in one round trip. */
export async function readReferences(
  context: Context,
  wanted: ReferenceQuery,
): Promise<References> {
  const [[newId], row, barcodes, lots, serviceFees, keptDigits, soldParts] = await runTogether([
    newIds(context, 'document', wanted.isNew ? 1 : 0),
    readFacts(context, wanted),
    readBarcodes(context, wanted.barcodes),
    readLots(context, wanted),
    readServiceFees(context, wanted),
    readKeptDigits(context, wanted),
    readLineParts(context, wanted.namedIds ?? []),
  ]);
  const skuIds = barcodes.map(({ skuId }) => skuId);
  return {
    newId: newId ?? null,
    settings: row.settings,
    businessTime: row.business_time,
    businessDate: row.business_date,
    today: row.today,
    dayRate: decimalOrNullOf(row.day_rate),
    partner: row.partner,
    barcodes: barcodesByCode(barcodes, wanted.barcodes),
    lots,
    serials: await readSerialSpellings(context, skuIds, wanted.serials ?? []),
    serviceFees,
    off: offOf(row),
    accountIds: idSetOf(row.accounts),
    feeRates: new Map(row.accounts.map(({ id, feeRate }) => [id, decimal(feeRate)])),
    warehouseIds: idSetOf(row.warehouses),
    personIds: idSetOf(row.persons),
    itemTypes: new Map(row.items.map(({ id, type }) => [id, type])),
    supplierIds: idSetOf(row.suppliers),
    creditLimits: limitsOf(row),
    keptDigits,
    soldParts,
  };
}

/** Reads several documents' references; common ones once. */
export async function referencesOfEach(
  context: Context,
  wanted: readonly ReferenceQuery[],
): Promise<References[]> {
  const all = <T>(of: (one: ReferenceQuery) => readonly T[] | undefined): T[] => [
    ...new Set(wanted.flatMap((one) => of(one) ?? [])),
  ];
  const [ids, shared, own, keptDigits] = await runTogether([
    newIds(context, 'document', wanted.filter(({ isNew }) => isNew).length),
    readReferences(context, {
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
      namedIds: all(({ namedIds }) => namedIds),
    }),
    readOwn(context, wanted),
    runTogether(wanted.map((one) => readKeptDigits(context, one))),
  ]);
  return own.map((row, at) => ({
    ...shared,
    newId: wanted[at]?.isNew === true ? orRefuseMissing(ids.shift()) : null,
    keptDigits: orRefuseMissing(keptDigits[at]),
    businessTime: row.business_time,
    businessDate: row.business_date,
    dayRate: decimalOrNullOf(row.day_rate),
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

type OwnRow = Pick<ReferenceRow, 'business_time' | 'business_date' | 'day_rate' | 'partner'>;

/** Reads time and partner of each document, in order. The settings are already locked. */
async function readOwn(
  { tx, tenantId }: Context,
  wanted: readonly ReferenceQuery[],
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
    from ${rowsAsTable(asked, 'place int, time timestamptz, rate_of text, partner_id bigint')}
    join tenant_setting s on s.tenant_id = ${tenantId}
    left join partner p on p.tenant_id = ${tenantId} and p.id = given.partner_id
    order by given.place`.execute(tx);
  return rows;
}

/** Credit limits of the document's partner and of the requested partners. */
const limitsOf = ({
  limits,
  partner,
}: Pick<ReferenceRow, 'limits' | 'partner'>): Map<string, Decimal> =>
  new Map(
    [
      ...Object.entries(limits),
      ...(partner === null || partner.creditLimit === null
        ? []
        : [[partner.id, partner.creditLimit] as const]),
    ].map(([id, limit]) => [id, decimal(limit)]),
  );

const idSetOf = (known: readonly SwitchableRecord[]): Set<string> =>
  new Set(known.map(({ id }) => id));

/** Key of a record that may be disabled; ids of different tables may be equal. */
export const switchedOff = (table: OffTable, id: string): string => `${table} ${id}`;
export type OffTable = 'partner' | 'account' | 'warehouse' | 'person' | 'in_out_item';

function offOf({ partner, accounts, warehouses, persons, items, suppliers }: ReferenceRow) {
  const sorts: readonly (readonly [OffTable, readonly SwitchableRecord[]])[] = [
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
 * Locks the company's settings, shared, until the commit: closings fall before this read or after the
 * posting. A waiting save reads the new settings, because the row is locked behind the gate.
 */
async function readFacts({ tx, tenantId }: Context, wanted: ReferenceQuery): Promise<ReferenceRow> {
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
  const { rows } = await sql<ReferenceRow>`
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
      ${knownAccounts(tenantId, wanted.accountIds)} as accounts,
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
  return orRefuseMissing(rows[0]);
}

const knownAccounts = (tenantId: string, ids: readonly string[]) =>
  ids.length === 0
    ? sql`'[]'::json`
    : sql`coalesce((
    select json_agg(json_build_object('id', a.id::text, 'name', a.name, 'enabled', a.enabled,
      'feeRate', a.fee_rate::text))
    from account a where a.tenant_id = ${tenantId} and a.id = any(${ids}::bigint[])), '[]')`;

const limitsOfPartners = (tenantId: string, ids: readonly string[]) =>
  ids.length === 0
    ? sql`'{}'::json`
    : sql`coalesce((
    select json_object_agg(id, credit_limit::text) from partner
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and credit_limit is not null), '{}')`;

/** Reads barcodes, locked until the commit: changing their units, or releasing them, waits. */
async function readBarcodes(
  { tx, tenantId }: Context,
  codes: readonly string[],
): Promise<BarcodeFacts[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<BarcodeRow>`
    select b.id, b.code, b.sku_id, b.product_id, p.name as product_name, b.unit, b.ratio, coalesce(p.weight, 0) as weight,
      p.shelf_life_days, p.serial_managed, p.lot_managed, p.enabled and b.enabled as enabled,
      case when p.kit then ${kitPartsSql(tenantId)} end as kit,
      b.purchase_price, b.retail_price, b.sale_price, b.minimum_price
    from barcode b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    where b.tenant_id = ${tenantId} and b.code = any(${codes.flatMap(barcodeForms)}::text[])
    order by b.id for key share of b`.execute(tx);
  return rows.map(barcodeFactsFromRow);
}

/** Selects the parts of kit `p` as JSON; barcodes of a SKU are not yet summed. */
const kitPartsSql = (tenantId: string) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('skuId', u.sku_id::text, 'barcode', u.code,
      'quantity', (part.quantity * u.ratio)::text,
      'fits', not (whole.serial_managed or whole.lot_managed or whole.kit)) order by part.position)
  from product_part part
  join barcode u on u.tenant_id = ${tenantId} and u.id = part.barcode_id
  join product whole on whole.tenant_id = ${tenantId} and whole.id = u.product_id
  where part.tenant_id = ${tenantId} and part.product_id = p.id), '[]')`;

/** Reads the parts that lines of these documents moved in place of kits. */
export async function readLineParts(
  { tx, tenantId }: Pick<Context, 'tx' | 'tenantId'>,
  documentIds: readonly string[],
): Promise<SoldParts> {
  if (documentIds.length === 0) return new Map();
  const { rows } = await sql<{ key: string; sku_id: string; quantity: string }>`
    select document_id || ' ' || line as key, sku_id, quantity from line_part
    where tenant_id = ${tenantId} and document_id = any(${documentIds}::bigint[])
    order by document_id, line, sku_id`.execute(tx);
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, parts]) => [
      key,
      parts.map(({ sku_id: skuId, quantity }) => ({ skuId, quantity: decimal(quantity) })),
    ]),
  );
}

function barcodesByCode(
  known: readonly BarcodeFacts[],
  wanted: readonly string[],
): References['barcodes'] {
  const find = barcodeFinder(known, ({ barcode }) => barcode);
  const codes = [...known.map(({ barcode }) => barcode), ...wanted];
  return new Map(
    codes.flatMap((code) => {
      const facts = find(code);
      return facts === undefined ? [] : [[code, facts] as const];
    }),
  );
}

/** Reads the lots named by lines, for the SKUs of their barcodes. */
const readLots = (context: Context, { barcodes, lots = [] }: ReferenceQuery): Promise<KnownLots> =>
  readKnownLots(
    context,
    sql`select sku_id from barcode
      where tenant_id = ${context.tenantId} and code = any(${barcodes.flatMap(barcodeForms)}::text[])`,
    lots,
  );

async function readServiceFees(
  { tx, tenantId }: Context,
  { serviceIds = [] }: ReferenceQuery,
): Promise<Map<string, Decimal>> {
  if (serviceIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; fee: string }>`
    select id, fee from service
    where tenant_id = ${tenantId} and id = any(${serviceIds}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, fee }) => [id, decimal(fee)]));
}

/** Sources with kept decimals: only a return gives the amounts of sources back. */
export const returnedIds = (kind: AnyKindCode, sourceIds: readonly string[]): readonly string[] =>
  isReturningKind(kind) ? sourceIds : [];

/** Reads the most decimals, by currency, of amounts changed, settled or returned by a document. */
export async function readKeptDigits(
  { tx, tenantId }: Context,
  {
    namedIds = [],
    changed,
    beside,
    partnerId = null,
  }: Partial<Pick<ReferenceQuery, 'namedIds' | 'changed' | 'beside' | 'partnerId'>>,
): Promise<ReadonlyMap<string, number>> {
  const ids = [...namedIds, ...(changed === undefined ? [] : [changed])];
  const signs = beside === undefined || partnerId === null ? [] : settlingBeside(beside);
  if (ids.length === 0 && signs.length === 0) return new Map();
  const { rows } = await sql<{ currency: string; digits: number }>`
    select currency, max(scale(trim_scale(amount))) as digits from (
      select d.currency, unnest(array[d.debt, d.paid_now, d.payable, d.total_amount, d.discount,
        d.service_charge, d.other_fees, d.freight, d.deposit_used, d.bonus]) as amount
      from document d where d.tenant_id = ${tenantId} and d.id = any(${ids}::bigint[])
      union all
      select d.currency, unnest(array[l.amount, l.tax, l.total]) from document d
      join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id
      where d.tenant_id = ${tenantId} and d.id = any(${ids}::bigint[])
      union all
      select d.currency, sum(l.amount * given.sign) from ${signedKinds(signs)}
      join document d on d.tenant_id = ${tenantId} and d.kind = given.kind
      join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id
      where l.settled_document_id is null and d.partner_id = ${partnerId} and d.deleted_at is null and d.id <> ${changed ?? '0'} group by 1
      union all
      select d.currency, d.total_amount from document d
      where d.tenant_id = ${tenantId} and d.kind = 'openingBalance' and d.partner_id = ${partnerId}
        and d.deleted_at is null and ${signs.length > 0}::boolean) kept
    where amount is not null group by 1`.execute(tx);
  return new Map(rows.map(({ currency, digits }) => [currency, digits]));
}

/** Decimals of a document's amounts: the currency's decimals, or more for stored amounts with more. */
export const draftDigits = (
  currency: string,
  { settings, keptDigits }: Pick<References, 'settings' | 'keptDigits'>,
): number => Math.max(digitsIn(currency, settings), keptDigits.get(currency) ?? 0);

const decimalOrNullOf = (text: string | null): Decimal | null =>
  text === null ? null : decimal(text);

const barcodeFactsFromRow = (row: BarcodeRow): BarcodeFacts => ({
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
  kit: row.kit?.map((part) => ({ ...part, quantity: decimal(part.quantity) })) ?? null,
  prices: {
    purchase: decimalOrNullOf(row.purchase_price),
    retail: decimalOrNullOf(row.retail_price),
    sale: decimalOrNullOf(row.sale_price),
    minimum: decimalOrNullOf(row.minimum_price),
  },
});

/** The company's switches, held until the commit, and how much these partners may owe. */
export async function readDocumentSettings(
  context: Context,
  creditOf: readonly string[] = [],
): Promise<References> {
  return readReferences(context, {
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
