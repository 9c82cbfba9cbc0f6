import { normalText } from '@tradehouse/domain';
import { sql } from 'kysely';
import { given } from '../../kernel/index.ts';
import type { Columns, Context } from '../../kernel/index.ts';

/** Whose codes and orders: a shop of a platform. */
export interface Shop {
  readonly platform: string;
  readonly shop: string;
}

/**
 * A shop of a platform as the company has spelled it first: platforms are alike whatever their widths, blanks and case, shops
 * whatever their widths and blanks (decision 0070).
 */
export async function spellShop(
  { tx, tenantId }: Context,
  { platform, shop }: Shop,
): Promise<Shop> {
  const { rows } = await sql<Shop>`
    select platform, shop from (
      select platform, shop, id from product_relation where tenant_id = ${tenantId}
        and folded_text(platform) = folded_text(${platform}) and normal_text(shop) = normal_text(${shop})
      union all
      select platform, shop, null from external_order where tenant_id = ${tenantId}
        and folded_text(platform) = folded_text(${platform}) and normal_text(shop) = normal_text(${shop})) as known
    order by (platform, shop) = (${platform}, ${shop}) desc, id limit 1`.execute(tx);
  return rows[0] ?? { platform, shop };
}

/** Codes of a shop as its relations spell them: code → spelling; a code that none is like stays as it is. */
export async function spellCodes(
  { tx, tenantId }: Context,
  { platform, shop }: Shop,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ code: string; spelling: string }>`
    select given.code, r.outer_sku_code as spelling
    from ${given(
      codes.map((code) => ({ code })),
      'code text',
    )}
    join product_relation r on r.tenant_id = ${tenantId} and folded_text(r.platform) = folded_text(${platform})
      and normal_text(r.shop) = normal_text(${shop}) and r.platform = ${platform} and r.shop = ${shop}
      and normal_text(r.outer_sku_code) = normal_text(given.code)
    order by r.outer_sku_code = given.code, r.id desc`.execute(tx);
  return new Map(rows.map(({ code, spelling }) => [code, spelling]));
}

/** Relations whose shops are spelled as the company has them, or as the first of them does. */
export async function spellShops(context: Context, rows: readonly Columns[]): Promise<Columns[]> {
  const known = new Map<string, Shop>();
  const spelled: Columns[] = [];
  for (const row of rows) {
    const [platform, shop] = [String(row['platform']), String(row['shop'])];
    const key = JSON.stringify([normalText(platform).toLowerCase(), normalText(shop)]);
    const spelling = known.get(key) ?? (await spellShop(context, { platform, shop }));
    known.set(key, spelling);
    spelled.push({ ...row, ...spelling });
  }
  return spelled;
}
