import type { BackdatedReply, InputOf, previewBackdated } from '@tradehouse/contract';
import { DomainError, decimal, errors } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { orRefuseMissing, mayUseWarehouse } from '../../kernel/access/index.ts';
import { sentenceOf } from '../../kernel/http/index.ts';
import { trimTrailingZeros } from '../../kernel/table/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import { saveGoods } from '../document/index.ts';

type Input = InputOf<typeof previewBackdated>;

/** Carries the result out of a rolled-back transaction. */
class Looked extends Error {
  override readonly name = 'Looked';
  readonly reply: BackdatedReply;

  constructor(reply: BackdatedReply) {
    super('looked at only');
    this.reply = reply;
  }
}

/**
 * Previews the effect of a document on later days: saves, reads and rolls back, so that preview and save
 * agree. Needs the input, rights and locks of a save; a document of today has no later days.
 */
export async function lookAhead(call: EndpointCall, input: Input): Promise<BackdatedReply> {
  try {
    return await call.transact(async (context) => {
      throw new Looked(await previewStockLevels(context, input));
    });
  } catch (error) {
    if (error instanceof Looked) return error.reply;
    throw error;
  }
}

interface StockLevel {
  readonly sku_id: string;
  readonly warehouse_id: string;
  readonly day: string;
  readonly level: string;
}

async function previewStockLevels(context: Context, input: Input): Promise<BackdatedReply> {
  const { id, version, ...goods } = input;
  const { date, today } = await readBusinessDays(context, input.time ?? null);
  const past = date < today;
  const skus = past ? await readSkusOfInput(context, input) : [];
  const skuIds = [...new Set(skus.map(({ sku_id }) => sku_id))];
  const places = input.lines
    .flatMap(({ warehouseId }) => warehouseId ?? [])
    .filter((id) => mayUseWarehouse(context.scope, id));
  const laterDocuments = past ? await countLater(context, skuIds, places, date, id ?? '0') : 0;
  const before = past ? await lowestFrom(context, skuIds, places, date) : [];
  const common = { past, date, laterDocuments };
  try {
    const change = id === undefined ? undefined : { id, version: version ?? 0 };
    await saveGoods(context, goods, change);
  } catch (error) {
    // Missing rights and conflicting changes are refused like in the save.
    if (!(error instanceof DomainError) || isAbout(error) !== 422) throw error;
    return {
      ...common,
      lowest: refusedAt(error, skus),
      refusal: sentenceOf(error, context.language),
    };
  }
  const after = past ? await lowestFrom(context, skuIds, places, date) : [];
  return {
    ...common,
    lowest: await readLowestStockLevels(context, skus, before, after),
    refusal: null,
  };
}

const isAbout = ({ key }: DomainError): number => errors[key].status;

async function readBusinessDays(
  { tx, tenantId }: Context,
  time: string | null,
): Promise<{ date: string; today: string }> {
  const { rows } = await sql<{ date: string; today: string }>`
    select (coalesce(${time}::timestamptz, now()) at time zone time_zone)::date as date,
      (now() at time zone time_zone)::date as today
    from tenant_setting where tenant_id = ${tenantId}`.execute(tx);
  return orRefuseMissing(rows[0]);
}

interface Sku {
  readonly code: string;
  readonly sku_id: string;
  readonly name: string;
}

async function readSkusOfInput({ tx, tenantId }: Context, { lines }: Input): Promise<Sku[]> {
  const { rows } = await sql<Sku>`
    select code.code, code.sku_id, product.name
    from barcode code join product on product.tenant_id = ${tenantId} and product.id = code.product_id
    where code.tenant_id = ${tenantId} and code.code = any(${lines.map(({ barcode }) => barcode)}::text[])`.execute(
    tx,
  );
  return rows;
}

