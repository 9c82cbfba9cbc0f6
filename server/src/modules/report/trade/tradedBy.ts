import { tradeMeasures, tradedGoods } from '@tradehouse/database';
import type { TradedColumn } from '@tradehouse/database';
import { FIRST_DAY, LAST_DAY } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses, ofPeople } from '../../../kernel/access/index.ts';
import { bookedBetween, matchesKeyword, ofDays } from '../../../kernel/table/index.ts';
import type { Context, Scope } from '../../../kernel/access/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { inInstitution } from '../../institution/index.ts';
import { ifAsked } from '../conditions.ts';
import { splitIntoMonths, toRangePieces } from '../months.ts';
import { dimensions } from './tradeDimensions.ts';
import type { TradedBy } from './tradeDimensions.ts';
import { sqlFromTemplate } from '../written.ts';

/** Where no key is asked for. */
const NO_KEY = { id: sql`null` };

/** Id for an absent record, in keys and filters. */
export const NONE = '0';

export interface GoodsAsked {
  readonly productId?: string | undefined;
  readonly brandId?: string | undefined;
  /** Keyword words of a product. */
  readonly keyword?: string | undefined;
  /** Category with all below. */
  readonly category?: string | undefined;
  /** Category without the categories below. */
  readonly ownCategory?: string | undefined;
}

export const tradeSums = ['documents', ...tradeMeasures] as const;
export type TradeSum = (typeof tradeSums)[number];

export interface TradeAsked extends GoodsAsked {
  /**
   * Requested sums; default: all. Fewer sums are faster: without the cost no move is read. A key with only
   * zeros is left out.
   */
  readonly sums?: readonly TradeSum[] | undefined;
  readonly by: TradedBy;
  /** A second key, beside the first. */
  readonly second?: TradedBy | undefined;
  readonly kinds: readonly KindCode[];
  /**
   * Return kinds: rows separate outgoing and returned sums, instead of kinds. Empty: all kinds are
   * combined.
   */
  readonly returns?: readonly KindCode[] | undefined;
  /** Days in YYYY-MM-DD, inclusive; null: from the first, to the last. */
  readonly since: string | null;
  readonly until: string | null;
  readonly partnerId?: string | undefined;
  readonly salespersonId?: string | undefined;
  readonly warehouseIds?: readonly string[] | undefined;
  /** Institution with all below. */
  readonly institution?: string | undefined;
  /** Institution without the institutions below. */
  readonly ownInstitution?: string | undefined;
}

/** Source of trade: a roll-up, or the lines and moves of documents. */
export type TradeRead = 'skus' | 'goods' | 'partners' | 'lines';

const listTradeKeys = ({ by, second }: Pick<TradeAsked, 'by' | 'second'>): readonly TradedBy[] =>
  second === undefined ? [by] : [by, second];
/** Returns true if the query needs teams. */
const asksOfTeams = (asked: TradeAsked): boolean =>
  listTradeKeys(asked).includes('salesperson') || asked.salespersonId !== undefined;
const isBy = (asked: TradeAsked, of: (typeof dimensions)[TradedBy]['of']): boolean =>
  listTradeKeys(asked).some((by) => dimensions[by].of === of);

/** Returns true if the query needs warehouses. */
const asksOfWarehouses = ({ warehouseIds }: Scope, asked: TradeAsked): boolean =>
  warehouseIds !== null ||
  asked.warehouseIds !== undefined ||
  listTradeKeys(asked).includes('warehouse');

/** Returns true if any part of the query depends on goods. */
export const asksOfGoods = (asked: TradeAsked): boolean => {
  const { productId, brandId, keyword, category, ownCategory } = asked;
  const filters = [productId, brandId, keyword, category, ownCategory];
  return isBy(asked, 'goods') || filters.some((one) => one !== undefined);
};

/** Returns the smallest roll-up that answers the query within the scope; lines answer everything. */
export function readOf(scope: Scope, asked: TradeAsked): TradeRead {
  if (isBy(asked, 'documents')) return 'lines';
  if (!asksOfGoods(asked)) return 'partners';
  const asks = (...filters: readonly unknown[]): boolean =>
    filters.some((filter) => filter !== undefined);
  const { partnerId, salespersonId, institution, ownInstitution } = asked;
  if (asks(partnerId, salespersonId) || scope.customerIds !== null || isBy(asked, 'people'))
    return 'lines';
  const { sums = tradeSums } = asked;
  const isApart =
    asksOfWarehouses(scope, asked) ||
    asks(institution, ownInstitution) ||
    listTradeKeys(asked).includes('institution') ||
    scope.documents.of !== 'all' ||
    sums.includes('documents');
  return isApart ? 'goods' : 'skus';
}

