// Figures of the books, beside those of another program: from balances and roll-ups, never from history.
import type { FigureKind, PurseType } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { pursesAt, worthOfStock } from '../report/index.ts';

/** Kind and day of compared figures, and whether each has a subject or is a total. */
export interface FiguresToCompare {
  readonly kind: FigureKind;
  readonly day: string;
  readonly isTotal: boolean;
}

/** Reads the kinds and days of figures; a company has few days. */
export async function readComparedFigures({
  tx,
  tenantId,
}: Context): Promise<readonly FiguresToCompare[]> {
  const { rows } = await sql<FiguresToCompare>`
    select figure_kind as kind, day::text as day,
      coalesce(warehouse_id, partner_id, account_id) is null as "isTotal"
    from moving_figure where tenant_id = ${tenantId} group by 1, 2, 3 order by 1, 2, 3`.execute(tx);
  return rows;
}

type OwnFigureSql = (context: Context, compared: FiguresToCompare) => RawBuilder<unknown>;

/** Selects (subject_id, figure) from a relation (holder_id, amount). */
const holderFigureSql = (held: RawBuilder<unknown>, isTotal: boolean): RawBuilder<unknown> =>
  isTotal
    ? sql`select 0::bigint as subject_id, coalesce(sum(held.amount), 0) as figure from ${held} as held`
    : sql`select held.holder_id as subject_id, held.amount as figure from ${held} as held`;

const stockSql =
  (figure: 'quantity' | 'value'): OwnFigureSql =>
  (context, { day, isTotal }) =>
    isTotal
      ? sql`select 0::bigint as subject_id, coalesce(sum(stock.${sql.ref(figure)}), 0) as figure
          from ${worthOfStock(['sku_id'], context, { day })} as stock`
      : sql`select stock.warehouse_id as subject_id, sum(stock.${sql.ref(figure)}) as figure
          from ${worthOfStock(['sku_id', 'warehouse_id'], context, { day })} as stock
          group by stock.warehouse_id`;

/** Debts or prepayments of partners of the type, as shown by their statements. */
const partnerSql =
  (purse: PurseType, type: string, sign: 1 | -1): OwnFigureSql =>
  ({ tenantId }, { day, isTotal }) =>
    holderFigureSql(
      sql`(
        select held.holder_id, ${sql.lit(sign)} * held.amount as amount
        from ${pursesAt(tenantId, purse, day)} as held
        join partner on partner.tenant_id = ${tenantId} and partner.id = held.holder_id
          and partner.type = ${type})`,
      isTotal,
    );

const partnerCountSql =
  (type: string): OwnFigureSql =>
  ({ tenantId }) =>
    sql`
    select 0::bigint as subject_id, count(*) as figure from partner
    where tenant_id = ${tenantId} and type = ${type} and removed_at is null`;

const ownFigureSql: Readonly<Record<FigureKind, OwnFigureSql>> = {
  stockQuantity: stockSql('quantity'),
  stockValue: stockSql('value'),
  receivable: partnerSql('receivable', 'customer', 1),
  payable: partnerSql('payable', 'supplier', -1),
  prepaid: partnerSql('prepaid', 'member', -1),
  accountBalance: ({ tenantId }, { day, isTotal }) =>
    holderFigureSql(pursesAt(tenantId, 'account', day), isTotal),
  productCount: ({ tenantId }) => sql`
    select 0::bigint as subject_id, count(*) as figure from product
    where tenant_id = ${tenantId} and removed_at is null`,
  supplierCount: partnerCountSql('supplier'),
  customerCount: partnerCountSql('customer'),
  memberCount: partnerCountSql('member'),
};

/** Own figures of the compared kinds and days: a relation (kind, day, subject_id, figure); 0 is a total. */
export function ownFigures(
  context: Context,
  compared: readonly FiguresToCompare[],
): RawBuilder<unknown> {
  if (compared.length === 0)
    return sql`(
      select figure_kind as kind, day, id as subject_id, figure from moving_figure
      where tenant_id = ${context.tenantId} and false)`;
  const parts = compared.map(
    (each) => sql`
      select ${each.kind}::text as kind, ${each.day}::date as day, own.subject_id, own.figure::numeric as figure
      from (${ownFigureSql[each.kind](context, each)}) as own`,
  );
  return sql`(${sql.join(parts, sql` union all `)})`;
}
