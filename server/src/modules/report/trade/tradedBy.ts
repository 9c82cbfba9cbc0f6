import { tradeMeasures, tradedGoods } from '@tradehouse/database';
import type { TradedColumn } from '@tradehouse/database';
import { FIRST_DAY, LAST_DAY } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  bookedBetween,
  grantedWarehouses,
  matchesKeyword,
  ofDays,
  ofPeople,
} from '../../../kernel/index.ts';
import type { Context, Scope } from '../../../kernel/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { inInstitution } from '../../institution/index.ts';
import { ifAsked } from '../conditions.ts';
import { cut, pieces } from '../months.ts';
import { dimensions } from './tradeDimensions.ts';
import type { TradedBy } from './tradeDimensions.ts';
import { written } from '../written.ts';

/** Where no key is asked for. */
const NO_KEY = { id: sql`null` };

/** The id of what a document has none of, as a key and as a filter. */
export const NONE = '0';

/** Which goods are meant. */
export interface GoodsAsked {
  readonly productId?: string | undefined;
  readonly brandId?: string | undefined;
  /** Words that a product is known by. */
  readonly keyword?: string | undefined;
  /** With all below it. */
  readonly category?: string | undefined;
  /** Without what is below. */
  readonly ownCategory?: string | undefined;
}

/** What trade is added up to. */
export const tradeSums = ['documents', ...tradeMeasures] as const;
export type TradeSum = (typeof tradeSums)[number];

export interface TradeAsked extends GoodsAsked {
  /** What is added up; default: all. Fewer take less time: without the cost no move is read. A key with nothing but zeros is left out. */
  readonly sums?: readonly TradeSum[] | undefined;
  readonly by: TradedBy;
  /** A second key, beside the first. */
  readonly second?: TradedBy | undefined;
  readonly kinds: readonly KindCode[];
  /** Kinds that bring back: rows say apart what went and what came back, instead of their kind. Of none: all kinds are one. */
  readonly returns?: readonly KindCode[] | undefined;
  /** Days as YYYY-MM-DD, both inclusive; null: from the first, to the last. */
  readonly since: string | null;
  readonly until: string | null;
  readonly partnerId?: string | undefined;
  readonly salespersonId?: string | undefined;
  readonly warehouseIds?: readonly string[] | undefined;
  /** With all below it. */
  readonly institution?: string | undefined;
  /** Without what is below. */
  readonly ownInstitution?: string | undefined;
}

/** Where trade is read: from which roll-up, or from the lines and moves of the documents themselves. */
export type TradeRead = 'skus' | 'goods' | 'partners' | 'lines';

const keysOf = ({ by, second }: Pick<TradeAsked, 'by' | 'second'>): readonly TradedBy[] =>
  second === undefined ? [by] : [by, second];
/** Whether it matters who sold together. */
const asksOfTeams = (asked: TradeAsked): boolean =>
  keysOf(asked).includes('salesperson') || asked.salespersonId !== undefined;
const isBy = (asked: TradeAsked, of: (typeof dimensions)[TradedBy]['of']): boolean =>
  keysOf(asked).some((by) => dimensions[by].of === of);

/** Whether it matters in which warehouse. */
const asksOfWarehouses = ({ warehouseIds }: Scope, asked: TradeAsked): boolean =>
  warehouseIds !== null || asked.warehouseIds !== undefined || keysOf(asked).includes('warehouse');

/** Whether anything of it is told by what goods are. */
export const asksOfGoods = (asked: TradeAsked): boolean => {
  const { productId, brandId, keyword, category, ownCategory } = asked;
  const filters = [productId, brandId, keyword, category, ownCategory];
  return isBy(asked, 'goods') || filters.some((one) => one !== undefined);
};

/** The smallest roll-up that knows all that is asked and all that the scope needs; lines know everything. */
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
    keysOf(asked).includes('institution') ||
    scope.documents.of !== 'all' ||
    sums.includes('documents');
  return isApart ? 'goods' : 'skus';
}

/** What of a sum came back, where it is asked for apart. */
export const cameBack = (sum: TradeSum): string => `${sum}_back`;

/** A column of what is answered: of which sum, and of which rows of trade; null: of all. */
interface Summed {
  readonly name: string;
  readonly sum: TradeSum;
  readonly of: 'returned' | 'not returned' | null;
}
const tellsReturns = ({ returns = [] }: TradeAsked): boolean => returns.length > 0;
const summedOf = (asked: TradeAsked): readonly Summed[] =>
  (asked.sums ?? tradeSums).flatMap((sum): readonly Summed[] =>
    !tellsReturns(asked)
      ? [{ name: sum, sum, of: null }]
      : [
          { name: sum, sum, of: 'not returned' },
          { name: cameBack(sum), sum, of: 'returned' },
        ],
  );

