import { normalText } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';

/** Lot in the company's first spelling, and the expiry; undefined: no expiry given. */
export interface KnownLot {
  readonly lot: string;
  readonly expiry: string | null | undefined;
}
/** Stored lots by accepted character widths; see `knownLot`. */
export type KnownLots = ReadonlyMap<string, KnownLot>;

const lotKey = (skuId: string, lot: string): string => `${skuId} ${lot}`;

/** Finds a SKU's lot by text: names that differ only in width are a single lot (decision 0070). */
export const knownLot = (lots: KnownLots, skuId: string, text: string): KnownLot | undefined =>
  lots.get(lotKey(skuId, text)) ?? lots.get(lotKey(skuId, normalText(text)));

/**
 * Indexes lots by normal form and by stored spelling; two older lookalikes stay two, each found by exact
 * spelling.
 */
export const lotsByName = (lots: readonly (KnownLot & { readonly skuId: string })[]): KnownLots =>
  new Map([
    ...lots.map((known) => [lotKey(known.skuId, normalText(known.lot)), known] as const),
    ...lots.map((known) => [lotKey(known.skuId, known.lot), known] as const),
  ]);

/** Reads lots of these names, for SKU ids selected by the query `skus`. */
export async function readKnownLots(
  { tx, tenantId }: Context,
  skus: RawBuilder<unknown>,
  names: readonly string[],
): Promise<KnownLots> {
  if (names.length === 0) return new Map();
  const forms = [...new Set(names.map(normalText))];
  const { rows } = await sql<KnownLot & { skuId: string }>`
    select sku_id as "skuId", lot, expiry from lot
    where tenant_id = ${tenantId} and sku_id in (${skus}) and normal_text(lot) = any(${forms}::text[])
    order by lot collate "C" desc`.execute(tx);
  return lotsByName(rows);
}
