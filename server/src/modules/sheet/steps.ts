import type { SheetChoices, SheetId, SheetImport as Shown } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { log, found, refuse, sqlError, transact } from '../../kernel/index.ts';
import type { Asker, Call, Context } from '../../kernel/index.ts';
import { PutAway, clearRows, clearSilent } from './background.ts';
import type { Pulse, Running, SheetJobs } from './background.ts';
import { compare } from './compare.ts';
import type { Outcomes } from './compare.ts';
import { measureAgain, waiting, written } from './measure.ts';
import { requireFileType, tableTypes } from './read/fileTypes.ts';
import { limits } from './read/limits.ts';
import { checkTable } from './read/rows.ts';
import { columnChoice, fileChoice, readerOf } from './reader.ts';
import { ownImport, seenColumns, shownImport } from './sheetImport.ts';
import type { KeptColumn, SheetImport } from './sheetImport.ts';
import { stage, stagedBatches } from './staging.ts';
import { works } from './work.ts';

/** What the steps of an import need of the server. */
export interface Desk {
  readonly kernel: FastifyInstance['kernel'];
  readonly jobs: SheetJobs;
}

const ONE_RUNNING = 'sheet_import__one_running';

const askerOf = ({ kernel }: Desk, { scope, language, address }: Call): Asker => ({
  lanes: kernel.lanes,
  scope,
  language,
  address,
});