/** Column with the returned part of a sum, if returns are counted separately. */
export const cameBack = (sum: TradeSum): string => `${sum}_back`;

/** Result column: the sum, and the included rows of trade; null: all rows. */
interface TradeSumColumn {
  readonly name: string;
  readonly sum: TradeSum;
  readonly of: 'returned' | 'not returned' | null;
}
const tellsReturns = ({ returns = [] }: TradeAsked): boolean => returns.length > 0;
const summedOf = (asked: TradeAsked): readonly TradeSumColumn[] =>
  (asked.sums ?? tradeSums).flatMap((sum): readonly TradeSumColumn[] =>
    !tellsReturns(asked)
      ? [{ name: sum, sum, of: null }]
      : [
          { name: sum, sum, of: 'not returned' },
          { name: cameBack(sum), sum, of: 'returned' },
        ],
  );

/**
 * Trade within the caller's view: a row for each key (or two) and kind. Columns: `key` (an id, or a month's
 * first day; '0': none), `second` (likewise; null if not requested), `kind`, and the requested sums:
 * `documents`, `quantity`, `amount` (with tax, after the discount), `tax`, `discount`, `charges` and
 * `cost`. With `returns` a row for each key, without `kind`: outgoing sums, and returned sums named by
 * `cameBack`. Only granted warehouses count; a document counts in the warehouse of the first line, by goods
 * once per SKU and warehouse.
 *
 * @param read source; all capable sources give equal results
 */
export function tradedBy(
  context: Context,
  asked: TradeAsked,
  read: TradeRead = readOf(context.scope, asked),
): RawBuilder<unknown> {
  const { tenantId } = context;
  const { since, until } = asked;
  const isEmpty = since !== null && until !== null && since > until;
  const found = readers[isEmpty ? 'lines' : read](context, asked);
  const [key = NO_KEY, second = NO_KEY] = listTradeKeys(asked).map((by) => dimensions[by]);
  const where = sql.join(tradeConditionsSql(context, asked), sql` and `);
  const ofSku = sql`join sku on sku.tenant_id = ${tenantId} and sku.id = trade.sku_id`;
  const ofProduct = sql`join product on product.tenant_id = ${tenantId} and product.id = sku.product_id`;
  const asksOfProduct =
    ofGoods(tenantId, asked).length > 0 ||
    listTradeKeys(asked).some((by) => dimensions[by].ofProduct);
  const joins = sql`${asksOfGoods(asked) ? ofSku : sql``} ${asksOfProduct ? ofProduct : sql``}`;
  const { returns, sums = tradeSums } = asked;
  const columns = [
    sql`${key.id} as key, ${second.id} as second`,
    sql.raw([...keptApart(asked), ...sums].map((name) => `trade.${name}`).join()),
    ...(tellsReturns(asked) ? [sql`trade.kind = any(${returns}::text[]) as returned`] : []),
  ];
  // `offset 0` is a planner barrier: the return flag is computed once per row, not per sum.
  const rows = sql`select ${sql.join(columns)} from (${found}) as trade ${joins} where ${where} offset 0`;
  const added = addedUp(asked, rows);
  return asksOfTeams(asked) ? teamSharesSql(tenantId, asked, added) : added;
}

/**
 * Grouping columns beside the keys. Teams share each kind separately: a person's part is independent of the
 * query.
 */
function keptApart(asked: TradeAsked): readonly string[] {
  if (asksOfTeams(asked)) return ['salesperson_ids', 'kind'];
  return asked.returns === undefined ? ['kind'] : [];
}

