// Demand of SKUs by month, from the roll-ups of trade. Sums are reused while no mark of a month changes.
import { documentKinds, kindCodes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { chosenIn } from './chosenWarehouses.ts';

type DemandSql = RawBuilder<unknown>;

interface DemandQuestion {
  /** Absent or empty: all granted warehouses. */
  readonly warehouseIds?: readonly string[] | undefined;
  /** First days of the months, oldest first. */
  readonly months: readonly string[];
}

/** Sold less returned of each month, by SKU. */
type DemandBySku = ReadonlyMap<string, readonly number[]>;

/** Kinds that bring goods to customers, and kinds that bring goods back. */
const demandKinds = kindCodes.filter((code) => {
  const { trade } = documentKinds[code];
  return trade !== null && trade.side !== 'purchase';
});
const returnKinds = demandKinds.filter((code) => documentKinds[code].trade?.sign === -1);

/**
 * Trade `trade` of goods with customers in conditions to be continued; `part` is of the roll-ups rolled up,
 * pending, or both. A warehouse or a limited reader needs the roll-up by warehouse. Creators do not matter,
 * because demand concerns the stock of everybody.
 */
function demandTrade(
  context: Context,
  warehouseIds: readonly string[] | undefined,
  part: '' | 'unfolded_' | 'whole_',
): DemandSql {
  const { tenantId, scope } = context;
  const whole =
    scope.warehouseIds === null && (warehouseIds === undefined || warehouseIds.length === 0);
  const chosen = chosenIn(context, 'trade.warehouse_id', warehouseIds);
  const from = whole
    ? sql`${sql.table(`${part}sku_trade`)} as trade where true`
    : sql`${sql.table(`${part}goods_trade`)} as trade where ${chosen}`;
  return sql`${from} and trade.tenant_id = ${tenantId} and trade.kind = any(${demandKinds}::text[])`;
}

/** A figure of `trade`; returns are below zero. */
const signedFigure = (figure: 'quantity' | 'amount'): DemandSql => sql`
  case when trade.kind = any(${returnKinds}::text[]) then - ${sql.ref(`trade.${figure}`)}
    else ${sql.ref(`trade.${figure}`)} end`;

/** Amount sold less returned of each SKU, from the months of a range. */
export async function tradedAmounts(
  context: Context,
  warehouseIds: readonly string[] | undefined,
  [since, until]: readonly [since: string, until: string],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ sku_id: string; amount: number }>`
    select trade.sku_id, sum(${signedFigure('amount')})::float8 as amount
    from ${demandTrade(context, warehouseIds, 'whole_')}
      and trade.month >= ${since}::date and trade.month < ${until}::date
    group by trade.sku_id`.execute(context.tx);
  return new Map(rows.map(({ sku_id, amount }) => [sku_id, amount]));
}

const isWithinMonths = (column: string, months: readonly string[]): DemandSql =>
  sql`${sql.ref(column)} between ${months[0]}::date and ${months.at(-1)}::date`;

/** Marks of the months, as one text; null without marked months. See migration 0126. */
const marksSql = ({ tenantId }: Context, months: readonly string[]): DemandSql => sql`
  (select count(*) || ' ' || sum(marked.mark) from trade_month as marked
    where marked.tenant_id = ${tenantId} and ${isWithinMonths('marked.month', months)}
    having count(*) > 0)`;

/**
 * Trade by month of the rows of a part. One text per SKU, because rows by month take most of the time: the
 * place of the month as a character from `0` on, and the quantity, separated by spaces. Days divided by
 * 365/12 and rounded are the place of a month.
 */
const demandSql = (
  context: Context,
  { warehouseIds, months }: DemandQuestion,
  part: '' | 'unfolded_',
): DemandSql => sql`
  select trade.sku_id, string_agg(
    chr(48 + ((trade.month - ${months[0]}::date) * 24 + 365) / 730)
      || (${signedFigure('quantity')})::float8, ' ') as sold
  from ${demandTrade(context, warehouseIds, part)} and ${isWithinMonths('trade.month', months)}
  group by 1`;

interface DemandRow {
  readonly sku_id: string;
  readonly sold: string;
}

/** Demand without pending postings, with the marks of its snapshot. */
interface RolledUpDemand {
  readonly marks: string | null;
  readonly sold: DemandBySku;
}

async function readRolledUpDemand(
  context: Context,
  question: DemandQuestion,
): Promise<RolledUpDemand> {
  const { months } = question;
  const { rows } = await sql<DemandRow & { readonly marks: string | null }>`
    select demand.sku_id, demand.sold, ${marksSql(context, months)} as marks
    from (${demandSql(context, question, '')}) as demand`.execute(context.tx);
  const sold = rows.map((row) => [row.sku_id, monthlySales(row.sold, months.length)] as const);
  return { marks: rows[0]?.marks ?? null, sold: new Map(sold) };
}

/** Reads pending postings, nearly always none, with the marks of the snapshot. */
async function readPendingDemand(
  context: Context,
  question: DemandQuestion,
): Promise<{ readonly marks: string | null; readonly rows: readonly DemandRow[] }> {
  const { rows } = await sql<{ marks: string | null; sku_id: string | null; sold: string | null }>`
    select asked.marks, demand.sku_id, demand.sold
    from (select ${marksSql(context, question.months)} as marks) as asked
    left join (${demandSql(context, question, 'unfolded_')}) as demand on true`.execute(context.tx);
  return {
    marks: rows[0]?.marks ?? null,
    rows: rows.flatMap(({ sku_id, sold }) =>
      sku_id === null || sold === null ? [] : [{ sku_id, sold }],
    ),
  };
}