/** Refuses with `sheet.running` what the one place of a company is taken for. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlError(error)?.constraint === ONE_RUNNING) return refuse('sheet.running');
    throw error;
  }
}

/** Takes a file in: what is no spreadsheet is refused at once, the rest is read and compared beside the request. */
export async function begin(
  desk: Desk,
  call: Call,
  sheet: SheetId,
  choices: SheetChoices,
): Promise<Shown> {
  const upload = call.upload ?? refuse('request.field', { field: 'file' });
  const file = fileChoice(choices);
  requireFileType(upload.name, tableTypes);
  await checkTable(upload.bytes, file);
  const leave = desk.kernel.heavy.enter(call.scope);
  let fresh = false;
  try {
    const answer = await alone(() =>
      call.transact(async (context) => {
        fresh = true;
        return shownImport(await addImport(context, sheet, upload.name), call.language);
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

/** A new import takes the place of one's earlier ones of the sheet that were never applied; old ones are forgotten. */
async function addImport(context: Context, sheet: SheetId, fileName: string) {
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
  return ownImport(context, found(rows[0]).id);
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
    ...(await transact(asker, null, (context) => readerOf(context, sheet))),
    rule: works[sheet].rule,
    most: limits.rows,
    file: fileChoice(choices),
    columns: columnChoice(choices),
  };
  let columns: readonly KeptColumn[] = [];
  for await (const { headings, rows } of stagedBatches(bytes, reading)) {
    stopIfPutAway(pulse);
    columns = headings.columns.map(({ column, field, label }) => ({ column, field, label }));
    await transact(asker, null, async (context) => {
      if (pulse.done === 0) await keepHeadings(context, id, columns, headings.ignored);
      await stage(context, id, rows);
      return {};
    });
    pulse.done += rows.length;
  }
  pulse.total = pulse.done;
  await measureAgain(asker, waiting, pulse.total);
  await transact(asker, null, async (context) => {
    const result = await compareAll(context, { id, sheet, columns });
    await keepOutcomes(context, id, result);
    await move(context, id, 'reading', 'checked');
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

type Compared = Pick<SheetImport, 'id' | 'sheet' | 'columns'>;

/** Compares all rows with the books as they are now. */
async function compareAll(context: Context, at: Compared): Promise<Outcomes> {
  const { tx } = context;
  // Whole tables meet whole sheets here: row by row through an index would take minutes.
  await sql`set local enable_nestloop = off`.execute(tx);
  await sql`set local statement_timeout = '120s'`.execute(tx);
  const work = works[at.sheet];
  const whole = { ...at, state: 'reading', digest: '' } as const;
  await work.check(context, whole);
  const result = await compare(context, whole, work.present(context, whole));
  await sql`set local enable_nestloop = on`.execute(tx);
  return result;
}

/** Keeps what came of a comparison. Only ever last: the beat of the work writes the same row. */
async function keepOutcomes(
  { tx, tenantId }: Context,
  id: string,
  { newRows, changedRows, sameRows, wrongRows, digest }: Outcomes,
): Promise<void> {
  await sql`
    update sheet_import set new_rows = ${newRows}, changed_rows = ${changedRows}, same_rows = ${sameRows},
      wrong_rows = ${wrongRows}, digest = ${digest}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** Moves an import on; one that was put away meanwhile, or taken for dead, is not moved and all work is rolled back. */
async function move(
  { tx, tenantId }: Context,
  id: string,
  from: Running,
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

/** Starts what an import is ready for. */
async function start(
  desk: Desk,
  call: Call,
  id: string,
  [from, to]: readonly ['checked' | 'applied', Running],
  work: (asker: Asker, at: SheetImport, pulse: Pulse) => Promise<void>,
): Promise<Shown> {
  const leave = desk.kernel.heavy.enter(call.scope);
  let begun: SheetImport | null = null;
  try {
    const answer = await alone(() =>
      call.transact(async (context) => {
        await clearSilent(context);
        const row = await ownImport(context, id, true);
        if (row.state !== from) refuse('sheet.state');
        // Amounts that one could see when the file was read, and perhaps no longer.
        if (seenColumns(row, call.scope).length < row.columns.length) refuse('access.denied');
        if (to === 'applying' && row.wrong_rows > 0)
          refuse('sheet.wrongRows', { count: row.wrong_rows });
        await sql`
          update sheet_import set state = ${to}, failure = null, touched_at = now(),
            done = 0, total = new_rows + changed_rows
          where tenant_id = ${context.tenantId} and id = ${id}`.execute(context.tx);
        begun = row;
        return shownImport(await ownImport(context, id), call.language);
      }),
    );
    const at: SheetImport | null = begun;
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

const progressOf =
  (pulse: Pulse) =>
  async (rows: number): Promise<void> => {
    pulse.done += rows;
    stopIfPutAway(pulse);
  };

/**
 * Writes what was compared, in one transaction. It is compared again first, under the same eyes: where anything came out
 * otherwise than it was shown, the new comparison is kept and nothing is written.
 */
export const apply = (desk: Desk, call: Call, id: string): Promise<Shown> =>
  start(desk, call, id, ['checked', 'applying'], async (asker, at, pulse) => {
    await transact(asker, null, async (context) => {
      pulse.done = 0;
      const result = await compareAnew(context, at);
      if (result.digest !== at.digest) {
        await showAnew(context, id, result);
        return {};
      }
      await works[at.sheet].write(context, at, progressOf(pulse));
      tell(context, 'import', at, pulse);
      await move(context, id, 'applying', 'applied');
      return {};
    });
    await measureAgain(asker, written, pulse.total);
  });

/** Faults between rows and books are found again; those of cells stay, and so would have stopped it before. */
async function compareAnew(context: Context, at: SheetImport): Promise<Outcomes> {
  await sql`
    update sheet_row set target_id = null, derived = derived - array['version', 'categoryId', 'brandId', 'barcodeId', 'lead', 'place', 'attributes']
    where tenant_id = ${context.tenantId} and import_id = ${at.id}`.execute(context.tx);
  return compareAll(context, at);
}

/** Keeps the comparison as it came out this time; the import says that it is another one. */
async function showAnew(context: Context, id: string, result: Outcomes): Promise<void> {
  await keepOutcomes(context, id, result);
  await move(context, id, 'applying', 'checked');
  await sql`
    update sheet_import set failure = '{"key": "sheet.changedMeanwhile", "facts": {}}'
    where tenant_id = ${context.tenantId} and id = ${id}`.execute(context.tx);
}

/** Takes an applied import back, in one transaction, while nothing used or changed what it brought. */
export const undo = (desk: Desk, call: Call, id: string): Promise<Shown> =>
  start(desk, call, id, ['applied', 'undoing'], async (asker, at, pulse) => {
    await measureAgain(asker, written, pulse.total);
    await transact(asker, null, async (context) => {
      pulse.done = 0;
      await sql`set local statement_timeout = '120s'`.execute(context.tx);
      await works[at.sheet].undo(context, at, progressOf(pulse));
      tell(context, 'undoImport', at, pulse);
      await move(context, id, 'undoing', 'undone');
      await clearRows(context, id);
      return {};
    });
  });

/** One line of the log for all that an import did. */
function tell(
  context: Context,
  action: 'import' | 'undoImport',
  { id, sheet }: SheetImport,
  { done }: Pulse,
): void {
  log(context, { action, subject: sheet, subjectId: id, after: { rows: done } });
}

/** Stops what runs, or puts away what waits; what was applied stays. */
export async function cancel(desk: Desk, call: Call, id: string): Promise<Shown> {
  const running = await call.transact(async (context) => {
    await clearSilent(context);
    const row = await ownImport(context, id, true);
    if (row.state === 'applied' || row.state === 'undone') refuse('sheet.state');
    const works = ['reading', 'applying', 'undoing'].includes(row.state);
    await sql`${
      works ? sql`update sheet_import set canceled = true` : sql`delete from sheet_import`
    } where tenant_id = ${context.tenantId} and id = ${id}`.execute(context.tx);
    return { works, shown: shownImport(row, call.language) };
  });
  if (running.works) await desk.jobs.stop(call.scope.tenantId, id);
  return running.shown;
}
