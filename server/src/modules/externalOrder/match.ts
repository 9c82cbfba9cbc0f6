import type { ReplyOf, matchRelations } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { changeRows, idsFromList, isNamedBy } from '../../kernel/table/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';

interface SkuMappingCandidate {
  readonly id: string;
  readonly version: number;
  readonly code: string;
  /** Best matching barcode. */
  readonly barcodeId: string | null;
  /** Number of matching goods of ours; an exact barcode match counts once. */
  readonly fits: number;
}

const MOST_NAMED = 20;

/** Maps each unmapped SKU mapping to a unique match. */
export async function matchAll(context: Context): Promise<ReplyOf<typeof matchRelations>> {
  const candidates = await candidatesOf(context);
  const sure = candidates.filter(({ fits }) => fits === 1);
  const several = candidates.filter(({ fits }) => fits > 1);
  await writeSkuMappings(
    context,
    sure.map(({ id, version, barcodeId }) => ({
      id,
      version: version + 1,
      barcode_id: barcodeId,
    })),
    sure.map(({ version }) => ({ version, barcode_id: null })),
  );
  return {
    matched: sure.length,
    ambiguous: several.length,
    ambiguousCodes: several.slice(0, MOST_NAMED).map(({ code }) => code),
    unmatched: candidates.length - sure.length - several.length,
  };
}

/** Locks SKU mappings without a barcode until the commit, each with matching tradable goods. */
async function candidatesOf({ tx, tenantId }: Context): Promise<readonly SkuMappingCandidate[]> {
  await sql`
    select from product_relation where tenant_id = ${tenantId} and barcode_id is null order by id for update`.execute(
    tx,
  );
  const { rows } = await sql<SkuMappingCandidate>`
    with open as materialized (
      select id, version, outer_sku_code from product_relation where tenant_id = ${tenantId} and barcode_id is null),
    fitting as (
      select open.id, b.id as barcode_id, true as exact
      from open
      join barcode b on b.tenant_id = ${tenantId} and b.enabled
        and ${isNamedBy('b', tenantId, sql`open.outer_sku_code`)}
      join product p on p.tenant_id = ${tenantId} and p.id = b.product_id and p.enabled
      union
      select open.id, b.id, false
      from open
      join sku k on k.tenant_id = ${tenantId} and open.outer_sku_code in (k.code, k.outer_code)
      join product p on p.tenant_id = ${tenantId} and p.id = k.product_id and p.enabled
      join lateral (
        select id from barcode where barcode.tenant_id = ${tenantId} and barcode.sku_id = k.id and barcode.enabled
        order by is_default desc, position, id limit 1) b on true)
    select open.id, open.version, open.outer_sku_code as code,
      (array_agg(fitting.barcode_id order by fitting.exact desc, fitting.barcode_id))[1] as "barcodeId",
      case when bool_or(fitting.exact) then 1 else count(fitting.barcode_id)::int end as fits
    from open left join fitting on fitting.id = open.id
    group by open.id, open.version, open.outer_sku_code
    order by open.id`.execute(tx);
  return rows;
}

/** Removes barcodes from SKU mappings; unmapped ones stay. */
export async function detachSkuMappings(
  context: Context,
  { ids }: { readonly ids: string },
): Promise<{ readonly changed: number }> {
  const { tx, tenantId } = context;
  const asked = idsFromList(ids);
  const { rows } = await sql<StoredResourceRow>`
    select * from product_relation where tenant_id = ${tenantId} and id = any(${asked}::bigint[])
    order by id for update`.execute(tx);
  if (rows.length < asked.length) refuseWith('record.missing');
  const matched = rows.filter((row) => row['barcode_id'] !== null);
  await writeSkuMappings(
    context,
    matched.map(({ id, version }) => ({ id, version: version + 1, barcode_id: null })),
    matched,
  );
  return { changed: matched.length };
}

/** Writes changes, and each into the log. */
async function writeSkuMappings(
  context: Context,
  changes: readonly (ColumnValues & { readonly id: string })[],
  before: readonly ColumnValues[],
): Promise<void> {
  const rows = await changeRows(context, 'product_relation', changes);
  const written = new Map(rows.map((row) => [row.id, row]));
  for (const [at, { id }] of changes.entries()) {
    const after = orRefuseMissing(written.get(id));
    logChange(context, {
      action: 'update',
      subject: 'product_relation',
      subjectId: id,
      number: String(after['outer_sku_code']),
      before: { ...after, ...before[at] },
      after,
    });
  }
}
