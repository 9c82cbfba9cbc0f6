import { normalText } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';

/** Company spellings of a SKU's serials typed in another width: `serialKey` → stored serial. */
export type SerialSpellings = ReadonlyMap<string, string>;

const serialKey = (skuId: string, serial: string): string => `${skuId} ${normalText(serial)}`;

/** Returns the stored spelling of a serial; the typed spelling if unknown. */
export const spellSerial = (known: SerialSpellings, skuId: string, serial: string): string =>
  known.get(`${skuId} ${serial}`) ?? known.get(serialKey(skuId, serial)) ?? serial;

/**
 * Reads the stored spellings of these serials: names that differ only in width are a single serial
 * (decision 0070).
 */
export async function readSerialSpellings(
  { tx, tenantId }: Context,
  skuIds: readonly string[],
  serials: readonly string[],
): Promise<SerialSpellings> {
  if (serials.length === 0) return new Map();
  const forms = [...new Set(serials.map(normalText))];
  const { rows } = await sql<{ skuId: string; serial: string }>`
    select s.sku_id as "skuId", s.serial
    from unnest(${forms}::text[]) as asked(form)
    join serial_number s on s.tenant_id = ${tenantId} and s.sku_id = any(${skuIds}::bigint[])
      and normal_text(s.serial) = asked.form
    order by s.serial collate "C" desc`.execute(tx);
  return new Map([
    ...rows.map(({ skuId, serial }) => [serialKey(skuId, serial), serial] as const),
    // Two older lookalikes stay two: each is found by exact spelling.
    ...rows.map(({ skuId, serial }) => [`${skuId} ${serial}`, serial] as const),
  ]);
}
