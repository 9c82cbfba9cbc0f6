import { asOneLine, asSeveralLines, kindOfWire, type AnyKindCode } from '@tradehouse/domain';
import { refuseWith } from '../../kernel/access/index.ts';
import type { Dump, DumpRow } from './dump.ts';
import { leaveRowBehind, makeSentence, type Sentence } from './sentence.ts';

// Converts a dump's rows to companies in our terms. Ids stay the dump's; no database access.

export interface DumpRefusal {
  readonly table: string;
  readonly id: string;
  readonly reason: Sentence;
}

/** Rows of a company by table, and rows refused during reading. */
export interface CompanyDump {
  readonly tenantId: string;
  readonly rows: (table: string) => readonly DumpRow[];
  readonly read: ReadonlyMap<string, number>;
  readonly refusals: DumpRefusal[];
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

/** Reads a text: '' if missing, on a single line, without invisible characters. */
export const readDumpWord = (row: DumpRow, column: string): string => asOneLine(row[column] ?? '');
/** Reads a remark like `readDumpWord`, but keeps line breaks. */
export const readDumpRemark = (row: DumpRow, column = 'remark'): string =>
  asSeveralLines(row[column] ?? '');
/** Reads an id or key; null if missing. */
export const readDumpKey = (row: DumpRow, column: string): string | null => row[column] || null;
/** Reads a day; null if missing, because MySQL writes zeros for a day never set. */
export const readDumpDay = (row: DumpRow, column: string): string | null => {
  const day = readDumpWord(row, column).slice(0, 10);
  return day === '' || day === '0000-00-00' ? null : day;
};
export const isDumpNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
/** Validates a number; '0' for an empty text. Throws `LeftBehind` if not a number. */
export function numberIn(text: string): string {
  const number = text || '0';
  return isDumpNumber(number)
    ? number
    : leaveRowBehind(`“${text}”不是数字`, `"${text}" is no number`);
}
/** Reads a number; '0' if missing. Throws `LeftBehind` if not a number. */
export const readDumpAmount = (row: DumpRow, column: string): string => numberIn(row[column] ?? '');
/** Reads a number without sign, because the dump stores outgoing money negative. */
export const readUnsignedAmount = (row: DumpRow, column: string): string =>
  readDumpAmount(row, column).replace(/^-/, '');
/**
 * Reads a bit: MySQL writes a byte 0 or 1, or hexadecimal digits; an empty text is a byte 1 dropped by an
 * editor.
 */
export const readDumpBit = (row: DumpRow, column: string): boolean => {
  const value = row[column];
  return value !== null && value !== undefined && value !== '\0' && !/^(0x)?0+$/.test(value);
};

/** Company in a dump; the code is the owner's login name. */
export interface SourceCompany {
  readonly tenantId: string;
  readonly code: string;
  readonly name: string;
}

/** Returns a dump's undeleted companies, in order. Refuses a dump without companies or not of jshERP. */
export function companiesOf(dump: Dump): readonly SourceCompany[] {
  const missing = NEEDED.filter((table) => !dump.has(table));
  if (missing.length > 0) refuseWith('dump.foreign', { tables: missing.join(', ') });
  const tenants = rowsOfDumpTable(dump, 'jsh_tenant').filter((row) => !isDeleted(row));
  if (tenants.length === 0) refuseWith('dump.noCompany');
  const names = new Map(
    rowsOfDumpTable(dump, 'jsh_system_config')
      .filter((row) => !isDeleted(row))
      .map((row) => [readDumpWord(row, 'tenant_id'), readDumpWord(row, 'company_name')]),
  );
  return tenants.map((row) => {
    const [tenantId, code] = [readDumpWord(row, 'tenant_id'), readDumpWord(row, 'login_name')];
    return { tenantId, code, name: names.get(tenantId) || code };
  });
}

/**
 * Selects companies by the owner's login name or jshERP's number; null selects all. Refuses names missing
 * in the dump.
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
      refuseWith('dump.noSuchCompany', { name, companies: namesOfSourceCompanies(companies) });
  return companies.filter((each) => asked.some((name) => answers(name)(each)));
}

export const namesOfSourceCompanies = (companies: readonly SourceCompany[]): string =>
  companies.map(({ code, name }) => (name === code ? code : `${code} (${name})`)).join(', ');

/**
 * Reads a company's rows; rows of other companies are skipped, rows without a company refused. Refuses
 * separate stock documents (in/out management), unsupported here.
 */
export function selectCompanyDump(dump: Dump, { tenantId, code }: SourceCompany): CompanyDump {
  const others = new Set(
    rowsOfDumpTable(dump, 'jsh_tenant').map((row) => readDumpWord(row, 'tenant_id')),
  );
  others.delete(tenantId);
  const refusals: DumpRefusal[] = [];
  const read = new Map<string, number>();
  const kept = new Map<string, readonly DumpRow[]>();
  for (const [table, { rows }] of dump) {
    const own = rows.filter((row) => !others.has(row['tenant_id'] ?? ''));
    read.set(table, own.length);
    kept.set(
      table,
      own.filter((row) => {
        const reason = whyNot(row, tenantId);
        const id = readDumpWord(row, 'id') || readDumpWord(row, 'seq_name');
        if (reason !== null) refusals.push({ table, id, reason });
        return reason === null;
      }),
    );
  }
  const rows = (table: string): readonly DumpRow[] => kept.get(table) ?? [];
  if (rows('jsh_system_config').some((row) => row['in_out_manage_flag'] === '1'))
    refuseWith('dump.inOutManagement', { name: code });
  return { tenantId, rows, read, refusals };
}

const rowsOfDumpTable = (dump: Dump, table: string): readonly DumpRow[] =>
  dump.get(table)?.rows ?? [];
const isDeleted = (row: DumpRow): boolean => row['delete_flag'] === '1';

function whyNot(row: DumpRow, tenantId: string): Sentence | null {
  if (isDeleted(row)) return makeSentence('在原系统中已删除', 'deleted there');
  if (row['tenant_id'] === undefined || row['tenant_id'] === tenantId) return null;
  return makeSentence('不属于备份中的任何公司', 'belongs to no company of the dump');
}

/** `[10][17]` → ['10', '17'] */
export const parseBracketedIds = (value: string): readonly string[] =>
  [...value.matchAll(/\[(\d+)\]/g)].map(([, id = '']) => id);

export interface SourceDocument {
  readonly table: 'jsh_depot_head' | 'jsh_account_head';
  readonly kind: AnyKindCode;
  readonly row: DumpRow;
  readonly lines: readonly DumpRow[];
}

/** Returns goods and money documents in time order; refuses heads of unknown kind or without lines. */
export function collectSourceDocuments(source: CompanyDump): readonly SourceDocument[] {
  const family = (
    table: 'jsh_depot_head' | 'jsh_account_head',
    lineTable: string,
    timeColumn: string,
  ) => {
    const lines = Map.groupBy(source.rows(lineTable), (row) => readDumpWord(row, 'header_id'));
    return source.rows(table).flatMap((row) => {
      const kind = kindOfWire(
        readDumpWord(row, 'type'),
        table === 'jsh_depot_head' ? readDumpWord(row, 'sub_type') : null,
      );
      const own = lines.get(readDumpWord(row, 'id')) ?? [];
      if (kind !== null && own.length > 0)
        return [{ table, kind, row, lines: own, time: readDumpWord(row, timeColumn) }];
      const type = `${readDumpWord(row, 'type')} ${readDumpWord(row, 'sub_type')}`.trim();
      const reason =
        kind === null
          ? makeSentence(`未知的单据类型 ${type}`, `unknown kind ${type}`)
          : makeSentence('没有明细', 'has no lines');
      source.refusals.push({ table, id: readDumpWord(row, 'id'), reason });
      return [];
    });
  };
  return [
    ...family('jsh_depot_head', 'jsh_depot_item', 'oper_time'),
    ...family('jsh_account_head', 'jsh_account_item', 'bill_time'),
  ].toSorted(
    (a, b) =>
      a.time.localeCompare(b.time) ||
      readDumpWord(a.row, 'create_time').localeCompare(readDumpWord(b.row, 'create_time')),
  );
}

/**
 * Converts a time of the dump, in China's time zone. Throws `LeftBehind` for invalid times, like MySQL's
 * zero dates.
 */
export function toDumpInstant(time: string): string {
  return (
    instantOrNull(time) ?? leaveRowBehind(`没有“${time}”这个时间`, `there is no time "${time}"`)
  );
}

/** Converts a time like `toDumpInstant`; null if invalid. */
export function instantOrNull(time: string): string | null {
  const written = `${time.replace(' ', 'T')}Z`;
  const there = new Date(written);
  // A day missing in the month would parse like a day of the next month.
  if (Number.isNaN(there.getTime()) || there.toISOString().slice(0, 10) !== time.slice(0, 10))
    return null;
  return new Date(written.replace('Z', '+08:00')).toISOString();
}
