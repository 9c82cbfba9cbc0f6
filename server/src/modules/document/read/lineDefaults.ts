import { labelPage, maskOfKind, priceMasks, productPage } from '@tradehouse/contract';
import type { InputOf, ReplyOf, barcodesForLine } from '@tradehouse/contract';
import {
  ONE,
  barcodeFinder,
  barcodeForms,
  decimal,
  defaultPriceOfLine,
  documentKinds,
  kindCodes,
  leastInCurrency,
  stepAt,
  ZERO,
  moneyDigitsOf,
  toPlainDecimal,
  offeredInCurrency,
  priceInCurrency,
  roundConvertedPrice,
} from '@tradehouse/domain';
import type { AnyKindCode, Buyer, CurrencyTerms, Decimal, PriceKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  grantedCustomers,
  grantedWarehouses,
  mayOpen,
  refuseWith,
  seesAmounts,
  visibleDocuments,
} from '../../../kernel/access/index.ts';
import { kitStockSql, trimTrailingZeros } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { activityPrices } from './activityPrices.ts';
import { showingLowest } from './detailLines.ts';
import { listedPrices } from './listedPrices.ts';
import type { ListedPrices } from './listedPrices.ts';
import { presentPrice } from '../masked/presentPrice.ts';

type LineDefaultsReply = ReplyOf<typeof barcodesForLine>;

type BarcodePrices = Readonly<Record<PriceKind | 'distributor' | 'platform', string | null>>;

interface BarcodeUnit {
  readonly barcode: string;
  readonly unit: string;
  readonly ratio: string;
  readonly prices: BarcodePrices;
  readonly minimumPrice: string | null;
}

interface LastPrice {
  readonly price: string;
  /** Exchange rate of a price in another currency; null in the requested one. */
  readonly rate: string | null;
}

interface LineDefaultRow {
  barcodeId: string;
  barcode: string;
  skuId: string;
  productId: string;
  productName: string;
  mnemonic: string;
  standard: string;
  model: string;
  color: string;
  brand: string;
  maker: string;
  propertyOne: string;
  propertyTwo: string;
  propertyThree: string;
  attributes: string;
  skuCode: string;
  outerSkuCode: string;
  unit: string;
  ratio: string;
  units: BarcodeUnit[];
  serialManaged: boolean;
  lotManaged: boolean;
  shelfLifeDays: number | null;
  weight: string;
  prices: BarcodePrices;
  lastPrice: LastPrice | null;
  /** Decimals of the company currency. */
  moneyDigits: number;
  level: Buyer['level'];
  minimumPrice: string | null;
  taxRate: string;
  stock: string;
  lockedStock: string;
  parts: { barcode: string; quantity: string }[] | null;
}

const pricesSql = (alias: 'b' | 'u') =>
  sql`jsonb_build_object(${sql.join(
    (['purchase', 'retail', 'sale', 'distributor', 'supply'] as const).map(
      (name) =>
        sql`${sql.lit(name === 'supply' ? 'platform' : name)}, trim_scale(${sql.ref(`${alias}.${name}_price`)})::text`,
    ),
  )})`;

/** Selects the bill of materials of barcode `b`, for a unit of the barcode; null without a bill. */
const partsSql = (tenantId: string) => sql`(
  select jsonb_agg(jsonb_build_object('barcode', u.code,
    'quantity', trim_scale(round(part.quantity * b.ratio, 6))::text) order by part.position)
  from product_part part
  join barcode u on u.tenant_id = ${tenantId} and u.id = part.barcode_id
  where part.tenant_id = ${tenantId} and part.product_id = b.product_id)`;

/** Number of a partner's latest documents searched for the last price. */
const MEMORY = 500;

