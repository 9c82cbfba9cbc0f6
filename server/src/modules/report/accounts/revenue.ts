import { choiceLabel, revenueReportTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { inOutItemTypes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bindTable } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { FilterResolver } from '../../../kernel/table/index.ts';
import { classesWithin, seesWholeCompany, visibleFlows } from '../../money/index.ts';
import { readCompanyToday } from '../../system/index.ts';

/** Income of each item by month of a year: a relation (holder_id, month, amount); below zero for expense. */
function itemMonths(context: Context, year: string): RawBuilder<unknown> {
  const { tenantId, scope } = context;
  const [since, until] = [`${year}-01-01`, `${year}-12-31`];
  if (seesWholeCompany(scope))
    return sql`(
      select holder_id, extract(month from starts_on)::integer as month, sum(amount) as amount from whole_money_period
      where tenant_id = ${tenantId} and purse = 'item' and grain = 'm' and starts_on between ${since}::date and ${until}::date
      group by 1, 2)`;
  return sql`(
    select holder_id, extract(month from business_date)::integer as month, sum(amount) as amount
    from ${visibleFlows(context, 'item')} as flow where business_date between ${since}::date and ${until}::date
    group by 1, 2)`;
}

/** Default year: the current year, by the company's clock. */
const inYear: FilterResolver = async (context, { year = undefined, ...filters }) => ({
  ...filters,
  year: year ?? (await readCompanyToday(context)).slice(0, 4),
});
const months = Array.from({ length: 12 }, (_, at) => at + 1);
const monthSums = sql.join(
  months.map(
    (month) =>
      sql`coalesce(sum(amount) filter (where month = ${sql.lit(month)}), 0) as ${sql.ref(`m${month}`)}`,
  ),
);
/** Records in the order of their selects: by their sort, then their name. */
const sortedRecordNameSql = (alias: string): RawBuilder<string> =>
  sql<string>`lpad((${sql.ref(`${alias}.sort`)}::bigint + 3000000000)::text, 10, '0') || ' ' || ${sql.ref(`${alias}.name`)}`;

export const revenueRows = bindTable(
  revenueReportTable,
  (context, { year = '', type, revenueClass }) => {
    const { tenantId, language } = context;
    const within = [
      ...(type === undefined ? [] : [sql`item.type = ${type}`]),
      ...(revenueClass === undefined
        ? []
        : [sql`item.class_id in ${classesWithin(tenantId, revenueClass)}`]),
      sql`true`,
    ];
    const types = sql.join(
      inOutItemTypes.map(
        (one, at) =>
          sql`(${one}::text, ${sql.lit(at)}, ${choiceLabel(language, 'type', one)}::text)`,
      ),
    );
    return sql<RowOf<typeof revenueReportTable>>`
      with recursive tree as (
        select class.id, class.type, class.name, array[class.id] as ids, array[${sortedRecordNameSql('class')}] as path
        from revenue_class as class where class.tenant_id = ${tenantId} and class.parent_id is null
        union all
        select class.id, class.type, class.name, tree.ids || class.id, tree.path || (${sortedRecordNameSql('class')})
        from tree join revenue_class as class on class.tenant_id = ${tenantId} and class.parent_id = tree.id),
      type(type, at, name) as (values ${types}),
      leaf as (
        select item.id, item.type, item.name, coalesce(tree.ids, '{}') as ids, coalesce(tree.path, '{}') as path,
          ${sortedRecordNameSql('item')} as place, moved.month, case item.type when 'income' then -moved.amount else moved.amount end as amount
        from ${itemMonths(context, year)} as moved
        join in_out_item as item on item.tenant_id = ${tenantId} and item.id = moved.holder_id
        left join tree on tree.id = item.class_id
        where ${sql.join(within, sql` and `)}),
      node as (
        select 'type' as row, null::bigint as record_id, leaf.type, type.name, '{}'::text[] as path, 0 as depth, leaf.month, leaf.amount
        from leaf join type on type.type = leaf.type
        union all
        select 'class', tree.id, tree.type, tree.name, tree.path, cardinality(tree.path), leaf.month, leaf.amount
        from leaf join tree on tree.id = any(leaf.ids)
        union all
        select 'item', leaf.id, leaf.type, leaf.name, leaf.path || ('~' || leaf.place), cardinality(leaf.path) + 1,
          leaf.month, leaf.amount
        from leaf
        union all
        select 'net', null, null, ${choiceLabel(language, 'row', 'net')}, '{}', 0, leaf.month,
          case leaf.type when 'income' then leaf.amount else -leaf.amount end
        from leaf)
      select node.row || '-' || coalesce(node.record_id::text, node.type, '') as id,
        row_number() over (order by coalesce(type.at, 9), node.path collate "C", node.row)::integer as sequence,
        node.row, node.depth, node.record_id as "recordId", ${year}::text as year, node.type, node.name,
        coalesce(sum(amount), 0) as total, ${monthSums}
      from node left join type on type.type = node.type
      group by node.row, node.record_id, node.type, node.name, node.path, node.depth, type.at`;
  },
  { pages: 'whole', meaning: inYear },
);
