import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { matchesKeyword } from '../../kernel/table/index.ts';
import { runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { inCategory } from '../catalog/index.ts';
import { chosenIn } from './chosenWarehouses.ts';
import { figureAt, readFigureTexts } from './figureTexts.ts';
import type { FigureTexts } from './figureTexts.ts';
import { readMonthlyDemand } from './monthlyDemand.ts';
import { quantitiesToCome } from './toCome.ts';

type FigureSql = RawBuilder<unknown>;

/** Chosen goods, warehouses and months of a proposal list. */
export interface ReplenishScope {
  /** Absent or empty: all granted warehouses. */
  readonly warehouseIds?: readonly string[] | undefined;
  readonly keyword?: string | undefined;
  readonly category?: string | undefined;
  readonly productId?: string | undefined;
  readonly supplierId?: string | undefined;
  /** First days of the months of the history, oldest first. */
  readonly months: readonly string[];
}

/** Figures of a SKU, in base units. */
export interface SkuFigures {
  readonly skuId: string;
  readonly productId: string;
  /** Sold less returned of each month of the history, oldest first. */
  readonly sold: readonly number[];
  readonly onHand: string;
  readonly reserved: string;
  readonly onOrder: string;
  readonly drafted: string;
  /** On order and drafted, for any warehouse. */
  readonly coming: string;
  /** Minimum stock of the product in the warehouses. */
  readonly minimumStock: string;
  readonly supplierId: string | null;
  readonly leadDays: number | null;
  readonly minimumOrder: string | null;
  readonly packSize: string | null;
  /** Price of the supplier per base unit; null: none agreed. */
  readonly supplierPrice: string | null;
  /** Currency of the supplier's price; null: the company's own, or no price. */
  readonly currency: string | null;
}

/** Most SKUs of a question for which the other figures are read by SKU. */
const FEW = 500;

interface AskedGoods {
  readonly skuIds: readonly string[];
  readonly productIds: readonly string[];
}

/** SKUs of enabled products with a barcode: product by SKU. */
async function readAskedGoods(context: Context, scope: ReplenishScope): Promise<FigureTexts> {
  const { tenantId } = context;
  const { warehouseIds, keyword, category, productId } = scope;
  const conditions = [
    keyword === undefined ? sql`true` : matchesKeyword(tenantId, keyword),
    category === undefined ? sql`true` : inCategory(tenantId, category),
    productId === undefined ? sql`true` : sql`product.id = ${productId}`,
    warehouseIds === undefined || warehouseIds.length === 0
      ? sql`true`
      : sql`exists (select from warehouse where warehouse.tenant_id = ${tenantId}
          and ${chosenIn(context, 'warehouse.id', warehouseIds)})`,
  ];
  const goods = sql`
    select sku.id, sku.product_id from sku
    join product on product.tenant_id = ${tenantId} and product.id = sku.product_id and product.enabled
      and product.removed_at is null and not product.kit
    where sku.tenant_id = ${tenantId} and ${sql.join(conditions, sql` and `)}
      and exists (
        select from barcode where barcode.tenant_id = ${tenantId} and barcode.sku_id = sku.id)`;
  return readFigureTexts(context, goods, ['id', 'product_id']);
}

const isOneOf = (column: string, ids: readonly string[] | undefined): FigureSql =>
  ids === undefined ? sql`true` : sql`${sql.ref(column)} = any(${ids}::bigint[])`;

const onHandSql = (
  context: Context,
  { warehouseIds }: ReplenishScope,
  asked?: AskedGoods,
): FigureSql => sql`
  select balance.sku_id, sum(balance.quantity) as quantity from stock_balance as balance
  where balance.tenant_id = ${context.tenantId} and balance.stock_type = 'formal'
    and ${chosenIn(context, 'balance.warehouse_id', warehouseIds)}
    and ${isOneOf('balance.sku_id', asked?.skuIds)}
  group by balance.sku_id`;

const reservedSql = (
  context: Context,
  { warehouseIds }: ReplenishScope,
  asked?: AskedGoods,
): FigureSql => sql`
  select lock.sku_id, sum(lock.quantity) as quantity from stock_lock as lock
  where lock.tenant_id = ${context.tenantId} and lock.quantity <> 0
    and ${chosenIn(context, 'lock.warehouse_id', warehouseIds)}
    and ${isOneOf('lock.sku_id', asked?.skuIds)}
  group by lock.sku_id`;

const minimumStockSql = (
  context: Context,
  { warehouseIds }: ReplenishScope,
  asked?: AskedGoods,
): FigureSql => sql`
  select safety.product_id, sum(safety.minimum) as minimum from safety_stock as safety
  where safety.tenant_id = ${context.tenantId}
    and ${chosenIn(context, 'safety.warehouse_id', warehouseIds)}
    and ${isOneOf('safety.product_id', asked?.productIds)}
  group by safety.product_id`;

/** A single offer per product: of the chosen supplier, else of the preferred or first enabled one. */
const offersSql = (
  { tenantId }: Context,
  { supplierId = '' }: ReplenishScope,
  asked?: AskedGoods,
): FigureSql => sql`
  select distinct on (offer.product_id) offer.* from product_supplier as offer
  join partner on partner.tenant_id = ${tenantId} and partner.id = offer.supplier_id and partner.enabled
    and partner.removed_at is null
  where offer.tenant_id = ${tenantId} and ${isOneOf('offer.product_id', asked?.productIds)}
    and ${supplierId === '' ? sql`true` : sql`offer.supplier_id = ${supplierId}`}
  order by offer.product_id, offer.preferred desc, offer.position`;

/**
 * Reads the figures of SKUs of enabled products; roll-ups and balances only, never the history. The
 * statements are sent together: the program reads an answer while the database works on the next.
 */
export async function readSkuFigures(
  context: Context,
  scope: ReplenishScope,
): Promise<readonly SkuFigures[]> {
  const { keyword, category, productId, supplierId } = scope;
  const reading = readAskedGoods(context, scope);
  const asked = [keyword, category, productId].every((one) => one === undefined)
    ? undefined
    : fewGoods(await reading);
  const [demand, goods, held, offers, minimums, reserved, coming] = await runTogether([
    readMonthlyDemand(context, scope),
    reading,
    readFigureTexts(context, onHandSql(context, scope, asked), ['sku_id', 'quantity']),
    readFigureTexts(context, offersSql(context, scope, asked), [
      'product_id',
      'supplier_id',
      'lead_days',
      'minimum_order',
      'pack_size',
      'price',
      'currency',
    ]),
    readFigureTexts(context, minimumStockSql(context, scope, asked), ['product_id', 'minimum']),
    readFigureTexts(context, reservedSql(context, scope, asked), ['sku_id', 'quantity']),
    readFigureTexts(context, quantitiesToCome(context, scope.warehouseIds, asked?.skuIds), [
      'sku_id',
      'on_order',
      'drafted',
      'coming',
    ]),
  ]);
  const none = scope.months.map(() => 0);
  const figures: SkuFigures[] = [];
  for (const [skuId, place] of goods.places) {
    const product = figureAt(goods, place, 1) ?? '';
    const offer = offers.places.get(product);
    if (supplierId !== undefined && offer === undefined) continue;
    const toCome = coming.places.get(skuId);
    const leadDays = figureAt(offers, offer, 2);
    const supplierPrice = figureAt(offers, offer, 5);
    figures.push({
      skuId,
      productId: product,
      sold: demand.get(skuId) ?? none,
      onHand: figureAt(held, held.places.get(skuId), 1) ?? '0',
      reserved: figureAt(reserved, reserved.places.get(skuId), 1) ?? '0',
      onOrder: figureAt(coming, toCome, 1) ?? '0',
      drafted: figureAt(coming, toCome, 2) ?? '0',
      coming: figureAt(coming, toCome, 3) ?? '0',
      minimumStock: figureAt(minimums, minimums.places.get(product), 1) ?? '0',
      supplierId: figureAt(offers, offer, 1),
      leadDays: leadDays === null ? null : Number(leadDays),
      minimumOrder: figureAt(offers, offer, 3),
      packSize: figureAt(offers, offer, 4),
      supplierPrice,
      currency: supplierPrice === null ? null : figureAt(offers, offer, 6),
    });
  }
  return figures;
}

function fewGoods(goods: FigureTexts): AskedGoods | undefined {
  if (goods.places.size > FEW) return undefined;
  const productIds = new Set(
    [...goods.places.values()].map((place) => figureAt(goods, place, 1) ?? ''),
  );
  return { skuIds: [...goods.places.keys()], productIds: [...productIds] };
}