/** Reads the initial values of lines with these barcodes in a document of the kind, in a single query. */
export async function lineDefaults(
  context: Context,
  {
    barCode,
    kind: code,
    organId,
    depotId,
    activityId,
    time,
    ...money
  }: InputOf<typeof barcodesForLine>,
): Promise<LineDefaultsReply> {
  const terms = toPriceTerms(money);
  const { tx, tenantId, scope } = context;
  const kind = kindCodes.find((known) => known === code);
  const price = kind === undefined ? null : documentKinds[kind].price;
  const asked = barCode
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const codes = asked.flatMap(barcodeForms);
  const here = (column: 's.warehouse_id' | 'c.warehouse_id') =>
    depotId === undefined ? sql`true` : sql`${sql.ref(column)} = ${depotId}`;
  const { rows: all } = await sql<LineDefaultRow>`
    select b.id as "barcodeId", b.code as barcode, b.sku_id as "skuId", b.product_id as "productId", p.name as "productName",
      p.mnemonic, p.standard, p.model, p.color, p.brand, p.maker, p.property_one as "propertyOne", p.property_two as "propertyTwo",
      p.property_three as "propertyThree", k.attributes, k.code as "skuCode", k.outer_code as "outerSkuCode", b.unit, b.ratio,
      (select jsonb_agg(jsonb_build_object('barcode', u.code, 'unit', u.unit, 'ratio', trim_scale(u.ratio)::text,
          'prices', ${pricesSql('u')}, 'minimumPrice', trim_scale(u.minimum_price)::text) order by u.position, u.id)
        from barcode u where u.tenant_id = ${tenantId} and u.sku_id = b.sku_id and u.enabled) as units,
      p.serial_managed as "serialManaged", p.lot_managed as "lotManaged", p.shelf_life_days as "shelfLifeDays",
      coalesce(p.weight, 0) as weight, ${pricesSql('b')} as prices,
      ${priceLevelSql(context, organId)} as level, ${lastPrice(context, price, kind, organId, terms)} as "lastPrice",
      (select currency_digits from tenant_setting where tenant_id = ${tenantId}) as "moneyDigits",
      b.minimum_price as "minimumPrice",
      coalesce((select o.tax_rate from partner o where o.tenant_id = ${tenantId} and o.id = ${organId ?? null}
        and (o.type <> 'customer' or ${grantedCustomers(scope, 'o.id')})), 0) as "taxRate",
      case when p.kit then ${kitStockSql(context, {
        productId: sql`p.id`,
        ratio: sql`b.ratio`,
        isWanted: (id) => (depotId === undefined ? sql`true` : sql`${id} = ${depotId}`),
      })} else round(coalesce((select sum(s.quantity) from stock_balance s
        where s.tenant_id = ${tenantId} and s.sku_id = b.sku_id and ${here('s.warehouse_id')} and ${grantedWarehouses(scope, 's.warehouse_id')}), 0)
        / b.ratio, 6) end as stock,
      round(coalesce((select sum(c.quantity) from stock_lock c
        where c.tenant_id = ${tenantId} and c.sku_id = b.sku_id and ${here('c.warehouse_id')} and ${grantedWarehouses(scope, 'c.warehouse_id')}), 0)
        / b.ratio, 6) as "lockedStock",
      ${partsSql(tenantId)} as parts
    from barcode b
    join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    join sku k on k.tenant_id = ${tenantId} and k.id = b.sku_id
    where b.tenant_id = ${tenantId} and b.code = any(${codes}::text[]) and p.enabled and b.enabled
    order by array_position(${codes}::text[], b.code)`.execute(tx);
  const find = barcodeFinder(all, ({ barcode }) => barcode);
  const meant = new Set(asked.map(find));
  const rows = all.filter((row) => meant.has(row));
  const known = rows.map(({ barcode }) => barcode);
  const agreed = {
    listed:
      price === 'sale'
        ? await listedPrices(context, organId ?? null, known, time ?? null)
        : new Map<string, ListedPrices>(),
    offered: await activityPrices(context, { activityId, depotId }, known),
  };
  return rows.map((row) => replyOf(context, row, kind, agreed, terms));
}

