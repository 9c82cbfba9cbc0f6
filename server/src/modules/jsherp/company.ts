import { asOneLine, asSeveralLines, kindOfWire, type AnyKindCode } from '@tradehouse/domain';
import { refuse } from '../../kernel/index.ts';
import type { Dump, DumpRow } from './dump.ts';
import { leave, said, type Sentence } from './sentence.ts';

// Turns a dump's rows into companies in our words. Ids are still the dump's; nothing here touches a database.

/** A row that can't come along, and why. */
export interface Refusal {
  readonly table: string;
  readonly id: string;
  readonly reason: Sentence;
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

/** A word of a row, '' where it has none, on one line and without what is hidden in it. */
export const word = (row: DumpRow, column: string): string => asOneLine(row[column] ?? '');
/** The same of a remark, whose lines may break. */
export const remark = (row: DumpRow, column = 'remark'): string =>
  asSeveralLines(row[column] ?? '');
/** An id or other key, null where it has none. */
export const key = (row: DumpRow, column: string): string | null => row[column] || null;
/** A day, null where it has none; MySQL writes one that was never given as zeros. */
export const dayOf = (row: DumpRow, column: string): string | null => {
  const day = word(row, column).slice(0, 10);
  return day === '' || day === '0000-00-00' ? null : day;
};
export const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
/** The same, '0' for nothing. Throws `LeftBehind` where it is no number. */
export function numberIn(text: string): string {
  const number = text || '0';
  return isNumber(number) ? number : leave(`“${text}”不是数字`, `"${text}" is no number`);
}
/** A number as it stands, '0' where it has none. Throws `LeftBehind` where it is no number. */
export const amount = (row: DumpRow, column: string): string => numberIn(row[column] ?? '');
/** The same without its sign: the dump stores money that leaves as negative. */
export const unsigned = (row: DumpRow, column: string): string =>
  amount(row, column).replace(/^-/, '');
/** MySQL writes a bit as the byte 0 or 1 or in hexadecimal digits; an empty text is a byte 1 that an editor has dropped. */
export const bit = (row: DumpRow, column: string): boolean => {
  const value = row[column];
  return value !== null && value !== undefined && value !== '\0' && !/^(0x)?0+$/.test(value);
};

/** A company that a dump holds; its code is the login name of its owner. */
export interface SourceCompany {
  readonly tenantId: string;
  readonly code: string;
  readonly name: string;
}

/**
 * The companies of a dump, in its order, without those that were deleted there. Refuses a dump that is not jshERP's or
 * has no company.
 */
export function companiesOf(dump: Dump): readonly SourceCompany[] {
  const missing = NEEDED.filter((table) => !dump.has(table));
  if (missing.length > 0) refuse('dump.foreign', { tables: missing.join(', ') });
  const tenants = rowsOf(dump, 'jsh_tenant').filter((row) => !isDeleted(row));
  if (tenants.length === 0) refuse('dump.noCompany');
  const names = new Map(
    rowsOf(dump, 'jsh_system_config')
      .filter((row) => !isDeleted(row))
      .map((row) => [word(row, 'tenant_id'), word(row, 'company_name')]),
  );
  return tenants.map((row) => {
    const [tenantId, code] = [word(row, 'tenant_id'), word(row, 'login_name')];
    return { tenantId, code, name: names.get(tenantId) || code };
  });
}

/**
 * Those that are asked for, by the owner's login name or by jshERP's number; null asks for all. Refuses a name that is
 * not in the dump.
 */
export function chosenOf(
  companies: readonly SourceCompany[],
  asked: readonly string[] | null,
): readonly SourceCompany[] {
  if (asked === null) return companies;
  const answers = (name: string) => (each: SourceCompany) =>
    each.code === name || each.tenantId === name;
  for (const name of asked)
    if (!companies.some(answers(name)))
      refuse('dump.noSuchCompany', { name, companies: namesOf(companies) });
  return companies.filter((each) => asked.some((name) => answers(name)(each)));
}

export const namesOf = (companies: readonly SourceCompany[]): string =>
  companies.map(({ code, name }) => (name === code ? code : `${code} (${name})`)).join(', ');

/**
 * The rows of one company. Rows of the others are passed over; those of no company are left, with the reason. Refuses a
 * company whose goods move only by separate stock documents (in/out management), which these books do not know.
 */
export function companyOf(dump: Dump, { tenantId, code }: SourceCompany): Source {
  const others = new Set(rowsOf(dump, 'jsh_tenant').map((row) => word(row, 'tenant_id')));
  others.delete(tenantId);
  const refusals: Refusal[] = [];
  const read = new Map<string, number>();
  const kept = new Map<string, readonly DumpRow[]>();
  for (const [table, { rows }] of dump) {
    const own = rows.filter((row) => !others.has(row['tenant_id'] ?? ''));
    read.set(table, own.length);
    kept.set(
      table,
      own.filter((row) => {
        const reason = whyNot(row, tenantId);
        const id = word(row, 'id') || word(row, 'seq_name');
        if (reason !== null) refusals.push({ table, id, reason });
        return reason === null;
      }),
    );
  }
  const rows = (table: string): readonly DumpRow[] => kept.get(table) ?? [];
  if (rows('jsh_system_config').some((row) => row['in_out_manage_flag'] === '1'))
    refuse('dump.inOutManagement', { name: code });
  return { tenantId, rows, read, refusals };
}

const rowsOf = (dump: Dump, table: string): readonly DumpRow[] => dump.get(table)?.rows ?? [];
const isDeleted = (row: DumpRow): boolean => row['delete_flag'] === '1';

function whyNot(row: DumpRow, tenantId: string): Sentence | null {
  if (isDeleted(row)) return said('在原系统中已删除', 'deleted there');
  if (row['tenant_id'] === undefined || row['tenant_id'] === tenantId) return null;
  return said('不属于备份中的任何公司', 'belongs to no company of the dump');
}

/** `[10][17]` → ['10', '17'] */
export const bracketed = (value: string): readonly string[] =>
  [...value.matchAll(/\[(\d+)\]/g)].map(([, id = '']) => id);

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
      if (kind !== null && own.length > 0)
        return [{ table, kind, row, lines: own, time: word(row, timeColumn) }];
      const type = `${word(row, 'type')} ${word(row, 'sub_type')}`.trim();
      const reason =
        kind === null
          ? said(`未知的单据类型 ${type}`, `unknown kind ${type}`)
          : said('没有明细', 'has no lines');
      source.refusals.push({ table, id: word(row, 'id'), reason });
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

/** The dump's clock is China's. Throws `LeftBehind` where there is no such time, as MySQL's zero dates are none. */
export function instant(time: string): string {
  return instantOrNull(time) ?? leave(`没有“${time}”这个时间`, `there is no time "${time}"`);
}

/** The same, null where there is no such time. */
export function instantOrNull(time: string): string | null {
  const written = `${time.replace(' ', 'T')}Z`;
  const there = new Date(written);
  // A day that its month doesn't have is read as one of the next month.
  if (Number.isNaN(there.getTime()) || there.toISOString().slice(0, 10) !== time.slice(0, 10))
    return null;
  return new Date(written.replace('Z', '+08:00')).toISOString();
}
