import type {
  InputOf,
  MissingRecords,
  SheetChoices,
  SheetId,
  SheetImport as Shown,
  addMissingRecords,
  applySheet,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { logChange, sqlError, runTransaction } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import type { Asker } from '../../kernel/tx/index.ts';
import { PutAway, clearRows, clearSilent } from './background.ts';
import type { Pulse, RunningImportState, SheetJobs } from './background.ts';
import { compareImportRows, importRowsSql } from './compare.ts';
import type { ImportOutcomes } from './compare.ts';
import { measureAgain, waiting, written } from './measure.ts';
import { requireFileType, tableTypes } from './read/fileTypes.ts';
import { limits } from './read/limits.ts';
import { checkTable } from './read/rows.ts';
import { cellAnswers, columnChoice, fileChoice, createSheetReader } from './reader.ts';
import { clearMissing, mayAddMissing } from './missingRecords.ts';
import { ownImport, seenColumns, toShownImport } from './sheetImport.ts';
import type { KeptColumn, SheetImportState } from './sheetImport.ts';
import { stageSheetRows, stagedBatches } from './staging.ts';
import { works } from './work.ts';

/** Server services for the steps of an import. */
export interface SheetImportServices {
  readonly kernel: FastifyInstance['kernel'];
  readonly jobs: SheetJobs;
}

const ONE_RUNNING = 'sheet_import__one_running';

const askerOf = (
  { kernel }: SheetImportServices,
  { scope, language, address }: EndpointCall,
): Asker => ({
  lanes: kernel.lanes,
  scope,
  language,
  address,
});

/** Refuses with `sheet.running` while the company's only slot is taken. */
async function refuseSecondImport<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlError(error)?.constraint === ONE_RUNNING) return refuseWith('sheet.running');
    throw error;
  }
}

/** Begins an import: refuses a file that is no spreadsheet at once, compares in the background. */
export async function beginSheetImport(
  desk: SheetImportServices,
  call: EndpointCall,
  sheet: SheetId,
  choices: SheetChoices,
): Promise<Shown> {
  const upload = call.upload ?? refuseWith('request.field', { field: 'file' });
  const file = fileChoice(choices);
  requireFileType(upload.name, tableTypes);
  await checkTable(upload.bytes, file);
  const leave = desk.kernel.heavy.enter(call.scope);
  let fresh = false;
  try {
    const answer = await refuseSecondImport(() =>
      call.transact(async (context) => {
        fresh = true;
        return toShownImport(await insertSheetImport(context, sheet, upload.name), call.language);
      }),
    );
    if (fresh) {
      const asker = askerOf(desk, call);
      const { id } = answer;
      desk.jobs.start(asker, { id, state: 'reading', leave }, (pulse) =>
        readAndCompare(asker, id, { sheet, bytes: upload.bytes, choices }, pulse),
      );
    } else leave();
    return answer;
  } catch (error) {
    leave();
    throw error;
  }
}

