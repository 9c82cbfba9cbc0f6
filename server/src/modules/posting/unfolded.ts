import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import type { PendingRowViews } from '../../kernel/tx/index.ts';

/** Postings not rolled up yet, for lists and reports that check them. Columns may also be named `whole_…`. */
export const unfolded: PendingRowViews = {
  viewPrefix:
    /\bwhole_(?=(?:document_day|goods_trade|money_balance|money_period|partner_trade|sku_period|sku_trade|stock_period|trade_period)\b)/g,
  asks: 'select exists (select from unfolded_posting where tenant_id = $1) as waits',
};

type Noting = string | number;
/** Row added to a roll-up, by the columns of the roll-up's view; amounts are text, to avoid rounding. */
export type NotedRow = Readonly<Record<string, Noting | readonly Noting[]>>;

/** Additions of a transaction to the roll-ups, before grouping by day and month. */
export interface Noted {
  readonly stock?: readonly NotedRow[];
  readonly skus?: readonly NotedRow[];
  readonly money?: readonly NotedRow[];
  readonly trade?: readonly NotedRow[];
  readonly documents?: readonly NotedRow[];
}

/**
 * Notes additions for the roll-ups in a row that no further posting waits for. From commit on every reader
 * counts the row: readers use the views `whole_…`.
 */
export function noteUnfolded(
  { tenantId }: Pick<Context, 'tenantId'>,
  { stock = [], skus = [], money = [], trade = [], documents = [] }: Noted,
): RawBuilder<unknown>[] {
  const parts = [stock, skus, money, trade, documents];
  if (parts.every((rows) => rows.length === 0)) return [];
  const values = parts.map((rows) => sql`${rows.length === 0 ? null : JSON.stringify(rows)}::json`);
  return [
    sql`
    insert into unfolded_posting (tenant_id, stock, skus, money, trade, documents)
    values (${tenantId}, ${sql.join(values)})
    returning id`,
  ];
}
