import { ofLines, plain } from '@tradehouse/domain';
import type { Document, Told } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import type { MoveRow } from './ledgerRows.ts';
import type { Shortage } from './shortage.ts';

type Key = 'stock.shortage' | 'stock.shortageLater' | 'stock.locked';
type Named = ReadonlyMap<string, string>;

/**
 * Refuses a posting for want of stock, all short lines at once in their order: the document, line, product, warehouse, day and
 * what is missing. Nothing where nothing is short.
 */
export async function refuseShortages(
  context: Context,
  key: Key,
  shortages: readonly Shortage[],
  documents: readonly Document[],
  moves: readonly MoveRow[],
): Promise<void> {
  if (shortages.length === 0) return;
  const names = await readNames(context, shortages);
  const lines = shortages.map((shortage) => told(shortage, documents, moves, names));
  const [first, ...others] = lines.toSorted(
    (one, other) => (one.at.line ?? 0) - (other.at.line ?? 0),
  );
  if (first !== undefined) throw ofLines(key, [first, ...others]);
}

async function readNames(
  { tx, tenantId }: Context,
  shortages: readonly Shortage[],
): Promise<Named> {
  const { rows } = await sql<{ id: string; name: string }>`
    select 'w' || id as id, name from warehouse
    where tenant_id = ${tenantId} and id = any(${shortages.map(({ warehouseId }) => warehouseId)}::bigint[])
    union all
    select 's' || sku.id, product.name from sku
    join product on product.tenant_id = ${tenantId} and product.id = sku.product_id
    where sku.tenant_id = ${tenantId} and sku.id = any(${shortages.map(({ skuId }) => skuId)}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What is said of one shortage: the line that asked last for what is missing. */
function told(
  { skuId, warehouseId, lot, stockType, missing, day }: Shortage,
  documents: readonly Document[],
  moves: readonly MoveRow[],
  names: Named,
): Told {
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
  return {
    facts: {
      number: document?.number ?? '',
      line: position + 1,
      product: names.get(`s${skuId}`) ?? '',
      barcode: document?.goodsLines[position]?.barcode ?? '',
      warehouse: names.get(`w${warehouseId}`) ?? '',
      date: day ?? document?.businessDate ?? '',
      missing: plain(missing),
    },
    at: position < 0 ? {} : { field: 'quantity', line: position + 1 },
  };
}
