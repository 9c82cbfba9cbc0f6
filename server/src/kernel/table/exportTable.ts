import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Column, Table } from '@tradehouse/contract';
import {
  asAsked,
  choiceLabel,
  fieldLabel,
  propertyNames,
  tellsSeen,
  titleAsked,
} from '@tradehouse/contract';
import { escapeSheetText } from '@tradehouse/domain';
import { writeXlsxStream } from 'hucre/xlsx';
import type { CellValue, ColumnDef } from 'hucre';
import { sql } from 'kysely';
import type { Call, FileReply } from '../http/call.ts';
import { cellInFile } from './cell.ts';
import { csvLines, harmless } from './csv.ts';
import type { Context, Language } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { Source } from './source.ts';
import { seesAllBooks } from '../scope.ts';
import { spooled } from '../http/spool.ts';
import { telling } from '../live/progress.ts';
import { whileWanted } from '../tx/whileWanted.ts';
import { askedOf, meant, seesColumn } from './tableReader.ts';
import type { Asked } from './tableReader.ts';
import { allRowsSql } from './tableSql.ts';

type Row = Readonly<Record<string, unknown>>;

const BATCH = 1_000;
const CSV = 'text/csv; charset=utf-8';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What is asked of an export: the list, and the key under which its window hears how far it is. */
export type ExportAsked = Asked & { readonly progress?: string };

/**
 * A table as a spreadsheet, or as lines of text, all pages of it: what the list shows, under the caller's language. It is
 * written aside while it is read, a thousand rows at a time, so its size does not matter to the memory, nor the caller's haste
 * to others. It ends when the caller goes.
 */
export const exportTable = (
  kernel: Kernel,
  call: Call,
  source: Source,
  asked: ExportAsked,
): Promise<FileReply> =>
  call.whileWaited(async (gone) => {
    const write = (reading: Call['readAside']): Promise<FileReply> =>
      exported(kernel, { ...call, readAside: reading }, source, asked, gone);
    return write(call.readAside).catch((error: unknown) => {
      if (!(error instanceof BrokenOff)) throw error;
      return write(async (use) => ({
        answer: await call.read((context) => use(context, kernel.db)),
        age: null,
        position: null,
      }));
    });
  });

/** The replica that an export was read on was lost in the middle of it: rows of another snapshot are no continuation. */
class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

async function exported(
  kernel: Kernel,
  call: Call,
  source: Source,
  asked: ExportAsked,
  gone: AbortSignal,
): Promise<FileReply> {
  const query = askedOf(source, call.scope, asked);
  const table = asAsked(source.table, query.filters);
  const shown = withCurrency(table, query.columns).filter(
    (name) =>
      name in table.columns &&
      table.columns[name]?.hidden !== true &&
      seesColumn(source, call.scope, name),
  );
  const { zone, digits, aliases } = await call.read(async (context) => ({
    ...(await settingsOf(context)),
    aliases: await aliasesOf(context),
  }));
  // What its reader must know of it stands where titles do: a line of its own would be taken for a row.
  const isPart = !seesAllBooks(call.scope) && tellsSeen(table, shown);
  const written = isPart ? [...shown, 'partOfBooks'] : shown;
  const columns = written.map((name) => ({
    ...columnDef(table, name, call.language, aliases),
    ...formatOf(table, name, digits),
  }));
  const { tenantId, userId } = call.scope;
  const tell =
    asked.progress === undefined
      ? () => undefined
      : telling(kernel.db, { tenantId, userId, key: asked.progress });
  const batches = rowsOf(call, source, asked, { shown, tell, gone });
  const named = `${table.id}_${stamp(new Date(), zone)}`;
  if (asked.format === 'csv') {
    const texts = textsOf(batches, table, written, zone, call.language);
    const lines = csvLines(
      columns.map(({ header }) => header ?? ''),
      texts,
    );
    const body = await spooled(kernel, call.scope, (file) => pipeline(Readable.from(lines), file));
    return { name: `${named}.csv`, type: CSV, body };
  }
  const cells = cellsOf(batches, table, written, zone, call.language);
  const body = await spooled(kernel, call.scope, async (file) => {
    const stream = writeXlsxStream(cells, {
      name: sheetName(table),
      columns,
      freezePane: { rows: 1 },
    });
    // SAFETY: the same web stream; Node's declaration of it and the standard one differ in name only.
    const sheet = Readable.fromWeb(stream as unknown as ReadableStream);
    await pipeline(sheet, file);
  });
  return {
    name: `${named}.xlsx`,
    type: XLSX,
    body,
  };
}