/**
 * What was traded, of what the caller may see: a relation of one row for each key (or two) and kind, with `key` (an id, or of a
 * month its first day; '0': none), `second` (likewise; null where none is asked for), `kind`, and the sums that are asked for:
 * `documents`, `quantity`, `amount` (with tax, after the discount), `tax`, `discount`, `charges` and `cost`. Where `returns` are
 * named it is one row for each key, without `kind`: the sums are what went, and as `cameBack` calls them what came back. Of
 * documents in several warehouses the granted ones count, and the document where its first line stands; by what goods are, it
 * counts once for each SKU and warehouse.
 *
 * @param read where; all that can tell say the same
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
  const [key = NO_KEY, second = NO_KEY] = keysOf(asked).map((by) => dimensions[by]);
  const where = sql.join(conditions(context, asked), sql` and `);
  const ofSku = sql`join sku on sku.tenant_id = ${tenantId} and sku.id = trade.sku_id`;
  const ofProduct = sql`join product on product.tenant_id = ${tenantId} and product.id = sku.product_id`;
  const asksOfProduct =
    ofGoods(tenantId, asked).length > 0 || keysOf(asked).some((by) => dimensions[by].ofProduct);
  const joins = sql`${asksOfGoods(asked) ? ofSku : sql``} ${asksOfProduct ? ofProduct : sql``}`;
  const { returns, sums = tradeSums } = asked;
  const columns = [
    sql`${key.id} as key, ${second.id} as second`,
    sql.raw([...keptApart(asked), ...sums].map((name) => `trade.${name}`).join()),
    ...(tellsReturns(asked) ? [sql`trade.kind = any(${returns}::text[]) as returned`] : []),
  ];
  // Behind a wall, so that whether something came back is asked once of a row and not for each of its sums.
  const rows = sql`select ${sql.join(columns)} from (${found}) as trade ${joins} where ${where} offset 0`;
  const added = addedUp(asked, rows);
  return asksOfTeams(asked) ? sharedBy(tenantId, asked, added) : added;
}

/** What rows are added up by, beside their keys. Of a team each kind is shared for itself: a person's part is the same whatever is asked. */
function keptApart(asked: TradeAsked): readonly string[] {
  if (asksOfTeams(asked)) return ['salesperson_ids', 'kind'];
  return asked.returns === undefined ? ['kind'] : [];
}

/** Rows of trade added up by their keys, in one pass; a key with nothing but zeros is left out. */
function addedUp(asked: TradeAsked, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const apart = keptApart(asked).map((name) => `, trade.${name}`);
  const isByTwo = asked.second !== undefined;
  const summed = summedOf(asked).map(({ name, sum, of }) => {
    const added = `sum(trade.${sum})${of === null ? '' : ` filter (where ${of})`}`;
    return { added, column: `coalesce(${added}, 0) as ${name}` };
  });
  // By numbers, of which it is known how many there are: a year has a hundred rows of each SKU.
  return sql`
    select trade.key::text as key, ${isByTwo ? sql`trade.second` : sql`null`}::text as second${sql.raw(apart.join(''))},
      ${sql.raw(summed.map(({ column }) => column).join())}
    from (${rows}) as trade
    group by trade.key${isByTwo ? sql`, trade.second` : sql``}${sql.raw(apart.join(''))}
    having ${sql.raw(summed.map(({ added }) => `${added} <> 0`).join(' or '))}`;
}

/**
 * What a team sold together, in equal parts: by running totals, so that the parts add up. Money is shared to the cent,
 * quantities as finely as they are kept.
 */
