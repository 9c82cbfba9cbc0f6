import type { Direction, inDetailTable } from '@tradehouse/contract';
import { tradedGoods } from '@tradehouse/database';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  bookedBetween,
  given,
  matchesKeyword,
  seesAmounts,
  visibleDocuments,
} from '../../../kernel/index.ts';
import type { Context, FiltersOf } from '../../../kernel/index.ts';
import { inCategory } from '../../catalog/index.ts';
import { inInstitution } from '../../institution/index.ts';
import { allOf, ifAsked } from '../conditions.ts';
import { chosenWarehouses } from './stockAt.ts';
import { written } from '../written.ts';

type Sql = RawBuilder<unknown>;
export type LinesAsked = Pick<
  FiltersOf<typeof inDetailTable>,
  | 'keyword'
  | 'dates'
  | 'materialId'
  | 'organId'
  | 'warehouses'
  | 'creator'
  | 'institution'
  | 'category'
>;

/** The kinds of trade whose goods go this way. */
export const tradesOf = (direction: Direction): KindCode[] =>
  kindCodes.filter((code) => {
    const { trade, goods } = documentKinds[code];
    return trade !== null && goods.item?.[direction === 'in' ? 'to' : 'from'] === 'warehouse';
  });

interface Way {
  readonly kind: KindCode;
  readonly role: string;
  /** The sign of the lines that go this way, where a count says so; 0: all do. */
  readonly sign: 1 | 0 | -1;
}

/** The lines of other kinds whose goods go this way, transfers left out. */
const otherWays = (direction: Direction): Way[] =>
  kindCodes.flatMap((kind) =>
    Object.entries(documentKinds[kind].goods).flatMap(([role, flow]): Way[] => {
      if (documentKinds[kind].trade !== null || flow.to === 'targetWarehouse') return [];
      const goes = (flow.to === 'warehouse') === (direction === 'in');
      if (flow.signed === true) return [{ kind, role, sign: goes ? 1 : -1 }];
      return goes ? [{ kind, role, sign: 0 }] : [];
    }),
  );

/** The other kinds with lines whose goods go this way. */
export const othersOf = (direction: Direction): KindCode[] => [
  ...new Set(otherWays(direction).map(({ kind }) => kind)),
];

/** Documents in force that are asked for and that the reader may see; a condition on `document`. */
export function askedDocuments({ tenantId, scope }: Context, asked: LinesAsked): Sql {
  const [since = null, until = null] = asked.dates ?? [];
  return allOf([
    bookedBetween('document', since, until),
    // What is in force is not deleted: to say so lets the indexes of days and of partners find it.
    sql`document.deleted_at is null and document.in_force`,
    visibleDocuments(scope, 'document'),
    ...ifAsked(asked.organId, (id) => sql`document.partner_id = ${id}`),
    ...ifAsked(asked.creator, (id) => sql`document.creator_id = ${id}`),
    ...ifAsked(asked.institution, (id) =>
      inInstitution(tenantId, id, sql`document.institution_id`),
    ),
  ]);
}

/** Goods that are asked for; a condition on `line`. */
export function askedGoods(tenantId: string, asked: LinesAsked): Sql {
  const goods = [
    ...ifAsked(asked.materialId, (id) => sql`product.id = ${id}`),
    ...ifAsked(asked.keyword, (words) => matchesKeyword(tenantId, words)),
    ...ifAsked(asked.category, (id) => inCategory(tenantId, id)),
  ];
  if (goods.length === 0) return sql`true`;
  return sql`line.sku_id in (
    select sku.id from sku join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
    where sku.tenant_id = ${tenantId} and ${allOf(goods)})`;
}

/** Goods that are asked for in warehouses that are, of those that the reader may use; a condition on `line`. */
const askedLines = (context: Context, asked: LinesAsked): Sql =>
  allOf([
    chosenWarehouses(context, 'line.warehouse_id', asked.warehouses),
    askedGoods(context.tenantId, asked),
  ]);

export interface Moved {
  readonly direction: Direction;
  readonly asked: LinesAsked;
  /** Which documents, as a condition on `document`. */
  readonly documents: Sql;
}