const amounts: readonly Column['type'][] = ['money', 'price'];

/** In a file no sign stands before an amount: those in the currency of their row have its column beside them, asked for or not. */
function withCurrency({ columns }: Table, asked: readonly string[]): readonly string[] {
  const isOfRow = (name: string): boolean => {
    const { type = 'text', own } = columns[name] ?? {};
    return amounts.includes(type) && own !== true;
  };
  if (!Object.hasOwn(columns, 'currency') || !asked.some(isOfRow)) return asked;
  const wanted = new Set([...asked, 'currency']);
  return Object.keys(columns).filter((name) => wanted.has(name));
}

/** The company's clock, and how many decimals amounts have in its currency. */
async function settingsOf({ tx, tenantId }: Context): Promise<{ zone: string; digits: number }> {
  const setting = await tx
    .selectFrom('tenant_setting')
    .select(['time_zone as zone', 'currency_digits as digits'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return setting ?? { zone: 'Asia/Shanghai', digits: 2 };
}

/** What the company calls the properties of its products. */
async function aliasesOf({ tx, tenantId }: Context): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('product_property')
    .where('tenant_id', '=', tenantId)
    .select(['id', 'alias'])
    .execute();
  return new Map(rows.map(({ id, alias }) => [propertyNames[Number(id) - 1] ?? '', alias]));
}

interface Reading {
  readonly shown: readonly string[];
  /** Hears how many rows were taken. */
  readonly tell: (rows: number) => void;
  readonly gone: AbortSignal;
}

/** The rows in batches from one cursor, in one snapshot. Ending the iteration early ends the transaction. */
async function* rowsOf(
  call: Call,
  source: Source,
  asked: Asked,
  { shown, tell, gone }: Reading,
): AsyncGenerator<readonly Row[]> {
  // The transaction runs beside the iteration: it offers a batch, and waits until that one is taken.
  const queue = handOver<readonly Row[]>();
  let [runs, begun] = [0, false];
  const reading = call
    .readAside(async (context, beside) => {
      const run = (runs += 1);
      if (begun) throw new BrokenOff();
      const query = await meant(context, source, askedOf(source, call.scope, asked));
      const all = allRowsSql(source, query, shown, context);
      return whileWanted(beside, context, gone, async () => {
        await sql`declare rows no scroll cursor for ${all}`.execute(context.tx);
        for (let taken = 0; !gone.aborted; tell(taken)) {
          const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from rows`.execute(context.tx);
          // One that was given up for lost may answer yet.
          if (run !== runs) return;
          begun = true;
          if (rows.length === 0 || !(await queue.offer(rows))) return;
          taken += rows.length;
        }
      });
    }, gone)
    .then(queue.end, queue.fail);
  try {
    yield* queue.taken();
  } finally {
    queue.stop();
    await reading;
  }
}

interface HandOver<T> {
  /** Waits until the value is taken; false when no one wants more. */
  readonly offer: (value: T) => Promise<boolean>;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
  readonly stop: () => void;
  readonly taken: () => AsyncGenerator<T>;
}

type Step<T> = { readonly value: T } | { readonly error: unknown } | null;

/** Passes values one at a time from the one who reads to the one who writes. */
function handOver<T>(): HandOver<T> {
  let step = Promise.withResolvers<Step<T>>();
  let next = Promise.withResolvers<boolean>();
  return {
    offer(value) {
      step.resolve({ value });
      return next.promise;
    },
    end: () => step.resolve(null),
    fail: (error) => step.resolve({ error }),
    stop: () => next.resolve(false),
    async *taken() {
      for (;;) {
        const given = await step.promise;
        if (given === null) return;
        if ('error' in given) throw given.error;
        yield given.value;
        step = Promise.withResolvers<Step<T>>();
        const before = next;
        next = Promise.withResolvers<boolean>();
        before.resolve(true);
      }
    },
  };
}

async function* cellsOf(
  batches: AsyncIterable<readonly Row[]>,
  table: Table,
  shown: readonly string[],
  zone: string,
  language: Language,
): AsyncGenerator<CellValue[]> {
  const clock = clockOf(zone);
  const columns = shown.map((name) => ({
    name,
    column: table.columns[name] ?? { type: 'text' as const },
  }));
  for await (const rows of batches) {
    for (const row of rows) {
      yield columns.map(({ name, column }) => {
        const written = sheetCell(name, column, row[name], clock, language);
        return typeof written === 'string' ? escapeSheetText(written) : written;
      });
    }
  }
}

/** The same as texts: every digit of a number, days and moments as they are written, what is no text of ours harmless. */
async function* textsOf(
  batches: AsyncIterable<readonly Row[]>,
  table: Table,
  shown: readonly string[],
  zone: string,
  language: Language,
): AsyncGenerator<readonly string[]> {
  const clock = clockOf(zone);
  for await (const rows of batches) {
    for (const row of rows) {
      yield shown.map((name) => {
        const column = table.columns[name] ?? { type: 'text' as const };
        const plain = cellInFile(column.type, row[name]);
        if (plain === null) return '';
        if (numbers.includes(column.type) || column.type === 'day') return String(plain);
        const written = sheetCell(name, column, row[name], clock, language);
        return written instanceof Date
          ? written.toISOString().slice(0, 19).replace('T', ' ')
          : harmless(String(written));
      });
    }
  }
}

const numbers: readonly Column['type'][] = ['integer', 'quantity', 'money', 'price', 'percent'];
/** Numbers as numbers where a spreadsheet keeps every digit, dates as dates, everything else as text. */
function sheetCell(
  name: string,
  column: Column,
  value: unknown,
  clock: (instant: string) => Date,
  language: Language,
): CellValue {
  const plain = cellInFile(column.type, value);
  if (plain === null) return null;
  if (numbers.includes(column.type)) return exactNumber(String(plain));
  if (column.type === 'day') return new Date(`${String(plain)}T00:00:00Z`);
  if (column.type === 'time') return clock(String(plain));
  if (column.type === 'flag') return choiceLabel(language, name, plain === true ? 'yes' : 'no');
  if (Array.isArray(plain))
    return plain.map((each) => choiceLabel(language, name, String(each))).join(', ');
  return column.type === 'choice'
    ? choiceLabel(language, name, String(plain))
    : printable(String(plain));
}

/** One character that the format can't hold would make the whole file unreadable. */
const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (character) =>
    '\t\n\r'.includes(character) ? character : '',
  );

/** A spreadsheet keeps 15 digits; a longer number stays text rather than lose one. */
const exactNumber = (text: string): CellValue =>
  text.replace(/\D/g, '').replace(/^0+/, '').length > 15 ? text : Number(text);

/** The instant as a wall clock of the zone shows it: spreadsheets know no zones. */
function clockOf(zone: string): (instant: string) => Date {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (instant) => new Date(`${format.format(new Date(instant)).replace(' ', 'T')}Z`);
}

const stamp = (now: Date, zone: string): string =>
  clockOf(zone)(now.toISOString()).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);

const sheetName = ({ id }: Table): string => id.replaceAll(/[^\w-]/g, ' ').slice(0, 31);

function columnDef(
  table: Table,
  name: string,
  language: Language,
  aliases: ReadonlyMap<string, string>,
): ColumnDef {
  const { width } = table.columns[name] ?? {};
  const label = aliases.get(name) ?? fieldLabel(language, table.id, name);
  const header = titleAsked(language, table.columns[name], label);
  return { header, width: Math.round((width ?? 120) / 8) };
}

/**
 * How a spreadsheet shows a column. What goods cost is kept more finely than amounts are written: it is shown as on the screen,
 * and still adds up to its total. An amount in the currency of its row has that one's decimals as it is.
 */
function formatOf({ columns }: Table, name: string, digits: number): Pick<ColumnDef, 'numFmt'> {
  const { type, own } = columns[name] ?? {};
  if (type === 'day') return { numFmt: 'yyyy-mm-dd' };
  if (type === 'time') return { numFmt: 'yyyy-mm-dd hh:mm:ss' };
  if (type !== 'money' || (own !== true && Object.hasOwn(columns, 'currency'))) return {};
  return { numFmt: `#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}` };
}