function sharedBy(
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

function conditions(context: Context, asked: TradeAsked): RawBuilder<unknown>[] {
  const { tenantId, scope } = context;
  const { kinds, partnerId, salespersonId, warehouseIds, institution } = asked;
  return [
    sql`trade.kind = any(${kinds}::text[])`,
    ofPeople(scope, 'trade'),
    ofCustomers(scope, 'trade'),
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
 * What the lines of trade come to that partners, warehouses and institutions are asked for of alone: one row with `lines` (how
 * many they are) and the sums of the measures, from days and months.
 */
export function tradedLines(context: Context, asked: Omit<TradeAsked, 'by'>): RawBuilder<unknown> {
  const added = ['lines', ...tradeMeasures].map(
    (sum) => `coalesce(sum(trade.${sum}), 0) as ${sum}`,
  );
  const where = conditions(context, { ...asked, by: 'month' });
  return sql`
    select ${sql.raw(added.join())} from (${fromPartners(context, { ...asked, by: 'month' })}) as trade
    where ${sql.join(where, sql` and `)}`;
}

/** Rows of a roll-up of trade whose customer is granted; one without a partner has 0 for it. */
function ofCustomers({ customerIds, tenantId }: Scope, alias: string): RawBuilder<unknown> {
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

/** What is added up, of a relation, by its sign. */
const counted = (alias: string, { sums = tradeSums }: TradeAsked, sign: 1 | -1 = 1) =>
  sql.raw(sums.map((sum) => `${sign < 0 ? '-' : ''}${alias}.${sum} as ${sum}`).join());

function fromPartners({ tenantId }: Context, asked: TradeAsked): RawBuilder<unknown> {
  const { since, until } = asked;
  const { months, edges } = cut(since, until);
  const stretches = [
    ...(months === null ? [] : [['m', ...months] as const]),
    ...edges.map((edge) => ['d', ...edge] as const),
  ];
  // Days that end before they begin are none.
  const read = stretches.length === 0 ? [['d', LAST_DAY, FIRST_DAY] as const] : stretches;
  const parts = read.map(
    ([grain, first, last]) => sql`
      select rolled.partner_id, rolled.salesperson_ids, rolled.warehouse_id, rolled.creator_id, rolled.institution_id,
        rolled.kind, date_trunc('month', rolled.starts_on)::date as month, rolled.lines, ${counted('rolled', asked)}
      from whole_partner_trade as rolled
      where rolled.tenant_id = ${tenantId} and rolled.grain = ${grain}
        and rolled.starts_on between ${first}::date and ${last}::date`,
  );
  return sql.join(parts, sql` union all `);
}

/** Trade by months and goods: where it stands, and what it says of whose each row is. */
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
 * Whole months from the roll-up; of a month in part the lines of its days, or the whole of it less the lines of the days beyond,
 * whichever are fewer.
 */
function fromMonths(
  context: Context,
  asked: TradeAsked,
  { table, told }: ByMonths,
): RawBuilder<unknown> {
  const { since, until, kinds } = asked;
  const names = isBy(asked, 'all') ? told : told.filter((name) => name !== 'month');
  const found = pieces(
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
      select ${sql.raw(names.map((name) => `rolled.${name}`).join())}, ${counted('rolled', asked, sign)} from ${rows}`;
  });
  return sql.join(parts, sql` union all `);
}

type Days = readonly [string | null, string | null];

/** Documents that hold a product, by the index of its lines. */
const holdsProduct = (tenantId: string, { productId }: TradeAsked, [since, until]: Days) =>
  productId === undefined
    ? sql`true`
    : sql`document.id in (
        select line.document_id from document_line as line
        join sku on sku.tenant_id = ${tenantId} and sku.id = line.sku_id and sku.product_id = ${productId}
        where line.tenant_id = ${tenantId} and ${ofDays('line', since, until)})`;

/** What is known of a document, as its trade has it. */
const ofDocument = {
  partner_id: 'coalesce(document.partner_id, 0)',
  creator_id: 'document.creator_id',
  institution_id: 'coalesce(document.institution_id, 0)',
  kind: 'document.kind',
  month: "date_trunc('month', document.business_date)::date",
} as const;
/** The same, with who sold together: it takes longer than all else. */
const withTeam = {
  ...ofDocument,
  salesperson_ids:
    'array(select distinct id from unnest(document.salesperson_ids) as id order by id)',
} as const;

/**
 * The lines of the documents of a range. A document counts where its first line stands; by what goods are, once for each SKU and
 * warehouse, so that its lines are added up by these.
 *
 * @param names what is told of a document, beside its goods and warehouses; default: all
 */
function fromLines(
  { tenantId, scope }: Context,
  asked: TradeAsked,
  [since, until]: Days,
  names?: readonly string[],
): RawBuilder<unknown> {
  const { kinds, partnerId, sums = tradeSums } = asked;
  const partner =
    partnerId === undefined
      ? sql`true`
      : partnerId === NONE
        ? sql`document.partner_id is null`
        : sql`document.partner_id = ${partnerId}`;
  // What is in force is not deleted: to say so lets the indexes of days, of partners and of goods find it.
  const range = sql`${bookedBetween('document', since, until)} and document.kind = any(${kinds}::text[])
    and document.deleted_at is null and ${partner} and ${holdsProduct(tenantId, asked, [since, until])}`;
  const measures = tradeMeasures.filter((name) => sums.includes(name));
  const all = Object.entries(asksOfTeams(asked) ? withTeam : ofDocument);
  const told: Readonly<Record<string, string>> = Object.fromEntries(
    all.filter(([name]) => names?.includes(name) ?? (name !== 'month' || isBy(asked, 'all'))),
  );
  // By what goods are, a document counts once for each warehouse, too.
  const byWarehouse =
    asksOfWarehouses(scope, asked) || (asksOfGoods(asked) && sums.includes('documents'));
  const lines = (also: typeof told, columns: readonly TradedColumn[]) =>
    written(tradedGoods({ columns, of: '$2', measures, also, byWarehouse }), {
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
  // One of its lines is the first.
  if (!asksOfGoods(asked) && !asksOfTeams(asked))
    return sql`select traded.*, traded.heads as documents from ${lines(told, byDocument)} as traded`;
  const documents = asksOfGoods(asked) ? sql`max(traded.lines)` : sql`max(traded.heads)`;
  const added = measures.map((sum) => `, sum(traded.${sum}) as ${sum}`).join('');
  const heads = Object.entries(told).map(([name, expression]) => `${expression} as ${name}`);
  // By each of them: a cluster does not take a document's columns for granted where its key is grouped by.
  const grouped = sql.raw(Array.from({ length: 3 + heads.length }, (_, at) => at + 1).join());
  return sql`
    select traded.document_id, traded.sku_id, traded.warehouse_id, ${sql.raw(heads.join())}, ${documents} as documents${sql.raw(added)}
    from ${lines({}, byDocument)} as traded
    join document on document.tenant_id = ${tenantId} and document.id = traded.document_id
    group by ${grouped}`;
}
