import { kindOfWire, type AnyKindCode } from '@tradehouse/domain';
import { DumpError, type Dump, type DumpRow } from './dump.ts';

// Turns a dump's rows into one company in our words. Ids are still the dump's; nothing here touches a database.

/** A row that can't come along, and why. */
export interface Refusal {
  readonly table: string;
  readonly id: string;
  readonly reason: string;
}

/** The rows of one company, by table, and those that were left behind while reading. */
export interface Source {
  readonly tenantId: string;
  readonly rows: (table: string) => readonly DumpRow[];
  readonly read: ReadonlyMap<string, number>;
  readonly refusals: Refusal[];
}

const NEEDED = [
  'jsh_material',
  'jsh_material_extend',
  'jsh_depot',
  'jsh_depot_head',
  'jsh_depot_item',
  'jsh_account_head',
  'jsh_account_item',
  'jsh_supplier',
  'jsh_tenant',
  'jsh_user',
];

/** A word of a row, '' where it has none. PostgreSQL keeps no zero bytes in texts. */
export const word = (row: DumpRow, column: string): string =>
  (row[column] ?? '').replaceAll('\0', '');
/** An id or other key, null where it has none. */
export const key = (row: DumpRow, column: string): string | null => row[column] || null;
/** A number as it stands, '0' where it has none. */
export const amount = (row: DumpRow, column: string): string => row[column] || '0';
/** The same without its sign: the dump stores money that leaves as negative. */
export const unsigned = (row: DumpRow, column: string): string =>
  amount(row, column).replace(/^-/, '');
/** MySQL writes a bit as the byte 0 or 1; an empty text is a byte 1 that an editor has dropped. */
export const bit = (row: DumpRow, column: string): boolean => {
  const value = row[column];
  return value !== null && value !== undefined && value !== '\0' && value !== '0';
};

/**
 * The one company of a dump.
 * @throws DumpError when the dump is not jshERP's, has no company or several, or its goods move only by separate
 *   stock documents (in/out management), which these books do not know
 */
export function companyOf(dump: Dump): Source {
  const missing = NEEDED.filter((table) => !dump.has(table));
  if (missing.length > 0)
    throw new DumpError(`This is no jshERP dump: it has no table ${missing.join(', ')}.`);
  const tenants = dump.get('jsh_tenant')?.rows ?? [];
  if (tenants.length !== 1)
    throw new DumpError(
      `The dump holds ${tenants.length} companies; one at a time can be imported.`,
    );
  const tenantId = word(tenants[0] as DumpRow, 'tenant_id');
  const refusals: Refusal[] = [];
  const read = new Map<string, number>();
  const kept = new Map<string, readonly DumpRow[]>();
  for (const [table, { columns, rows }] of dump) {
    read.set(table, rows.length);
    kept.set(
      table,
      rows.filter((row) => belongs(table, columns, row, tenantId, refusals)),
    );
  }
  const rows = (table: string): readonly DumpRow[] => kept.get(table) ?? [];
  if (rows('jsh_system_config').some((row) => row['in_out_manage_flag'] === '1')) {
    throw new DumpError(
      "The company uses in/out management: its trade documents move no stock, so its books can't be posted here.",
    );
  }
  return { tenantId, rows, read, refusals };
}

function belongs(
  table: string,
  columns: readonly string[],
  row: DumpRow,
  tenantId: string,
  refusals: Refusal[],
): boolean {
  const id = row['id'] ?? row['seq_name'] ?? '';
  const refuse = (reason: string): false => {
    refusals.push({ table, id, reason });
    return false;
  };
  if (row['delete_flag'] === '1') return refuse('deleted there');
  if (columns.includes('tenant_id') && table !== 'jsh_tenant' && row['tenant_id'] !== tenantId) {
    return refuse('belongs to no company of the dump');
  }
  return true;
}

/** `[10][17]` → ['10', '17'] */
export const bracketed = (value: string): readonly string[] =>
  [...value.matchAll(/\[(\d+)\]/g)].map(([, id]) => id as string);

export interface SourceDocument {
  readonly table: 'jsh_depot_head' | 'jsh_account_head';
  readonly kind: AnyKindCode;
  readonly row: DumpRow;
  readonly lines: readonly DumpRow[];
}

/** Goods and money documents in the order they happened; heads of unknown kinds and without lines are refused. */
export function documentsOf(source: Source): readonly SourceDocument[] {
  const family = (
    table: 'jsh_depot_head' | 'jsh_account_head',
    lineTable: string,
    timeColumn: string,
  ) => {
    const lines = Map.groupBy(source.rows(lineTable), (row) => word(row, 'header_id'));
    return source.rows(table).flatMap((row) => {
      const kind = kindOfWire(
        word(row, 'type'),
        table === 'jsh_depot_head' ? word(row, 'sub_type') : null,
      );
      const own = lines.get(word(row, 'id')) ?? [];
      const reason =
        kind === null
          ? `unknown kind ${word(row, 'type')} ${word(row, 'sub_type')}`.trim()
          : own.length === 0
            ? 'has no lines'
            : null;
      if (kind !== null && reason === null)
        return [{ table, kind, row, lines: own, time: word(row, timeColumn) }];
      source.refusals.push({ table, id: word(row, 'id'), reason: reason ?? '' });
      return [];
    });
  };
  return [
    ...family('jsh_depot_head', 'jsh_depot_item', 'oper_time'),
    ...family('jsh_account_head', 'jsh_account_item', 'bill_time'),
  ].toSorted(
    (a, b) =>
      a.time.localeCompare(b.time) ||
      word(a.row, 'create_time').localeCompare(word(b.row, 'create_time')),
  );
}

/** The dump's clock is China's. */
export const instant = (time: string): string =>
  new Date(`${time.replace(' ', 'T')}+08:00`).toISOString();
