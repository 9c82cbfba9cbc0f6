import type { Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import { given } from './recordset.ts';

interface Lot {
  readonly sku_id: string;
  readonly lot: string;
  readonly expiry: string | null;
}

/** A lot as a line names it, and where that line stands. */
interface NamedLot extends Lot {
  readonly number: string;
  readonly barcode: string;
  readonly place: number;
}

const nameOf = ({ sku_id, lot }: Lot): string => `${sku_id} ${lot}`;

/**
 * Makes the lots of these documents known. A lot has one expiry: the first that is named holds, another is refused.
 * Runs under the locks of the SKUs.
 */
export async function recordLots(
  { tx, tenantId }: Context,
  documents: readonly Document[],
): Promise<void> {
  const named = namedLots(documents);
  if (named.length === 0) return;
  const lots = distinctLots(named);
  const { rows } = await sql<Lot>`
    insert into lot (tenant_id, sku_id, lot, expiry)
    select ${tenantId}::bigint, given.* from ${given(lots, 'sku_id bigint, lot text, expiry date')}
    on conflict (tenant_id, sku_id, lot) do update set expiry = coalesce(lot.expiry, excluded.expiry)
    returning sku_id, lot, expiry`.execute(tx);
  const known = new Map(rows.map((row) => [nameOf(row), row.expiry]));
  for (const lot of named) checkExpiry(lot, known.get(nameOf(lot)) ?? null);
}

const namedLots = (documents: readonly Document[]): NamedLot[] =>
  documents.flatMap(({ number, goodsLines }) =>
    goodsLines.flatMap(({ skuId, barcode, allocations }, index) =>
      allocations.flatMap(({ lot, expiry }) =>
        lot === null || lot === ''
          ? []
          : [{ sku_id: skuId, lot, expiry, number: number ?? '', barcode, place: index + 1 }],
      ),
    ),
  );

function distinctLots(named: readonly NamedLot[]): Lot[] {
  const lots = new Map<string, Lot>();
  for (const one of named) {
    const { sku_id, lot, expiry } = one;
    const before = lots.get(nameOf(one))?.expiry ?? null;
    if (before !== null) checkExpiry(one, before);
    lots.set(nameOf(one), { sku_id, lot, expiry: expiry ?? before });
  }
  return [...lots.values()];
}

function checkExpiry({ lot, expiry, number, barcode, place }: NamedLot, held: string | null): void {
  if (expiry === null || expiry === held) return;
  refuse(
    'lot.otherExpiry',
    { lot, expiry: held ?? '', number, barcode },
    { field: 'allocations', line: place },
  );
}