/** Most numbers of reused sums, 8 bytes each. */
const MOST_REUSED = 4_000_000;
/** Reused sums by question, the latest last. */
const reusedDemand = new Map<string, RolledUpDemand>();

function reuseDemand(key: string, demand: RolledUpDemand, months: number): void {
  reusedDemand.delete(key);
  if (demand.marks === null) return;
  reusedDemand.set(key, demand);
  let numbers = [...reusedDemand.values()].reduce((sum, { sold }) => sum + sold.size * months, 0);
  for (const [oldest, { sold }] of reusedDemand) {
    if (numbers <= MOST_REUSED) return;
    reusedDemand.delete(oldest);
    numbers -= sold.size * months;
  }
}

/**
 * Reads sold less returned of the months by SKU; a sold kit is a demand for its parts. Roll-ups are summed
 * again only after a change of their months: marks and pending postings are of one snapshot, and rolling up
 * draws the mark with the rows.
 */
export async function readMonthlyDemand(
  context: Context,
  question: DemandQuestion,
): Promise<DemandBySku> {
  const { tenantId, scope } = context;
  const { warehouseIds = [], months } = question;
  const key = JSON.stringify([tenantId, scope.warehouseIds, warehouseIds, months]);
  const [before, kits] = await runTogether([
    readPendingDemand(context, question),
    readKitNeeds(context),
  ]);
  let pending = before;
  let rolledUp = reusedDemand.get(key);
  while (rolledUp === undefined || rolledUp.marks !== pending.marks || rolledUp.marks === null) {
    rolledUp = await readRolledUpDemand(context, question);
    if (rolledUp.marks === null) break;
    // Postings may have been rolled up in between.
    if (rolledUp.marks !== pending.marks) pending = await readPendingDemand(context, question);
  }
  reuseDemand(key, rolledUp, months.length);
  const demand = new Map(rolledUp.sold);
  for (const { sku_id, sold } of pending.rows)
    demand.set(sku_id, addMonths(demand.get(sku_id), monthlySales(sold, months.length)));
  return withKitParts(demand, kits);
}

interface KitNeed {
  readonly kit_sku_id: string;
  readonly sku_id: string;
  readonly quantity: number;
}

/** Parts of each kit by the present bills of materials, in base units. */
async function readKitNeeds({ tx, tenantId }: Context): Promise<readonly KitNeed[]> {
  const { rows } = await sql<KitNeed>`
    select kit.id as kit_sku_id, unit.sku_id, sum(bill.quantity * unit.ratio)::float8 as quantity
    from product as whole
    join sku as kit on kit.tenant_id = ${tenantId} and kit.product_id = whole.id
    join product_part as bill on bill.tenant_id = ${tenantId} and bill.product_id = whole.id
    join barcode as unit on unit.tenant_id = ${tenantId} and unit.id = bill.barcode_id
    where whole.tenant_id = ${tenantId} and whole.kit
    group by kit.id, unit.sku_id`.execute(tx);
  return rows;
}

function withKitParts(
  demand: Map<string, readonly number[]>,
  needs: readonly KitNeed[],
): DemandBySku {
  for (const { kit_sku_id, sku_id, quantity } of needs) {
    const kits = demand.get(kit_sku_id);
    if (kits === undefined) continue;
    const parts = kits.map((sold) => sold * quantity);
    demand.set(sku_id, addMonths(demand.get(sku_id), parts));
  }
  return demand;
}

/** Adds months; sums of decimals may miss zero in floating point. */
const addMonths = (before: readonly number[] = [], more: readonly number[]): readonly number[] =>
  more.map((quantity, at) => roundedQuantity(quantity + (before[at] ?? 0)));

const roundedQuantity = (sum: number): number =>
  Number.isInteger(sum) ? sum : Math.round(sum * 1e6) / 1e6;

/** Character of the first month, and the characters of digits. */
const CODE_OF_ZERO = 48;
const CODE_OF_NINE = 57;
const SPACE = 32;

/** Converts the trade of months of a SKU to sold less returned, with zeros for months without trade. */
function monthlySales(sold: string, months: number): readonly number[] {
  const sums = Array.from<number>({ length: months }).fill(0);
  // Read by character, because splitting and cutting took half of the time of a list.
  for (let at = 0; at < sold.length; at += 1) {
    const month = sold.charCodeAt(at) - CODE_OF_ZERO;
    const start = at + 1;
    let whole = 0;
    let code = SPACE;
    for (at = start; at < sold.length; at += 1) {
      code = sold.charCodeAt(at);
      if (code < CODE_OF_ZERO || code > CODE_OF_NINE) break;
      whole = whole * 10 + code - CODE_OF_ZERO;
    }
    if (at < sold.length && code !== SPACE) {
      const space = sold.indexOf(' ', at);
      at = space < 0 ? sold.length : space;
      whole = Number(sold.slice(start, at));
    }
    sums[month] = (sums[month] ?? 0) + whole;
  }
  return sums.map(roundedQuantity);
}
