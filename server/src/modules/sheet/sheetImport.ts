import type { SheetId, SheetImport as Shown } from '@tradehouse/contract';
import { sheets } from '@tradehouse/contract';
import type { ErrorKey, Facts } from '@tradehouse/domain';
import { DomainError } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, mayOpen, seesAmounts, sentenceOf } from '../../kernel/index.ts';
import type { Context, Language, Scope } from '../../kernel/index.ts';
import { columnName } from './read/cells.ts';

/** A recognised column, as the import remembers it. */
export interface KeptColumn {
  readonly column: number;
  readonly field: string;
  readonly label: string;
}

/** An import as it is worked on. */
export interface SheetImport {
  readonly id: string;
  readonly sheet: SheetId;
  readonly state: Shown['state'];
  readonly columns: readonly KeptColumn[];
  readonly digest: string;
}

/** Where an import is left when its process dies: a reading has failed, a writing or an undoing never happened. */
export const leftAt = { reading: 'failed', applying: 'checked', undoing: 'applied' } as const;
/** Says of an import that is worked on that its process has not touched it for too long. */
export const silent = sql`touched_at < now() - interval '30 seconds'`;

/** Why it ended. */
export const interrupted = { key: 'sheet.interrupted', facts: {} } as const;

interface Row extends SheetImport {
  readonly file_name: string;
  readonly created_at: string;
  readonly ignored: readonly string[];
  readonly done: number;
  readonly total: number;
  readonly new_rows: number;
  readonly changed_rows: number;
  readonly same_rows: number;
  readonly wrong_rows: number;
  readonly failure: { readonly key: ErrorKey; readonly facts: Facts } | null;
}

interface KeptRow extends Row {
  readonly silent: boolean;
}

/** What is kept, as it is known to stand: of a process that died no one has written anything down yet. */
function settledRow({ silent, ...row }: KeptRow): Row {
  if (!silent || !(row.state in leftAt)) return row;
  // SAFETY: it is one of the three, as was just seen.
  const state = leftAt[row.state as keyof typeof leftAt];
  return { ...row, state, failure: interrupted, done: 0, total: 0 };
}

/** May the caller bring this sheet? */
export const mayImport = (scope: Scope, sheet: SheetId): boolean =>
  mayOpen(scope, sheets[sheet].page, '1');

/** One's own import of a sheet that one may bring; anything else is as good as missing. */
export async function ownImport(context: Context, id: string, lock = false): Promise<Row> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<KeptRow>`
    select *, ${silent} as silent from sheet_import
    where tenant_id = ${tenantId} and id = ${id} and user_id = ${scope.userId}
    ${lock ? sql`for update` : sql``}`.execute(tx);
  const [row] = rows;
  return found(row !== undefined && mayImport(scope, row.sheet) ? settledRow(row) : undefined);
}

/** The latest import of a sheet by the caller; undone ones are done with. */
export async function latestImport(context: Context, sheet: SheetId): Promise<Row | null> {
  const { tx, tenantId, scope } = context;
  if (!mayImport(scope, sheet)) return null;
  const { rows } = await sql<KeptRow>`
    select *, ${silent} as silent from sheet_import
    where tenant_id = ${tenantId} and sheet = ${sheet} and user_id = ${scope.userId} and state <> 'undone'
    order by id desc limit 1`.execute(tx);
  const [row] = rows;
  return row === undefined ? null : settledRow(row);
}

/** An import as its reader is told of it. */
export function shownImport(row: Row, language: Language): Shown {
  const { failure } = row;
  return {
    id: row.id,
    sheet: row.sheet,
    state: row.state,
    fileName: row.file_name,
    createTime: new Date(row.created_at).toISOString(),
    done: row.done,
    total: row.total,
    newRows: row.new_rows,
    changedRows: row.changed_rows,
    sameRows: row.same_rows,
    wrongRows: row.wrong_rows,
    columns: row.columns.map(({ column, label }) => ({ column: columnName(column), label })),
    ignored: [...row.ignored],
    failure:
      failure === null ? null : sentenceOf(new DomainError(failure.key, failure.facts), language),
  };
}

/** Columns whose amounts the reader may see: rights may have changed since the file was read. */
export const seenColumns = ({ sheet, columns }: SheetImport, scope: Scope): KeptColumn[] =>
  columns.filter(({ field }) => {
    const mask = sheets[sheet].fields[field]?.mask;
    return mask === undefined || seesAmounts(scope, mask);
  });
