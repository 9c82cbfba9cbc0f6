import { sql } from 'kysely';
import { runTransaction } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { Asker } from '../../kernel/tx/index.ts';

/** Rows from which an import changes table sizes noticeably. */
const MANY = 1_000;

/** Tables of waiting rows. */
export const waiting = ['sheet_row', 'sheet_fault'];
/** Tables written by an import and read by undoing. */
export const written = [
  'product',
  'sku',
  'barcode',
  'sku_cost',
  'partner',
  'document',
  'document_line',
  'stock_move',
  'stock_balance',
  'stock_period',
  'sku_period',
  'money_entry',
];

/**
 * Refreshes table statistics after `rows` arrived at once. Otherwise later queries, here and in everybody's
 * lists, are planned for the old sizes and read whole tables per row.
 */
export async function measureAgain(
  asker: Asker,
  tables: readonly string[],
  rows: number,
): Promise<void> {
  if (rows < MANY) return;
  await runTransaction(asker, null, async (context) => {
    await measureHere(context, tables);
    return {};
  });
}

/** Refreshes table statistics inside a write, after the first range shows planners the coming data. */
export async function measureHere({ tx }: Context, tables: readonly string[]): Promise<void> {
  await sql`select measure_again(${tables}::text[])`.execute(tx);
}
