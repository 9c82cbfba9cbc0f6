import { priceLists } from '@tradehouse/contract';
import type { InputOf, ReplyOf, priceListChoices } from '@tradehouse/contract';
import { decimal, findOverlappingTerms, hasDaysReversed } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedCustomers, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import { bulkWriter, recordWriter } from '../../kernel/table/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { listBase } from '../document/index.ts';

/**
 * Selects barcode `b`'s price without list `list`, on the list's base: retail prices are hidden from some
 * who see sale prices.
 */
const usualPriceSql = (scope: Context['scope']): RawBuilder<unknown> => {
  const shown = sql`trim_scale(coalesce(${listBase}, b.sale_price))::text`;
  return seesAmounts(scope, 'retail')
    ? shown
    : sql`case when list.base <> 'retail' then ${shown} end`;
};

/** Selects the prices of list `row`, for users who may see sale prices. */
const pricesOfListSql = ({ tenantId, scope }: Context): RawBuilder<unknown> =>
  seesAmounts(scope, 'sale')
    ? sql`coalesce((
        select jsonb_agg(jsonb_build_object('barcodeId', b.id::text, 'barcode', b.code, 'productName', p.name,
            'attributes', k.attributes, 'unit', b.unit, 'usual', ${usualPriceSql(scope)},
            'minimumPrice', trim_scale(b.minimum_price)::text, 'price', trim_scale(line.price)::text,
            'minimumQuantity', trim_scale(line.minimum_quantity)::text, 'firstDay', line.first_day,
            'lastDay', line.last_day)
          order by p.name, p.id, b.position, b.id, line.minimum_quantity, line.first_day nulls first)
        from list_price line
        join price_list list on list.tenant_id = ${tenantId} and list.id = line.list_id
        join barcode b on b.tenant_id = ${tenantId} and b.id = line.barcode_id
        join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
        join sku k on k.tenant_id = ${tenantId} and k.id = b.sku_id
        where line.tenant_id = ${tenantId} and line.list_id = row.id), '[]')`
    : sql`null`;

export const listPriceBulk = bulkWriter('list_price');

/**
 * Counts up list versions, because a form states all prices: users with an open list find the list changed.
 * Lists are locked before prices, like in a save.
 *
 * @param ids query of list ids
 */
export async function countUpPriceLists(
  { tx, tenantId }: Context,
  ids: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with touched as (
      select list.id from price_list list
      where list.tenant_id = ${tenantId} and list.id in (${ids})
      order by list.id for update)
    update price_list list set version = list.version + 1 from touched
    where list.tenant_id = ${tenantId} and list.id = touched.id`.execute(tx);
}

export const priceListWriter = recordWriter(priceLists, {
  reads: {
    products: ({ tenantId }) => sql`(
      select count(*)::int from list_price line where line.tenant_id = ${tenantId} and line.list_id = row.id)`,
    customers: ({ tenantId, scope }) => sql`(
      select count(*)::int from partner customer
      where customer.tenant_id = ${tenantId} and customer.price_list_id = row.id and customer.removed_at is null
        and ${grantedCustomers(scope, 'customer.id')})`,
    prices: pricesOfListSql,
  },
  // Only users who may see sale prices agree customer prices.
  row: (columns, _, { scope }) =>
    seesAmounts(scope, 'sale') ? columns : refuseWith('access.denied'),
  after: async (context, _, after, input) => {
    const { prices: said } = input ?? {};
    if (after !== null && hasDaysReversed(daysOfList(after)))
      refuseWith('priceList.listDays', {}, { field: 'lastDay' });
    if (after !== null && said !== undefined) await writeListPrices(context, after.id, said);
  },
});

const dayOrNull = (day: unknown): string | null => (typeof day === 'string' ? day : null);
const daysOfList = (row: Readonly<Record<string, unknown>>) => ({
  firstDay: dayOrNull(row['first_day']),
  lastDay: dayOrNull(row['last_day']),
});

type ListPricesInput = NonNullable<InputOf<typeof priceLists.add>['prices']>;

/** Replaces the prices of a list; unchanged prices are not touched. */
async function writeListPrices(
  { tx, tenantId }: Context,
  listId: string,
  said: ListPricesInput,
): Promise<void> {
  const ids = said.map(({ barcodeId }) => barcodeId);
  const { rows } = await sql<{ id: string }>`
    select id from barcode where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) order by id for key share`.execute(
    tx,
  );
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.findIndex((id) => !known.has(id));
  if (missing >= 0) refuseWith('record.missing', {}, { field: 'prices', line: missing + 1 });
  checkTerms(said);
  const lines = said.map(
    ({ barcodeId, price, minimumQuantity = '0', firstDay = null, lastDay = null }) => ({
      barcode_id: barcodeId,
      price,
      minimum_quantity: minimumQuantity,
      first_day: firstDay,
      last_day: lastDay,
    }),
  );
  const given = sql`
    select given.* from ${rowsAsTable(
      lines,
      'barcode_id bigint, price numeric, minimum_quantity numeric, first_day date, last_day date',
    )}`;
  await sql`
    delete from list_price line
    where line.tenant_id = ${tenantId} and line.list_id = ${listId} and not exists (
      select from (${given}) given
      where given.barcode_id = line.barcode_id and given.minimum_quantity = line.minimum_quantity
        and given.first_day is not distinct from line.first_day)`.execute(tx);
  if (lines.length === 0) return;
  await sql`
    insert into list_price (tenant_id, list_id, barcode_id, price, minimum_quantity, first_day, last_day)
    select ${tenantId}::bigint, ${listId}::bigint, given.* from (${given}) given
    on conflict (tenant_id, list_id, barcode_id, minimum_quantity, first_day)
      do update set price = excluded.price, last_day = excluded.last_day, version = list_price.version + 1
      where (list_price.price, list_price.last_day) is distinct from (excluded.price, excluded.last_day)`.execute(
    tx,
  );
}

/** Refuses days in the wrong order, and two prices of a barcode for the same quantity and day. */
function checkTerms(said: ListPricesInput): void {
  const terms = said.map(
    ({ barcodeId, minimumQuantity = '0', firstDay = null, lastDay = null }) => ({
      barcodeId,
      minimumQuantity: decimal(minimumQuantity),
      firstDay,
      lastDay,
    }),
  );
  const reversed = terms.findIndex(hasDaysReversed);
  if (reversed >= 0)
    refuseWith('priceList.days', { line: reversed + 1 }, { field: 'prices', line: reversed + 1 });
  const pair = findOverlappingTerms(terms);
  if (pair === null) return;
  const [other, line] = pair;
  refuseWith(
    'priceList.overlap',
    { line: line + 1, other: other + 1 },
    { field: 'prices', line: line + 1 },
  );
}

export async function enabledPriceLists({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof priceListChoices>> {
  return tx
    .selectFrom('price_list')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('name')
    .select(['id', 'name'])
    .execute();
}
