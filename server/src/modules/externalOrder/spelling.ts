import { normalText } from '@tradehouse/domain';
import { sql } from 'kysely';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues } from '../../kernel/table/index.ts';

/** Owner of codes and orders: a shop of a platform. */
export interface PlatformShop {
  readonly platform: string;
  readonly shop: string;
}

/**
 * Returns the company's first spelling of a shop: platforms compare without width, blanks and case, shops
 * without width and blanks (decision 0070).
 */
export async function spellShop(
  { tx, tenantId }: Context,
  { platform, shop }: PlatformShop,
): Promise<PlatformShop> {
  const { rows } = await sql<PlatformShop>`
    select platform, shop from (
      select platform, shop, id from product_relation where tenant_id = ${tenantId}
        and folded_text(platform) = folded_text(${platform}) and normal_text(shop) = normal_text(${shop})
      union all
      select platform, shop, null from external_order where tenant_id = ${tenantId}
        and folded_text(platform) = folded_text(${platform}) and normal_text(shop) = normal_text(${shop})) as known
    order by (platform, shop) = (${platform}, ${shop}) desc, id limit 1`.execute(tx);
  return rows[0] ?? { platform, shop };
}

/** Returns the mappings' spelling of a shop's codes: code → spelling; unknown codes stay. */
export async function spellCodes(
  { tx, tenantId }: Context,
  { platform, shop }: PlatformShop,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ code: string; spelling: string }>`
    select given.code, r.outer_sku_code as spelling
    from ${rowsAsTable(
      codes.map((code) => ({ code })),
      'code text',
    )}
    join product_relation r on r.tenant_id = ${tenantId} and folded_text(r.platform) = folded_text(${platform})
      and normal_text(r.shop) = normal_text(${shop}) and r.platform = ${platform} and r.shop = ${shop}
      and normal_text(r.outer_sku_code) = normal_text(given.code)
    order by r.outer_sku_code = given.code, r.id desc`.execute(tx);
  return new Map(rows.map(({ code, spelling }) => [code, spelling]));
}

/** Applies the company's shop spelling, else the first among the mappings. */
export async function spellShops(
  context: Context,
  rows: readonly ColumnValues[],
): Promise<ColumnValues[]> {
  const known = new Map<string, PlatformShop>();
  const spelled: ColumnValues[] = [];
  for (const row of rows) {
    const [platform, shop] = [String(row['platform']), String(row['shop'])];
    const key = JSON.stringify([normalText(platform).toLowerCase(), normalText(shop)]);
    const spelling = known.get(key) ?? (await spellShop(context, { platform, shop }));
    known.set(key, spelling);
    spelled.push({ ...row, ...spelling });
  }
  return spelled;
}
