import { sql } from 'kysely';
import { transact } from '../../kernel/index.ts';
import type { Asker, Context } from '../../kernel/index.ts';

/** Rows from which on an import makes tables another size. */
const MANY = 1_000;

/** What rows lie in while they wait. */
export const waiting = ['sheet_row', 'sheet_fault'];
/** What an import writes, and what taking it back reads. */
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
 * Lets the database count its tables again where `rows` of them came at once: what comes next, here and in everybody's
 * lists, would otherwise be planned for tables as they were, and read them whole for every row.
 */
export async function measureAgain(
  asker: Asker,
  tables: readonly string[],
  rows: number,
): Promise<void> {
  if (rows < MANY) return;
  await transact(asker, null, async (context) => {
    await measureHere(context, tables);
    return {};
  });
}

/** The same within what is being written, once its first stretch shows the plans what is coming. */
export async function measureHere({ tx }: Context, tables: readonly string[]): Promise<void> {
  await sql`select measure_again(${tables}::text[])`.execute(tx);
}