/** Agreed prices beside the barcodes' own: customer's price list and activity. */
interface AgreedPrices {
  readonly listed: ReadonlyMap<string, ListedPrices>;
  readonly offered: ReadonlyMap<string, Decimal>;
}

/** Currency and rate of the prices; null: the company's own. */
interface PriceTerms {
  readonly currency: string | null;
  readonly exchangeRate: Decimal;
}

function toPriceTerms({
  currency,
  exchangeRate,
}: Pick<InputOf<typeof barcodesForLine>, 'currency' | 'exchangeRate'>): PriceTerms {
  if (currency === undefined || exchangeRate === undefined)
    return { currency: null, exchangeRate: ONE };
  const rate = decimal(exchangeRate);
  return rate.gt(0)
    ? { currency, exchangeRate: rate }
    : refuseWith('document.exchangeRate', {}, { field: 'exchangeRate' });
}

/**
 * Customer's last price for a barcode in the document kind, in its currency and the present tax mode; null if
 * hidden, or if the company uses fixed prices.
 */
function lastPrice(
  { tenantId, scope }: Context,
  price: PriceKind | null,
  kind: AnyKindCode | undefined,
  organId: string | undefined,
  { currency }: PriceTerms,
) {
  if (price !== 'sale' || kind === undefined || organId === undefined) return sql`null::jsonb`;
  return sql`(
    select jsonb_build_object('price', (${regularPriceSql(tenantId)})::text, 'rate',
      case when d.currency <> coalesce(${currency}, (select t.currency from tenant_setting t where t.tenant_id = ${tenantId}))
        then d.exchange_rate::text end)
    from (
      select d.id, d.tax_mode, d.currency, d.exchange_rate, d.business_time from document d
      where d.tenant_id = ${tenantId} and d.partner_id = ${organId} and d.kind = ${kind} and d.deleted_at is null
        and ${visibleDocuments(scope, 'd')}
      order by d.business_time desc limit ${MEMORY}) d
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.barcode_id = b.id
    where not (select customer_static_price from tenant_setting where tenant_id = ${tenantId})
    order by d.business_time desc limit 1)`;
}

/** Price of line `l` without promotions, in the present tax mode. */
const regularPriceSql = (tenantId: string) =>
  presentPrice(tenantId, sql`coalesce(l.regular_price, l.unit_price)`);

/** A distributor sells at distributor prices to any buyer; else the buyer's level applies. */
function priceLevelSql({ tenantId, scope }: Context, organId: string | undefined) {
  return sql`case
    when (select u.distributor and not u.owner from app_user u where u.tenant_id = ${tenantId} and u.id = ${scope.userId})
    then 'distributor'
    else coalesce((select o.price_level from partner o where o.tenant_id = ${tenantId} and o.id = ${organId ?? null}
      and (o.type <> 'customer' or ${grantedCustomers(scope, 'o.id')})), 'standard') end`;
}

const lastPriceIn = (last: LastPrice | null, terms: CurrencyTerms): Decimal | null => {
  if (last === null) return null;
  const price = decimal(last.price);
  if (last.rate === null) return price;
  return roundConvertedPrice(
    price.times(last.rate).dividedBy(terms.exchangeRate),
    moneyDigitsOf(terms),
  );
};

/** Returns the price of a barcode for a buyer in a currency; null if unknown. */
function priceForBuyer(
  kind: AnyKindCode | undefined,
  { purchase, retail, sale, distributor, platform }: BarcodePrices,
  buyer: Buyer,
  minimum: Decimal | null,
  terms: CurrencyTerms,
): string | null {
  if (kind === undefined) return null;
  const trimmed = (text: string | null) =>
    text === null ? null : offeredInCurrency(decimal(text), minimum, terms);
  const prices = {
    purchase: trimmed(purchase),
    retail: trimmed(retail),
    sale: trimmed(sale),
    distributor: trimmed(distributor),
    platform: trimmed(platform),
  };
  const price = defaultPriceOfLine(kind, prices, buyer);
  return price === null ? null : toPlainDecimal(price);
}

