import type { MissingRecords, SheetId, SheetImport as Shown } from '@tradehouse/contract';
import { sheets } from '@tradehouse/contract';
import type { ErrorKey, SentenceFacts } from '@tradehouse/domain';
import { DomainError } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, mayOpen, seesAmounts } from '../../kernel/access/index.ts';
import { sentenceOf } from '../../kernel/http/index.ts';
import type { Context, Language, Scope } from '../../kernel/access/index.ts';
import { columnName } from './read/cells.ts';

/** Recognised column, stored with the import. */
export interface KeptColumn {
  readonly column: number;
  readonly field: string;
  readonly label: string;
}

export interface SheetImportState {
  readonly id: string;
  readonly sheet: SheetId;
  readonly state: Shown['state'];
  readonly columns: readonly KeptColumn[];
  readonly digest: string;
  /** The import adds missing categories and brands. */
  readonly adds_missing: boolean;
}

/** State of an import after its process died: a read has failed; a write or undo never happened. */
export const leftAt = { reading: 'failed', applying: 'checked', undoing: 'applied' } as const;
/** True for a running import not touched by its process for too long. */
export const silent = sql`touched_at < now() - interval '30 seconds'`;

/** Reason stored with an import that was interrupted. */
export const interrupted = { key: 'sheet.interrupted', facts: {} } as const;

interface SheetImportRow extends SheetImportState {
  readonly file_name: string;
  readonly created_at: string;
  readonly ignored: readonly string[];
  readonly done: number;
  readonly total: number;
  readonly new_rows: number;
  readonly changed_rows: number;
  readonly same_rows: number;
  readonly wrong_rows: number;
  readonly missing: readonly MissingRecords[];
  readonly failure: { readonly key: ErrorKey; readonly facts: SentenceFacts } | null;
}

interface KeptRow extends SheetImportRow {
  readonly silent: boolean;
}

/** Settled state of a stored row: after its process died, nothing recorded the end. */
function settledRow({ silent, ...row }: KeptRow): SheetImportRow {
  if (!silent || !(row.state in leftAt)) return row;
  // SAFETY: the state is one of the three, by the check above.
  const state = leftAt[row.state as keyof typeof leftAt];
  return { ...row, state, failure: interrupted, done: 0, total: 0 };
}

/** May the caller bring this sheet? */
export const mayImport = (scope: Scope, sheet: SheetId): boolean =>
  mayOpen(scope, sheets[sheet].page, '1');

/** Reads the caller's import of a permitted sheet; any other counts as missing. */
export async function ownImport(
  context: Context,
  id: string,
  lock = false,
): Promise<SheetImportRow> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<KeptRow>`
    select *, ${silent} as silent from sheet_import
    where tenant_id = ${tenantId} and id = ${id} and user_id = ${scope.userId}
    ${lock ? sql`for update` : sql``}`.execute(tx);
  const [row] = rows;
  return orRefuseMissing(
    row !== undefined && mayImport(scope, row.sheet) ? settledRow(row) : undefined,
  );
}

/** Reads the caller's latest import of a sheet; undone imports are skipped. */
export async function latestImport(
  context: Context,
  sheet: SheetId,
): Promise<SheetImportRow | null> {
  const { tx, tenantId, scope } = context;
  if (!mayImport(scope, sheet)) return null;
  const { rows } = await sql<KeptRow>`
    select *, ${silent} as silent from sheet_import
    where tenant_id = ${tenantId} and sheet = ${sheet} and user_id = ${scope.userId} and state <> 'undone'
    order by id desc limit 1`.execute(tx);
  const [row] = rows;
  return row === undefined ? null : settledRow(row);
}

export function toShownImport(row: SheetImportRow, language: Language): Shown {
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
    addsMissing: row.adds_missing,
    missing: [...row.missing],
    failure:
      failure === null ? null : sentenceOf(new DomainError(failure.key, failure.facts), language),
  };
}

/** Columns with amounts visible to the reader: rights may have changed since the reading. */
export const seenColumns = ({ sheet, columns }: SheetImportState, scope: Scope): KeptColumn[] =>
  columns.filter(({ field }) => {
    const mask = sheets[sheet].fields[field]?.mask;
    return mask === undefined || seesAmounts(scope, mask);
  });