/** The lines of trade that go this way, as `movedLines` has them. */
function tradeLines(context: Context, { direction, asked, documents }: Moved): Sql {
  const of = sql`${documents} and document.kind = any(${tradesOf(direction)}::text[])`;
  return sql`
    select line.document_id, line.line, line.sku_id, line.warehouse_id, line.quantity,
      line.amount - line.tax + line.discount as amount, line.tax
    from ${written(tradedGoods({ of: '$2', measures: ['amount', 'tax', 'discount'] }), { $1: sql`${context.tenantId}`, $2: of })} as line
    where ${askedLines(context, asked)}`;
}

/** The other lines that go this way, to be joined to a `document` with its `line`: `given.sign` says by which sign, 0 any. */
const otherWay = (direction: Direction): Sql => sql`
  ${given(otherWays(direction), 'kind text, role text, sign int')} on given.kind = document.kind and given.role = line.role
    and (given.sign = 0 or sign(line.base_quantity) = given.sign)`;

/** Whether a `document` of another kind has a line that goes this way and is asked for. */
export const hasOtherLine = (
  context: Context,
  direction: Direction,
  asked: LinesAsked,
): Sql => sql`exists (
  select from document_line as line join ${otherWay(direction)}
  where line.tenant_id = ${context.tenantId} and line.document_id = document.id and line.base_quantity <> 0
    and ${askedLines(context, asked)})`;

/** Whether a `document` of trade has a line that is asked for. */
export const hasTradeLine = (context: Context, asked: LinesAsked): Sql => sql`exists (
  select from document_line as line
  where line.tenant_id = ${context.tenantId} and line.document_id = document.id and line.sku_id is not null
    and ${askedLines(context, asked)})`;

/** The other lines that go this way, as `movedLines` has them. */
export function otherLines(context: Context, { direction, asked, documents }: Moved): Sql {
  const { tenantId, scope } = context;
  const amount = sql`round(line.amount * document.exchange_rate, document.money_digits)`;
  // What a count found is shown at what it cost.
  const seen = seesAmounts(scope, 'cost')
    ? amount
    : sql`case when given.sign = 0 then ${amount} end`;
  return sql`
    select line.document_id, line.line, line.sku_id, line.warehouse_id, abs(line.base_quantity) as quantity, ${seen} as amount,
      line.tax
    from document
    join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
    join ${otherWay(direction)}
    where document.tenant_id = ${tenantId} and document.kind = any(${othersOf(direction)}::text[])
      and ${documents}
      and line.base_quantity <> 0 and ${askedLines(context, asked)}`;
}

/**
 * The lines that brought goods in, or took them out, without transfers: a relation (document_id, line, sku_id, warehouse_id,
 * quantity, amount, tax), in base units and the company's own currency, amounts without tax and before discounts.
 */
export const movedLines = (context: Context, moved: Moved): Sql =>
  sql`${tradeLines(context, moved)} union all ${otherLines(context, moved)}`;

/** The day for which a `line` of a `document` is expected or promised: its own, else that of the order. */
export const dayOfLine: Sql = sql`coalesce(line.expected_on, document.expected_on)`;

/** What has arrived of a `line` of a transfer that travels: what its receipts in force say. */
export const arrivedOf = (tenantId: string): Sql => sql`coalesce((
  select sum(child.base_quantity)
  from document_link as link
  join document as receipt on receipt.tenant_id = ${tenantId} and receipt.id = link.target_document_id and receipt.in_force
  join document_line as child
    on child.tenant_id = ${tenantId} and child.document_id = receipt.id and child.line = link.target_line and child.role = 'item'
  where link.tenant_id = ${tenantId} and link.source_document_id = line.document_id and link.source_line = line.line), 0)`;

/**
 * The lines of transfers: a relation (document_id, line, sku_id, warehouse_id, target_warehouse_id, quantity, arrived, amount,
 * money_digits). What travels has arrived as far as its receipts say.
 *
 * @param lines which lines, as a condition on `line`
 */
export function transferLines(context: Context, asked: LinesAsked, lines: Sql): Sql {
  const { tenantId } = context;
  return sql`
    select line.document_id, line.line, line.sku_id, line.warehouse_id, line.target_warehouse_id,
      line.base_quantity as quantity, line.amount, document.money_digits,
      case when document.travels then ${arrivedOf(tenantId)} else line.base_quantity end as arrived
    from document
    join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
    where document.tenant_id = ${tenantId} and document.kind = any(${transfers}::text[]) and line.sku_id is not null
      and ${askedDocuments(context, asked)} and ${askedGoods(tenantId, asked)} and ${lines}`;
}

const transfers = kindCodes.filter((code) => documentKinds[code].targetWarehouse);
