import { domainErrorFromLines, toPlainDecimal } from '@tradehouse/domain';
import type { Document, LineRefusal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import type { MoveRow } from './ledgerRows.ts';
import type { Shortage } from './shortage.ts';

type ShortageErrorKey = 'stock.shortage' | 'stock.shortageLater' | 'stock.locked';
type NamesById = ReadonlyMap<string, string>;

/**
 * Refuses a posting for lack of stock, with all short lines in order: document, line, product, warehouse,
 * day and missing quantity. Does nothing without a shortage.
 */
export async function refuseShortages(
  context: Context,
  key: ShortageErrorKey,
  shortages: readonly Shortage[],
  documents: readonly Document[],
  moves: readonly MoveRow[],
): Promise<void> {
  if (shortages.length === 0) return;
  const names = await readNames(context, shortages);
  const lines = shortages.map((shortage) => describeShortage(shortage, documents, moves, names));
  const [first, ...others] = lines.toSorted(
    (one, other) => (one.at.line ?? 0) - (other.at.line ?? 0),
  );
  if (first !== undefined) throw domainErrorFromLines(key, [first, ...others]);
}

async function readNames(
  { tx, tenantId }: Context,
  shortages: readonly Shortage[],
): Promise<NamesById> {
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

/** Describes a shortage by the last line that takes the missing stock. */
function describeShortage(
  { skuId, warehouseId, lot, stockType, missing, day }: Shortage,
  documents: readonly Document[],
  moves: readonly MoveRow[],
  names: NamesById,
): LineRefusal {
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
      missing: toPlainDecimal(missing),
    },
    at: position < 0 ? {} : { field: 'quantity', line: position + 1 },
  };
}