/** Sums trade rows by key, in a single pass; keys with only zeros are left out. */
function addedUp(asked: TradeAsked, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const apart = keptApart(asked).map((name) => `, trade.${name}`);
  const isByTwo = asked.second !== undefined;
  const summed = summedOf(asked).map(({ name, sum, of }) => {
    const added = `sum(trade.${sum})${of === null ? '' : ` filter (where ${of})`}`;
    return { added, column: `coalesce(${added}, 0) as ${name}` };
  });
  // Grouping by numbers, because their distinct counts are known: a year has a hundred rows per SKU.
  return sql`
    select trade.key::text as key, ${isByTwo ? sql`trade.second` : sql`null`}::text as second${sql.raw(apart.join(''))},
      ${sql.raw(summed.map(({ column }) => column).join())}
    from (${rows}) as trade
    group by trade.key${isByTwo ? sql`, trade.second` : sql``}${sql.raw(apart.join(''))}
    having ${sql.raw(summed.map(({ added }) => `${added} <> 0`).join(' or '))}`;
}

/**
 * Splits a team's sales in equal parts, by running totals, for exact sums. Money is split to the cent,
 * quantities to the stored precision.
 */
function teamSharesSql(
  tenantId: string,
  asked: TradeAsked,
  teams: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { by, second, salespersonId, returns } = asked;
  const parts = summedOf(asked).map(({ name, sum }) => {
    if (sum === 'documents') return `sum(team.${name}) as ${name}`;
    const digits = sum === 'quantity' ? '6' : 'setting.currency_digits';
    const due = (place: string): string =>
      `round(team.${name} * ${place} / member.among, ${digits})`;
    return `sum(case when member.place = member.among then team.${name} else ${due('member.place')} end
      - ${due('(member.place - 1)')}) as ${name}`;
  });
  const key = by === 'salesperson' ? sql`member.id::text` : sql`team.key`;
  const other = second === 'salesperson' ? sql`member.id::text` : sql`team.second`;
  const wanted = salespersonId === undefined ? sql`true` : sql`member.id = ${salespersonId}`;
  const kind = returns === undefined ? sql`, team.kind` : sql``;
  return sql`
    select ${key} as key, ${other} as second${kind}, ${sql.raw(parts.join())}
    from (${teams}) as team
    join tenant_setting as setting on setting.tenant_id = ${tenantId}
    cross join lateral (
      select one.id, one.place, greatest(cardinality(team.salesperson_ids), 1) as among
      from unnest(case when team.salesperson_ids = '{}' then array[0::bigint] else team.salesperson_ids end)
        with ordinality as one(id, place)) as member
    where ${wanted} group by 1, 2${kind}`;
}

function tradeConditionsSql(context: Context, asked: TradeAsked): RawBuilder<unknown>[] {
  const { tenantId, scope } = context;
  const { kinds, partnerId, salespersonId, warehouseIds, institution } = asked;
  return [
    sql`trade.kind = any(${kinds}::text[])`,
    ofPeople(scope, 'trade'),
    grantedTradeCustomersSql(scope, 'trade'),
    grantedWarehouses(scope, 'trade.warehouse_id'),
    ...ifAsked(partnerId, (id) => sql`trade.partner_id = ${id}`),
    ...ifAsked(salespersonId, (id) =>
      id === NONE
        ? sql`trade.salesperson_ids = '{}'`
        : sql`trade.salesperson_ids @> array[${id}::bigint]`,
    ),
    ...ifAsked(warehouseIds, (ids) => sql`trade.warehouse_id = any(${ids}::bigint[])`),
    ...ifAsked(institution, (id) => inInstitution(tenantId, id, sql`trade.institution_id`)),
    ...ifAsked(asked.ownInstitution, (id) => sql`trade.institution_id = ${id}`),
    ...ofGoods(tenantId, asked),
  ];
}

/** Conditions on `product`. */
export const ofGoods = (
  tenantId: string,
  { productId, brandId, keyword, category, ownCategory }: GoodsAsked,
): RawBuilder<unknown>[] => [
  ...ifAsked(ownCategory, (id) => sql`coalesce(product.category_id, 0) = ${id}`),
  ...ifAsked(productId, (id) => sql`product.id = ${id}`),
  ...ifAsked(brandId, (id) => sql`coalesce(product.brand_id, 0) = ${id}`),
  ...ifAsked(keyword, (words) => matchesKeyword(tenantId, words)),
  ...ifAsked(category, (id) => inCategory(tenantId, id)),
];

/**
 * Sums trade lines with filters by partners, warehouses and institutions alone: a single row with `lines`
 * (the number) and the sums of the measures, from days and months.
 */
