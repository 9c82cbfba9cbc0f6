import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context, Waiting } from '../../kernel/index.ts';

/** Postings that are not folded in yet, as lists and reports look out for them. Columns may be called `whole_…`, too. */
export const unfolded: Waiting = {
  viewPrefix:
    /\bwhole_(?=(?:document_day|goods_trade|money_balance|money_period|partner_trade|sku_period|sku_trade|stock_period|trade_period)\b)/g,
  asks: 'select exists (select from unfolded_posting where tenant_id = $1) as waits',
};

type Noting = string | number;
/** A row that is added to a roll-up, under the columns of its view; amounts as text, so that nothing is rounded. */
export type NotedRow = Readonly<Record<string, Noting | readonly Noting[]>>;

/** What a transaction adds to the roll-ups, before days are made of it and months. */
export interface Noted {
  readonly stock?: readonly NotedRow[];
  readonly skus?: readonly NotedRow[];
  readonly money?: readonly NotedRow[];
  readonly trade?: readonly NotedRow[];
  readonly documents?: readonly NotedRow[];
}

/**
 * Notes what is to be folded into the roll-ups, as one row that no other posting waits for. From its commit on every reader
 * counts it: they read the views `whole_…`.
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
