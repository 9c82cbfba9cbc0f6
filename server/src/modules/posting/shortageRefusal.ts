import { plain } from '@tradehouse/domain';
import type { Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { MoveRow } from './ledgerRows.ts';
import type { Shortage } from './shortage.ts';

/** Refuses a posting for want of stock, naming the document, line, barcode, warehouse, day and what is missing. */
export async function refuseShortage(
  { tx, tenantId }: Context,
  key: 'stock.shortage' | 'stock.shortageLater' | 'stock.locked',
  shortage: Shortage,
  documents: readonly Document[],
  moves: readonly MoveRow[],
): Promise<never> {
  const { skuId, warehouseId, lot, stockType, missing, day } = shortage;
  const cause = moves.findLast(
    ({ from, ...move }) =>
      move.skuId === skuId &&
      move.lot === lot &&
      move.stockType === stockType &&
      from.place === 'warehouse' &&
      from.id === warehouseId,
  );
  const document = documents.find(({ id }) => id === cause?.documentId);
  const position = document?.goodsLines.findIndex(({ line }) => line === cause?.line) ?? -1;
  const { rows } = await sql<{ name: string }>`
    select name from warehouse where tenant_id = ${tenantId} and id = ${warehouseId}`.execute(tx);
  return refuse(
    key,
    {
      number: document?.number ?? '',
      line: position + 1,
      barcode: document?.goodsLines[position]?.barcode ?? '',
      warehouse: rows[0]?.name ?? '',
      date: day ?? document?.businessDate ?? '',
      missing: plain(missing),
    },
    position < 0 ? {} : { field: 'quantity', line: position + 1 },
  );
}