/** Counts later documents that moved any of the goods in any of the warehouses. */
async function countLater(
  { tx, tenantId }: Context,
  skuIds: readonly string[],
  places: readonly string[],
  date: string,
  ownId: string,
): Promise<number> {
  const { rows } = await sql<{ later: number }>`
    select count(distinct move.document_id)::int as later
    from stock_move move
    join document on document.tenant_id = ${tenantId} and document.id = move.document_id and document.in_force
    where move.tenant_id = ${tenantId} and move.sku_id = any(${skuIds}::bigint[]) and move.business_date > ${date}::date
      and move.document_id <> ${ownId} and (
        (move.from_place = 'warehouse' and move.from_id = any(${places}::bigint[]))
        or (move.to_place = 'warehouse' and move.to_id = any(${places}::bigint[])))`.execute(tx);
  return rows[0]?.later ?? 0;
}

/** Finds, from a day on, the day and level of each good's lowest stock in a warehouse. */
async function lowestFrom(
  { tx, tenantId }: Context,
  skuIds: readonly string[],
  places: readonly string[],
  date: string,
): Promise<StockLevel[]> {
  const { rows } = await sql<StockLevel>`
    with held as (
      select sku_id, warehouse_id, sum(quantity) as quantity from stock_balance
      where tenant_id = ${tenantId} and sku_id = any(${skuIds}::bigint[]) and warehouse_id = any(${places}::bigint[])
      group by 1, 2),
    days as (
      select sku_id, warehouse_id, ${date}::date as day, 0 as quantity from held
      union all
      select sku_id, warehouse_id, starts_on, quantity from whole_stock_period
      where tenant_id = ${tenantId} and sku_id = any(${skuIds}::bigint[]) and warehouse_id = any(${places}::bigint[])
        and grain = 'd' and starts_on > ${date}::date),
    summed as (select sku_id, warehouse_id, day, sum(quantity) as quantity from days group by 1, 2, 3)
    select distinct on (sku_id, warehouse_id) sku_id, warehouse_id, day, level
    from (
      select summed.*, held.quantity - coalesce(sum(summed.quantity) over (
        partition by summed.sku_id, summed.warehouse_id order by day desc
        rows between unbounded preceding and 1 preceding), 0) as level
      from summed join held using (sku_id, warehouse_id)) levels
    order by sku_id, warehouse_id, level, day`.execute(tx);
  return rows;
}

const MOST_TOLD = 20;

/** Finds goods with a lower minimum than before, the lowest first. */
async function readLowestStockLevels(
  { tx, tenantId }: Context,
  skus: readonly Sku[],
  before: readonly StockLevel[],
  after: readonly StockLevel[],
): Promise<BackdatedReply['lowest']> {
  const { rows: names } = await sql<{ id: string; name: string }>`
    select id, name from warehouse where tenant_id = ${tenantId}
      and id = any(${after.map(({ warehouse_id }) => warehouse_id)}::bigint[])`.execute(tx);
  return after
    .flatMap((now) => {
      const then = before.find(
        (one) => one.sku_id === now.sku_id && one.warehouse_id === now.warehouse_id,
      );
      const was = decimal(then?.level ?? '0');
      const sku = skus.find(({ sku_id }) => sku_id === now.sku_id);
      if (sku === undefined || decimal(now.level).gte(was)) return [];
      return [
        {
          barcode: sku.code,
          productName: sku.name,
          warehouseName: names.find(({ id }) => id === now.warehouse_id)?.name ?? '',
          day: now.day,
          before: trimTrailingZeros(was.toFixed()),
          after: trimTrailingZeros(now.level),
        },
      ];
    })
    .toSorted((one, other) => decimal(one.after).comparedTo(other.after))
    .slice(0, MOST_TOLD);
}

/** Reads the day and the shortage from a refusal for lack of stock. */
function refusedAt({ facts }: DomainError, skus: readonly Sku[]): BackdatedReply['lowest'] {
  const {
    barcode = '',
    warehouse = '',
    date = '',
    missing = '',
  }: Readonly<Record<string, unknown>> = facts;
  if (missing === '' || date === '') return [];
  const sku = skus.find(({ code }) => code === barcode);
  return [
    {
      barcode: String(barcode),
      productName: sku?.name ?? '',
      warehouseName: String(warehouse),
      day: String(date),
      before: '0',
      after: trimTrailingZeros(decimal(String(missing)).negated().toFixed()),
    },
  ];
}
