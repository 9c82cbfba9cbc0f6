import { costLedgerTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { visibleDocuments } from '../../../kernel/access/index.ts';
import { bindTable } from '../../../kernel/table/index.ts';
import { kindOrOpening } from '../books/beside.ts';
import { FIRST_DAY, LAST_DAY, dayBefore } from '../laterPeriods.ts';
import { worthAt } from './stockAt.ts';

/** Places of company-owned goods: a move between these and outside places changes the stock value. */
const inside = ['warehouse', 'transit', 'regrade'];

type CostLedgerRow = RowOf<typeof costLedgerTable>;

type OfDocument = 'documentId' | 'number' | 'kind';

/** Opening stock of each SKU before the first requested day, if any: the rows from which moves continue. */
const openingRows = (
  tenantId: string,
  since: string,
  opening: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  union all
  select 'opening-' || held.sku_id, null, 0, ${since}::date, sku.attributes, null, held.quantity, null, held.value,
    held.value / nullif(held.quantity, 0)
  from ${opening} as held
  join sku on sku.tenant_id = ${tenantId} and sku.id = held.sku_id
  where held.quantity <> 0 or held.value <> 0`;

/**
 * Moves behind a product's value, with the SKU's remaining stock after each, by business day: the day's
 * last move leaves the booked closing stock. Opening stock comes from days and months, in the first row.
 * Documents hidden from the caller show only the effect. Callers without access to every warehouse see no
 * move, because the value covers all warehouses together.
 */
export const costLedgerRows = bindTable(
  costLedgerTable,
  (context, { materialId: productId, dates }) => {
    const { tenantId, scope } = context;
    const [since, until] = dates ?? [null, null];
    const opening =
      since === null
        ? sql`(select column1 as sku_id, column2 as quantity, column3 as value from (values (null::bigint, 0::numeric, 0::numeric)) as nothing)`
        : worthAt(context, { day: dayBefore(since), productId });
    return sql<Omit<CostLedgerRow, OfDocument>>`
    select move.document_id || '-' || move.seq as id, move.document_id,
      row_number() over (order by move.business_date, move.moment, move.sku_id, move.posting_number) as sequence,
      move.business_date as date, move.attributes, move.change, move.after, move.signed_value as value,
      move.value_after as "valueAfter", move.value_after / nullif(move.after, 0) as cost
    from (
      select move.document_id, move.seq, move.sku_id, move.posting_number, move.business_date, sku.attributes,
        sign.sign * move.quantity as change,
        sign.sign * move.value as signed_value, coalesce(opening.quantity, 0) + sum(sign.sign * move.quantity) over running as after,
        coalesce(opening.value, 0) + sum(sign.sign * move.value) over running as value_after,
        -- A posting’s instant is its transaction's first: one that waited for another comes after it all the same.
        max(move.posted_at) over (partition by move.sku_id, move.business_date order by move.posting_number) as moment
      from stock_move as move
      join sku on sku.tenant_id = ${tenantId} and sku.id = move.sku_id and sku.product_id = ${productId}
      left join ${opening} as opening on opening.sku_id = move.sku_id
      cross join lateral (select case when move.to_place = any(${inside}) then 1 else -1 end as sign) as sign
      where move.tenant_id = ${tenantId} and (move.from_place = any(${inside})) <> (move.to_place = any(${inside}))
        and move.business_date between ${since ?? FIRST_DAY}::date and ${until ?? LAST_DAY}::date
        and ${scope.warehouseIds === null ? sql`true` : sql`false`}
      window running as (partition by move.sku_id order by move.business_date, move.posting_number
        rows between unbounded preceding and current row)) as move
    ${since === null || scope.warehouseIds !== null ? sql`` : openingRows(tenantId, since, opening)}`;
  },
  {
    pages: 'whole',
    beside({ tenantId, scope }) {
      const seen = visibleDocuments(scope, 'document');
      return {
        by: ['document_id'],
        joins: sql`
          left join document on document.tenant_id = ${tenantId} and document.id = "row".document_id`,
        columns: {
          documentId: sql`case when ${seen} then document.id end`,
          number: sql`case when ${seen} then coalesce(document.number, '') end`,
          kind: kindOrOpening,
        },
      };
    },
  },
);