export function tradedLines(context: Context, asked: Omit<TradeAsked, 'by'>): RawBuilder<unknown> {
  const added = ['lines', ...tradeMeasures].map(
    (sum) => `coalesce(sum(trade.${sum}), 0) as ${sum}`,
  );
  const where = tradeConditionsSql(context, { ...asked, by: 'month' });
  return sql`
    select ${sql.raw(added.join())} from (${fromPartners(context, { ...asked, by: 'month' })}) as trade
    where ${sql.join(where, sql` and `)}`;
}

/** Condition for granted customers on a trade roll-up; rows without a partner hold 0. */
function grantedTradeCustomersSql(
  { customerIds, tenantId }: Scope,
  alias: string,
): RawBuilder<unknown> {
  if (customerIds === null) return sql`true`;
  const partner = sql.ref(`${alias}.partner_id`);
  return sql`(${partner} = any(${customerIds}::bigint[]) or not exists (
    select from partner where partner.tenant_id = ${tenantId} and partner.id = ${partner} and partner.type = 'customer'))`;
}

const readers: Readonly<
  Record<TradeRead, (context: Context, asked: TradeAsked) => RawBuilder<unknown>>
> = {
  partners: fromPartners,
  goods: (context, asked) => fromMonths(context, asked, goodsOf),
  skus: (context, asked) => fromMonths(context, asked, skusOf),
  lines: (context, asked) => fromLines(context, asked, [asked.since, asked.until]),
};

/** Signed sums of a relation. */
const signedSumsSql = (alias: string, { sums = tradeSums }: TradeAsked, sign: 1 | -1 = 1) =>
  sql.raw(sums.map((sum) => `${sign < 0 ? '-' : ''}${alias}.${sum} as ${sum}`).join());

function fromPartners({ tenantId }: Context, asked: TradeAsked): RawBuilder<unknown> {
  const { since, until } = asked;
  const { months, edges } = splitIntoMonths(since, until);
  const stretches = [
    ...(months === null ? [] : [['m', ...months] as const]),
    ...edges.map((edge) => ['d', ...edge] as const),
  ];
  // Ranges that end before they begin are empty.
  const read = stretches.length === 0 ? [['d', LAST_DAY, FIRST_DAY] as const] : stretches;
  const parts = read.map(
    ([grain, first, last]) => sql`
      select rolled.partner_id, rolled.salesperson_ids, rolled.warehouse_id, rolled.creator_id, rolled.institution_id,
        rolled.kind, date_trunc('month', rolled.starts_on)::date as month, rolled.lines, ${signedSumsSql('rolled', asked)}
      from whole_partner_trade as rolled
      where rolled.tenant_id = ${tenantId} and rolled.grain = ${grain}
        and rolled.starts_on between ${first}::date and ${last}::date`,
  );
  return sql.join(parts, sql` union all `);
}

/** Trade by months and goods: the table, and the owner columns. */
interface ByMonths {
  readonly table: 'whole_goods_trade' | 'whole_sku_trade';
  readonly told: readonly string[];
}
const goodsOf: ByMonths = {
  table: 'whole_goods_trade',
  told: ['sku_id', 'kind', 'month', 'warehouse_id', 'creator_id', 'institution_id'],
};
const skusOf: ByMonths = { table: 'whole_sku_trade', told: ['sku_id', 'kind', 'month'] };

/**
 * Reads whole months from the roll-up; a partly covered month from the lines of the days, or from the month
 * less the lines beyond, if fewer.
 */
function fromMonths(
  context: Context,
  asked: TradeAsked,
  { table, told }: ByMonths,
): RawBuilder<unknown> {
  const { since, until, kinds } = asked;
  const names = isBy(asked, 'all') ? told : told.filter((name) => name !== 'month');
  const found = toRangePieces(
    since ?? FIRST_DAY,
    until ?? LAST_DAY,
    new Date().toISOString().slice(0, 10),
  );
  const parts = found.map(({ grain, sign, stretch }) => {
    const [first, last] = stretch;
    const rows =
      grain === 'd'
        ? sql`(${fromLines(context, asked, stretch, names)}) as rolled where true`
        : sql`${sql.table(table)} as rolled
          where rolled.tenant_id = ${context.tenantId} and rolled.month between ${first}::date and ${last}::date
            and rolled.kind = any(${kinds}::text[])`;
    return sql`
      select ${sql.raw(names.map((name) => `rolled.${name}`).join())}, ${signedSumsSql('rolled', asked, sign)} from ${rows}`;
  });
  return sql.join(parts, sql` union all `);
}