/** Shows prices to callers who may open the kind's page and see the amounts. */
function replyOf(
  { scope }: Context,
  row: LineDefaultRow,
  kind: AnyKindCode | undefined,
  agreed: AgreedPrices,
  { currency, exchangeRate }: PriceTerms,
): LineDefaultsReply[number] {
  const visible =
    kind !== undefined &&
    mayOpen(scope, documentKinds[kind].url ?? '') &&
    seesAmounts(scope, maskOfKind(documentKinds[kind])) &&
    seesAmounts(scope, 'kind');
  const show = (amount: string | null) =>
    visible && amount !== null ? trimTrailingZeros(amount) : null;
  const isRetailVisible =
    seesAmounts(scope, priceMasks.retail) &&
    (visible || [productPage, labelPage].some((page) => mayOpen(scope, page)));
  const { retail } = row.prices;
  const showLowest = showingLowest({ scope }, show);
  const lowest = (own: string | null) =>
    showLowest(own === null ? null : toPlainDecimal(leastInCurrency(decimal(own), terms)));
  const { lastPrice, prices: _, level, moneyDigits, ...rest } = row;
  const terms = { currency: currency ?? '', exchangeRate, moneyDigits };
  const hasMinimum = kind !== undefined && documentKinds[kind].minimumPrice !== null;
  const pricesOf = (
    {
      barcode,
      prices: own,
      minimumPrice,
    }: Pick<BarcodeUnit, 'barcode' | 'prices' | 'minimumPrice'>,
    last: LastPrice | null,
  ) => {
    const minimum = hasMinimum && minimumPrice !== null ? decimal(minimumPrice) : null;
    const listed = agreed.listed.get(barcode);
    const offered = agreed.offered.get(barcode);
    const priceAt = (step: Decimal | null): string | null => {
      const buyer: Buyer = {
        level,
        last: lastPriceIn(last, terms),
        listed: step === null ? null : offeredInCurrency(step, minimum, terms),
        // Sales beyond the activity's stock are known by this very price.
        offered: offered === undefined ? null : priceInCurrency(offered, terms),
      };
      return show(priceForBuyer(kind, own, buyer, minimum, terms));
    };
    const isListed = visible && listed !== undefined && offered === undefined;
    const steps = isListed ? listed.steps : [];
    const usual = steps.some(({ from }) => from.isZero()) ? [] : [{ from: ZERO, price: null }];
    return {
      // A new line has the quantity 1.
      price: priceAt(stepAt(steps, ONE)?.price ?? null),
      priceSteps:
        steps.length === 0
          ? []
          : [...usual, ...steps].map(({ from, price: step }) => ({
              from: toPlainDecimal(from),
              price: priceAt(step),
              list: step === null ? '' : (listed?.list ?? ''),
            })),
    };
  };
  return {
    ...rest,
    ratio: trimTrailingZeros(row.ratio),
    units: row.units.map(({ barcode, unit, ratio, minimumPrice, prices }) => ({
      barcode,
      unit,
      ratio,
      ...pricesOf({ barcode, prices, minimumPrice }, null),
      minimumPrice: lowest(minimumPrice),
    })),
    weight: trimTrailingZeros(row.weight),
    retailPrice: isRetailVisible && retail !== null ? trimTrailingZeros(retail) : null,
    ...pricesOf(row, lastPrice),
    minimumPrice: lowest(row.minimumPrice),
    taxRate: trimTrailingZeros(row.taxRate),
    stock: trimTrailingZeros(row.stock),
    lockedStock: trimTrailingZeros(row.lockedStock),
    parts: row.parts ?? [],
  };
}