/** Adds an import, replacing the user's unapplied imports of the sheet; deletes old imports. */
async function insertSheetImport(context: Context, sheet: SheetId, fileName: string) {
  const { tx, tenantId, scope } = context;
  await clearSilent(context);
  await sql`
    delete from sheet_import
    where tenant_id = ${tenantId} and state not in ('reading', 'applying', 'undoing') and (
      (user_id = ${scope.userId} and sheet = ${sheet} and state <> 'applied')
      or created_at < now() - interval '30 days')`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    insert into sheet_import (tenant_id, sheet, state, user_id, file_name)
    values (${tenantId}, ${sheet}, 'reading', ${scope.userId}, ${fileName}) returning id`.execute(
    tx,
  );
  return ownImport(context, orRefuseMissing(rows[0]).id);
}

interface GivenFile {
  readonly sheet: SheetId;
  readonly bytes: Uint8Array;
  readonly choices: SheetChoices;
}

async function readAndCompare(
  asker: Asker,
  id: string,
  { sheet, bytes, choices }: GivenFile,
  pulse: Pulse,
): Promise<void> {
  const reading = {
    ...(await runTransaction(asker, null, (context) => createSheetReader(context, sheet))),
    rule: works[sheet].rule,
    most: limits.rows,
    file: fileChoice(choices),
    columns: columnChoice(choices),
    answers: cellAnswers(choices),
  };
  let columns: readonly KeptColumn[] = [];
  for await (const { headings, rows } of stagedBatches(bytes, reading)) {
    stopIfPutAway(pulse);
    columns = headings.columns.map(({ column, field, label }) => ({ column, field, label }));
    await runTransaction(asker, null, async (context) => {
      if (pulse.done === 0) await keepHeadings(context, id, columns, headings.ignored);
      await stageSheetRows(context, id, rows);
      return {};
    });
    pulse.done += rows.length;
  }
  pulse.total = pulse.done;
  await measureAgain(asker, waiting, pulse.total);
  await runTransaction(asker, null, async (context) => {
    const result = await compareAll(context, { id, sheet, columns, adds_missing: false });
    await keepOutcomes(context, id, result);
    await moveImportState(context, id, 'reading', 'checked');
    return {};
  });
}

const stopIfPutAway = ({ stopped }: Pulse): void => {
  if (stopped.aborted) throw new PutAway('put away');
};

async function keepHeadings(
  { tx, tenantId }: Context,
  id: string,
  columns: readonly KeptColumn[],
  ignored: readonly string[],
): Promise<void> {
  await sql`
    update sheet_import set columns = ${JSON.stringify(columns)}::jsonb, ignored = ${ignored}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

type Compared = Pick<SheetImportState, 'id' | 'sheet' | 'columns' | 'adds_missing'>;

interface Comparison extends ImportOutcomes {
  readonly addsMissing: boolean;
  readonly missing: readonly MissingRecords[];
}

/** Compares all rows with the current books. */
async function compareAll(context: Context, at: Compared): Promise<Comparison> {
  const { tx } = context;
  // Whole tables join whole sheets: nested index lookups would take minutes.
  await sql`set local enable_nestloop = off`.execute(tx);
  await sql`set local statement_timeout = '120s'`.execute(tx);
  const work = works[at.sheet];
  const whole = { ...at, state: 'reading', digest: '' } as const;
  await work.check(context, whole);
  const result = await compareImportRows(context, whole, work.present(context, whole));
  const missing = (await work.missing?.(context, whole)) ?? [];
  await sql`set local enable_nestloop = on`.execute(tx);
  return { ...result, missing, addsMissing: at.adds_missing };
}

/** Stores a comparison. Always the last statement: the heartbeat writes the same row. */
async function keepOutcomes(
  { tx, tenantId }: Context,
  id: string,
  { newRows, changedRows, sameRows, wrongRows, digest, missing, addsMissing }: Comparison,
): Promise<void> {
  await sql`
    update sheet_import set new_rows = ${newRows}, changed_rows = ${changedRows}, same_rows = ${sameRows},
      wrong_rows = ${wrongRows}, digest = ${digest}, adds_missing = ${addsMissing},
      missing = ${JSON.stringify(missing)}::jsonb
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** Moves an import to its next state. If discarded meanwhile or presumed dead, all work is rolled back. */
async function moveImportState(
  { tx, tenantId }: Context,
  id: string,
  from: RunningImportState,
  to: 'checked' | 'applied' | 'undone',
): Promise<void> {
  const { rows } = await sql`
    update sheet_import set state = ${to}, failure = null, done = 0, total = 0,
      applied_at = ${to === 'applied' ? sql`now()` : sql`applied_at`},
      undone_at = ${to === 'undone' ? sql`now()` : sql`null`}
    where tenant_id = ${tenantId} and id = ${id} and state = ${from} and not canceled returning id`.execute(
    tx,
  );
  if (rows.length === 0) throw new PutAway('put away');
}

/** Compares an import again, with or without adding the missing records. */
export async function chooseMissing(
  desk: SheetImportServices,
  call: EndpointCall,
  { id, addsMissing }: InputOf<typeof addMissingRecords>,
): Promise<Shown> {
  if (addsMissing && !mayAddMissing(call.scope))
    refuseWith('access.denied', {}, { field: 'addsMissing' });
  return startImportWork(desk, call, id, { from: 'checked', to: 'reading' }, (asker, at) =>
    runTransaction(asker, null, async (context) => {
      await clearMissing(context, id);
      const result = await compareAnew(context, { ...at, adds_missing: addsMissing });
      await keepOutcomes(context, id, result);
      await moveImportState(context, id, 'reading', 'checked');
      return {};
    }).then(() => undefined),
  );
}

interface StepStart {
  readonly from: 'checked' | 'applied';
  readonly to: RunningImportState;
  /** Wrong rows stay out. */
  readonly withoutWrong?: boolean | undefined;
}

/** Refuses a part of a product: combinations of attributes are written whole. */
async function refusePartOfProduct(context: Context, id: string): Promise<void> {
  const { rows } = await sql`
    select from sheet_row r
    where ${importRowsSql(context, id)} and r.derived->'pairs' is not null limit 1`.execute(
    context.tx,
  );
  if (rows.length > 0) refuseWith('sheet.wrongCombinations');
}

async function startImportWork(
  desk: SheetImportServices,
  call: EndpointCall,
  id: string,
  { from, to, withoutWrong = false }: StepStart,
  work: (asker: Asker, at: SheetImportState, pulse: Pulse) => Promise<void>,
): Promise<Shown> {
  const leave = desk.kernel.heavy.enter(call.scope);
  let begun: SheetImportState | null = null;
  try {
    const answer = await refuseSecondImport(() =>
      call.transact(async (context) => {
        await clearSilent(context);
        const row = await ownImport(context, id, true);
        if (row.state !== from) refuseWith('sheet.state');
        // Amounts visible when the file was read may be hidden by now.
        if (seenColumns(row, call.scope).length < row.columns.length) refuseWith('access.denied');
        if (to === 'applying' && row.wrong_rows > 0) {
          if (!withoutWrong) refuseWith('sheet.wrongRows', { count: row.wrong_rows });
          await refusePartOfProduct(context, id);
        }
        await sql`
          update sheet_import set state = ${to}, failure = null, touched_at = now(),
            done = 0, total = new_rows + changed_rows
          where tenant_id = ${context.tenantId} and id = ${id}`.execute(context.tx);
        begun = row;
        return toShownImport(await ownImport(context, id), call.language);
      }),
    );
    const at: SheetImportState | null = begun;
    if (at === null) leave();
    else {
      const asker = askerOf(desk, call);
      desk.jobs.start(asker, { id, state: to, leave }, (pulse) => {
        pulse.total = answer.total;
        return work(asker, at, pulse);
      });
    }
    return answer;
  } catch (error) {
    leave();
    throw error;
  }
}

const createImportProgress =
  (pulse: Pulse) =>
  async (rows: number): Promise<void> => {
    pulse.done += rows;
    stopIfPutAway(pulse);
  };

/**
 * Applies compared rows in one transaction; wrong rows stay out if the user agreed. Compares again first
 * with the same rights; if an outcome differs, stores the new comparison and writes nothing.
 */
export const applySheetImport = (
  desk: SheetImportServices,
  call: EndpointCall,
  { id, withoutWrong }: InputOf<typeof applySheet>,
): Promise<Shown> =>
  startImportWork(
    desk,
    call,
    id,
    { from: 'checked', to: 'applying', withoutWrong },
    async (asker, at, pulse) => {
      await runTransaction(asker, null, async (context) => {
        pulse.done = 0;
        const result = await compareAnew(context, at);
        if (result.digest !== at.digest) {
          await showAnew(context, id, result);
          return {};
        }
        await works[at.sheet].write(context, at, createImportProgress(pulse));
        logSheetImport(context, 'import', at, pulse);
        await moveImportState(context, id, 'applying', 'applied');
        return {};
      });
      await measureAgain(asker, written, pulse.total);
    },
  );

/** Repeats the comparison with the books; wrong rows remain wrong. */
async function compareAnew(context: Context, at: SheetImportState): Promise<Comparison> {
  await sql`
    update sheet_row set target_id = null, derived = derived - array['version', 'categoryId', 'brandId', 'barcodeId', 'lead', 'place', 'attributes']
    where tenant_id = ${context.tenantId} and import_id = ${at.id}`.execute(context.tx);
  return compareAll(context, at);
}

/** Stores the new comparison and marks the import accordingly. */
async function showAnew(context: Context, id: string, result: Comparison): Promise<void> {
  await keepOutcomes(context, id, result);
  await moveImportState(context, id, 'applying', 'checked');
  await sql`
    update sheet_import set failure = '{"key": "sheet.changedMeanwhile", "facts": {}}'
    where tenant_id = ${context.tenantId} and id = ${id}`.execute(context.tx);
}

/** Undoes an applied import in one transaction, if its records are unused and unchanged. */
export const undoSheetImport = (
  desk: SheetImportServices,
  call: EndpointCall,
  id: string,
): Promise<Shown> =>
  startImportWork(desk, call, id, { from: 'applied', to: 'undoing' }, async (asker, at, pulse) => {
    await measureAgain(asker, written, pulse.total);
    await runTransaction(asker, null, async (context) => {
      pulse.done = 0;
      await sql`set local statement_timeout = '120s'`.execute(context.tx);
      await works[at.sheet].undo(context, at, createImportProgress(pulse));
      logSheetImport(context, 'undoImport', at, pulse);
      await moveImportState(context, id, 'undoing', 'undone');
      await clearRows(context, id);
      return {};
    });
  });

/** Writes one log line for an import's whole effect. */
function logSheetImport(
  context: Context,
  action: 'import' | 'undoImport',
  { id, sheet }: SheetImportState,
  { done }: Pulse,
): void {
  logChange(context, { action, subject: sheet, subjectId: id, after: { rows: done } });
}

/** Cancels a running step or discards a waiting import; applied rows remain. */
export async function cancelSheetImport(
  desk: SheetImportServices,
  call: EndpointCall,
  id: string,
): Promise<Shown> {
  const running = await call.transact(async (context) => {
    await clearSilent(context);
    const row = await ownImport(context, id, true);
    if (row.state === 'applied' || row.state === 'undone') refuseWith('sheet.state');
    const works = ['reading', 'applying', 'undoing'].includes(row.state);
    await sql`${
      works ? sql`update sheet_import set canceled = true` : sql`delete from sheet_import`
    } where tenant_id = ${context.tenantId} and id = ${id}`.execute(context.tx);
    return { works, shown: toShownImport(row, call.language) };
  });
  if (running.works) await desk.jobs.stop(call.scope.tenantId, id);
  return running.shown;
}
