// Columns chosen by hand, remembered for the company by sheet and headings.
import { createHash } from 'node:crypto';
import { sheets } from '@tradehouse/contract';
import type {
  InputOf,
  ReplyOf,
  forgetSheetMapping,
  rememberSheetMapping,
  sheetMappings,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import { grantedWarehouses, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { mayImport } from './sheetImport.ts';

/** Most mappings kept for a sheet: the least recently used are deleted. */
const MOST_MAPPINGS = 100;

const digestOf = (headings: string): string => createHash('sha256').update(headings).digest('hex');

type MappedColumn = string | null;

const OF_WAREHOUSE = 'stock:';

/**
 * Replaces ids of warehouses by names, or names by ids; an unknown warehouse becomes null. A company restored
 * from a file has other ids.
 */
async function renameWarehouses(
  { tx, tenantId, scope }: Context,
  mappings: readonly (readonly MappedColumn[])[],
  by: 'id' | 'name',
): Promise<MappedColumn[][]> {
  const isOfWarehouse = (column: MappedColumn): boolean =>
    column?.startsWith(OF_WAREHOUSE) === true;
  if (!mappings.some((columns) => columns.some(isOfWarehouse)))
    return mappings.map((columns) => [...columns]);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from warehouse
    where tenant_id = ${tenantId} and ${grantedWarehouses(scope, 'warehouse.id')}`.execute(tx);
  const other = new Map(
    rows.map(({ id, name }) => (by === 'id' ? ([id, name] as const) : ([name, id] as const))),
  );
  const renamed = (column: MappedColumn): MappedColumn => {
    if (column === null || !isOfWarehouse(column)) return column;
    const found = other.get(column.slice(OF_WAREHOUSE.length));
    return found === undefined ? null : OF_WAREHOUSE + found;
  };
  return mappings.map((columns) => columns.map(renamed));
}

/** Lists the company's mappings of a sheet, the latest first. */
export async function listSheetMappings(
  context: Context,
  { sheet }: InputOf<typeof sheetMappings>,
): Promise<ReplyOf<typeof sheetMappings>> {
  const { tx, tenantId, scope } = context;
  if (!mayImport(scope, sheet)) refuseWith('access.denied');
  const kept = await tx
    .selectFrom('sheet_mapping')
    .where('tenant_id', '=', tenantId)
    .where('sheet', '=', sheet)
    .select(['headings', 'columns'])
    .orderBy('used_at', 'desc')
    .orderBy('digest')
    .limit(MOST_MAPPINGS)
    .execute();
  const columns = await renameWarehouses(
    context,
    kept.map((one) => one.columns),
    'name',
  );
  return kept.map(({ headings }, at) => ({ headings, columns: columns[at] ?? [] }));
}

/** Remembers a mapping in place of an earlier mapping for the same headings. */
export async function saveSheetMapping(
  context: Context,
  { sheet, headings, columns }: InputOf<typeof rememberSheetMapping>,
): Promise<ReplyOf<typeof rememberSheetMapping>> {
  const { tx, tenantId, scope } = context;
  if (!mayImport(scope, sheet)) refuseWith('access.denied');
  const [given = []] = await renameWarehouses(context, [columns], 'id');
  const named = await withHiddenColumns(context, { sheet, headings }, given);
  await sql`
    insert into sheet_mapping (tenant_id, sheet, digest, headings, columns)
    values (${tenantId}, ${sheet}, ${digestOf(headings)}, ${headings}, ${named}::text[])
    on conflict (tenant_id, sheet, digest) do update
    set columns = excluded.columns, used_at = excluded.used_at`.execute(tx);
  await sql`
    delete from sheet_mapping m where m.tenant_id = ${tenantId} and m.sheet = ${sheet} and m.digest in (
      select old.digest from sheet_mapping old
      where old.tenant_id = ${tenantId} and old.sheet = ${sheet}
      order by old.used_at desc, old.digest offset ${sql.lit(MOST_MAPPINGS)})`.execute(tx);
  return {};
}

/** Restores remembered columns that the user cannot choose: masked fields, and warehouses without a grant. */
async function withHiddenColumns(
  context: Context,
  { sheet, headings }: Pick<InputOf<typeof rememberSheetMapping>, 'sheet' | 'headings'>,
  columns: readonly MappedColumn[],
): Promise<readonly MappedColumn[]> {
  const { tx, tenantId, scope } = context;
  const kept = await tx
    .selectFrom('sheet_mapping')
    .where('tenant_id', '=', tenantId)
    .where('sheet', '=', sheet)
    .where('digest', '=', digestOf(headings))
    .select('columns')
    .forUpdate()
    .executeTakeFirst();
  if (kept === undefined) return columns;
  const [ids = []] = await renameWarehouses(context, [kept.columns], 'name');
  const isHidden = (column: MappedColumn, at: number): boolean => {
    if (column === null) return false;
    if (column.startsWith(OF_WAREHOUSE)) return (ids[at] ?? null) === null;
    const mask = sheets[sheet].fields[column]?.mask;
    return mask !== undefined && !seesAmounts(scope, mask);
  };
  const others = new Set(columns.filter((column) => column !== null));
  return columns.map((column, at) => {
    const earlier = kept.columns[at] ?? null;
    return column === null && !others.has(earlier ?? '') && isHidden(earlier, at)
      ? earlier
      : column;
  });
}

export async function deleteSheetMapping(
  { tx, tenantId, scope }: Context,
  { sheet, headings }: InputOf<typeof forgetSheetMapping>,
): Promise<ReplyOf<typeof forgetSheetMapping>> {
  if (!mayImport(scope, sheet)) refuseWith('access.denied');
  await tx
    .deleteFrom('sheet_mapping')
    .where('tenant_id', '=', tenantId)
    .where('sheet', '=', sheet)
    .where('digest', '=', digestOf(headings))
    .execute();
  return {};
}