type TradeDateRange = readonly [string | null, string | null];

/** Condition for documents with a product, by the index of product lines. */
const holdsProduct = (
  tenantId: string,
  { productId }: TradeAsked,
  [since, until]: TradeDateRange,
) =>
  productId === undefined
    ? sql`true`
    : sql`document.id in (
        select line.document_id from document_line as line
        join sku on sku.tenant_id = ${tenantId} and sku.id = line.sku_id and sku.product_id = ${productId}
        where line.tenant_id = ${tenantId} and ${ofDays('line', since, until)})`;

/** Document columns of trade rows. */
const ofDocument = {
  partner_id: 'coalesce(document.partner_id, 0)',
  creator_id: 'document.creator_id',
  institution_id: 'coalesce(document.institution_id, 0)',
  kind: 'document.kind',
  month: "date_trunc('month', document.business_date)::date",
} as const;
/** Document columns with the team: slower than everything else. */
const withTeam = {
  ...ofDocument,
  salesperson_ids:
    'array(select distinct id from unnest(document.salesperson_ids) as id order by id)',
} as const;

/**
 * Lines of the documents of a range. A document counts in the warehouse of the first line; by goods, once
 * per SKU and warehouse, therefore lines are grouped by both.
 *
 * @param names document columns, beside goods and warehouses; default: all
 */
function fromLines(
  { tenantId, scope }: Context,
  asked: TradeAsked,
  [since, until]: TradeDateRange,
  names?: readonly string[],
): RawBuilder<unknown> {
  const { kinds, partnerId, sums = tradeSums } = asked;
  const partner =
    partnerId === undefined
      ? sql`true`
      : partnerId === NONE
        ? sql`document.partner_id is null`
        : sql`document.partner_id = ${partnerId}`;
  // Documents in force are not deleted: the redundant condition enables the indexes of days, partners and
  // goods.
  const range = sql`${bookedBetween('document', since, until)} and document.kind = any(${kinds}::text[])
    and document.deleted_at is null and ${partner} and ${holdsProduct(tenantId, asked, [since, until])}`;
  const measures = tradeMeasures.filter((name) => sums.includes(name));
  const all = Object.entries(asksOfTeams(asked) ? withTeam : ofDocument);
  const told: Readonly<Record<string, string>> = Object.fromEntries(
    all.filter(([name]) => names?.includes(name) ?? (name !== 'month' || isBy(asked, 'all'))),
  );
  // By goods, a document counts once per warehouse, too.
  const byWarehouse =
    asksOfWarehouses(scope, asked) || (asksOfGoods(asked) && sums.includes('documents'));
  const lines = (also: typeof told, columns: readonly TradedColumn[]) =>
    sqlFromTemplate(tradedGoods({ columns, of: '$2', measures, also, byWarehouse }), {
      $1: sql`${tenantId}`,
      $2: range,
    });
  if (!sums.includes('documents')) {
    const isPlaced = byWarehouse || names?.includes('warehouse_id') === true;
    const place = isPlaced ? (['warehouse_id'] as const) : [];
    const document = isBy(asked, 'documents') ? (['document_id'] as const) : [];
    return sql`select * from ${lines(told, ['sku_id', ...place, ...document])} as traded`;
  }
  const byDocument = ['document_id', 'sku_id', 'warehouse_id', 'lines', 'heads'] as const;
  // A document has a single first line.
  if (!asksOfGoods(asked) && !asksOfTeams(asked))
    return sql`select traded.*, traded.heads as documents from ${lines(told, byDocument)} as traded`;
  const documents = asksOfGoods(asked) ? sql`max(traded.lines)` : sql`max(traded.heads)`;
  const added = measures.map((sum) => `, sum(traded.${sum}) as ${sum}`).join('');
  const heads = Object.entries(told).map(([name, expression]) => `${expression} as ${name}`);
  // Groups by each column: a cluster does not infer a document's columns from a grouped key.
  const grouped = sql.raw(Array.from({ length: 3 + heads.length }, (_, at) => at + 1).join());
  return sql`
    select traded.document_id, traded.sku_id, traded.warehouse_id, ${sql.raw(heads.join())}, ${documents} as documents${sql.raw(added)}
    from ${lines({}, byDocument)} as traded
    join document on document.tenant_id = ${tenantId} and document.id = traded.document_id
    group by ${grouped}`;
}
