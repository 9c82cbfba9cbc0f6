import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { TableColumn, TableDeclaration } from '@tradehouse/contract';
import {
  asAsked,
  choiceLabel,
  fieldLabel,
  pagesOfAccess,
  propertyNames,
  tellsSeen,
  titleAsked,
} from '@tradehouse/contract';
import { escapeSheetText } from '@tradehouse/domain';
import { writeXlsxStream } from 'hucre/xlsx';
import type { CellValue, ColumnDef } from 'hucre';
import { sql } from 'kysely';
import type { EndpointCall, FileReply } from '../http/call.ts';
import { cellInFile } from './cell.ts';
import { csvLines, escapeFormula } from './csv.ts';
import type { Context, Language } from '../access/context.ts';
import type { Kernel } from '../kernel.ts';
import type { BoundTable } from './source.ts';
import { seesAllBooks } from '../access/scope.ts';
import { spoolFile } from '../http/spool.ts';
import { createProgressNotifier } from '../live/progress.ts';
import { whileWanted } from '../tx/whileWanted.ts';
import { toTableQuery, resolveQueryFilters, seesColumn } from './tableReader.ts';
import type { TableRequest } from './tableReader.ts';
import { allRowsSql } from './tableSql.ts';

type ExportRow = Readonly<Record<string, unknown>>;

const BATCH = 1_000;
const CSV = 'text/csv; charset=utf-8';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Export request: the list, and the key under which the window receives progress. */
export type ExportAsked = TableRequest & { readonly progress?: string };

/**
 * Exports all pages of a table to a spreadsheet or text lines, as the list shows, in the caller's language.
 * Rows are spooled to disk, a thousand at a time, so that size costs no memory, and a slow caller delays
 * no one. The export ends when the caller leaves.
 */
export const exportTable = (
  kernel: Kernel,
  call: EndpointCall,
  source: BoundTable,
  asked: ExportAsked,
): Promise<FileReply> =>
  call.whileWaited(async (gone) => {
    const write = (reading: EndpointCall['readAside']): Promise<FileReply> =>
      buildExportFile(kernel, { ...call, readAside: reading }, source, asked, gone);
    return write(call.readAside).catch((error: unknown) => {
      if (!(error instanceof BrokenOff)) throw error;
      return write(async (use) => ({
        answer: await call.read((context) => use(context, kernel.db)),
        age: null,
        position: null,
      }));
    });
  });

/** Replica lost in the middle of an export: rows of another snapshot are no continuation. */
class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

async function buildExportFile(
  kernel: Kernel,
  call: EndpointCall,
  source: BoundTable,
  asked: ExportAsked,
  gone: AbortSignal,
): Promise<FileReply> {
  const query = toTableQuery(source, call.scope, asked);
  const table = asAsked(source.table, query.filters);
  const shown = withCurrency(table, query.columns).filter(
    (name) =>
      name in table.columns &&
      table.columns[name]?.hidden !== true &&
      seesColumn(source, call.scope, name),
  );
  const { zone, digits, aliases, page } = await call.read(async (context) => ({
    ...(await readExportSettings(context)),
    aliases: await aliasesOf(context),
    page: await pageName(context, table),
  }));
  // The note about partial books is a column title: a separate line would look like a row.
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
      : createProgressNotifier(kernel.db, { tenantId, userId, key: asked.progress });
  const batches = streamExportRows(call, source, asked, { shown, tell, gone });
  const named = `${table.id}_${exportTimestamp(new Date(), zone)}`;
  if (asked.format === 'csv') {
    const texts = streamExportTexts(batches, table, written, zone, call.language);
    const lines = csvLines(
      columns.map(({ header }) => header ?? ''),
      texts,
    );
    const body = await spoolFile(kernel, call.scope, (file) =>
      pipeline(Readable.from(lines), file),
    );
    return { name: `${named}.csv`, type: CSV, body };
  }
  const cells = streamExportCells(batches, table, written, zone, call.language);
  const body = await spoolFile(kernel, call.scope, async (file) => {
    const stream = writeXlsxStream(cells, {
      name: sheetName(page),
      columns,
      freezePane: { rows: 1 },
    });
    // SAFETY: the same web stream; Node's declaration and the standard one differ in name only.
    const sheet = Readable.fromWeb(stream as unknown as ReadableStream);
    await pipeline(sheet, file);
  });
  return {
    name: `${named}.xlsx`,
    type: XLSX,
    body,
  };
}

const amounts: readonly TableColumn['type'][] = ['money', 'price'];

/**
 * Adds the currency column before amounts in the row's currency, requested or not: a file shows no currency
 * sign.
 */
function withCurrency({ columns }: TableDeclaration, asked: readonly string[]): readonly string[] {
  const isOfRow = (name: string): boolean => {
    const { type = 'text', own } = columns[name] ?? {};
    return amounts.includes(type) && own !== true;
  };
  const first = asked.findIndex(isOfRow);
  if (!Object.hasOwn(columns, 'currency') || first < 0 || asked.includes('currency')) return asked;
  return asked.toSpliced(first, 0, 'currency');
}

async function readExportSettings({
  tx,
  tenantId,
}: Context): Promise<{ zone: string; digits: number }> {
  const setting = await tx
    .selectFrom('tenant_setting')
    .select(['time_zone as zone', 'currency_digits as digits'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return setting ?? { zone: 'Asia/Shanghai', digits: 2 };
}

/** Reads the company's names of the product properties. */
async function aliasesOf({ tx, tenantId }: Context): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('product_property')
    .where('tenant_id', '=', tenantId)
    .select(['id', 'alias'])
    .execute();
  return new Map(rows.map(({ id, alias }) => [propertyNames[Number(id) - 1] ?? '', alias]));
}

interface ExportReading {
  readonly shown: readonly string[];
  /** Hears how many rows were taken. */
  readonly tell: (rows: number) => void;
  readonly gone: AbortSignal;
}

/**
 * Yields the rows in batches from one cursor, in one snapshot. Ending the iteration early ends the
 * transaction.
 */
async function* streamExportRows(
  call: EndpointCall,
  source: BoundTable,
  asked: TableRequest,
  { shown, tell, gone }: ExportReading,
): AsyncGenerator<readonly ExportRow[]> {
  // The transaction runs beside the iteration: each batch is offered and waits until taken.
  const queue = createHandOver<readonly ExportRow[]>();
  let [runs, begun] = [0, false];
  const reading = call
    .readAside(async (context, beside) => {
      const run = (runs += 1);
      if (begun) throw new BrokenOff();
      const query = await resolveQueryFilters(
        context,
        source,
        toTableQuery(source, call.scope, asked),
      );
      const all = allRowsSql(source, query, shown, context);
      return whileWanted(beside, context, gone, async () => {
        await sql`declare rows no scroll cursor for ${all}`.execute(context.tx);
        for (let taken = 0; !gone.aborted; tell(taken)) {
          const { rows } = await sql<ExportRow>`fetch ${sql.lit(BATCH)} from rows`.execute(
            context.tx,
          );
          // A run given up for lost may still answer.
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
  /** Waits until the value is taken; false when the reader stopped. */
  readonly offer: (value: T) => Promise<boolean>;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
  readonly stop: () => void;
  readonly taken: () => AsyncGenerator<T>;
}

type HandOverStep<T> = { readonly value: T } | { readonly error: unknown } | null;

/** Passes values one at a time from a producer to a consumer. */
function createHandOver<T>(): HandOver<T> {
  let step = Promise.withResolvers<HandOverStep<T>>();
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
        step = Promise.withResolvers<HandOverStep<T>>();
        const before = next;
        next = Promise.withResolvers<boolean>();
        before.resolve(true);
      }
    },
  };
}

async function* streamExportCells(
  batches: AsyncIterable<readonly ExportRow[]>,
  table: TableDeclaration,
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

/**
 * Yields rows of texts: every digit of a number, formatted days and instants, foreign texts made harmless.
 */
async function* streamExportTexts(
  batches: AsyncIterable<readonly ExportRow[]>,
  table: TableDeclaration,
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
        if (numbers.includes(column.type)) return withoutGroups(String(plain));
        if (column.type === 'day') return String(plain);
        const written = sheetCell(name, column, row[name], clock, language);
        return written instanceof Date
          ? written.toISOString().slice(0, 19).replace('T', ' ')
          : escapeFormula(String(written));
      });
    }
  }
}

/** Adds a fourth decimal: 1.125 may mean thousands if a comma is the decimal mark. */
const withoutGroups = (number: string): string =>
  /^-?[1-9]\d{0,2}\.\d{3}$/.test(number) ? `${number}0` : number;

const numbers: readonly TableColumn['type'][] = [
  'integer',
  'quantity',
  'money',
  'price',
  'percent',
];
/** Converts a cell: a number if a spreadsheet keeps every digit, dates to dates, the rest to text. */
function sheetCell(
  name: string,
  column: TableColumn,
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
    : toPrintableText(String(plain));
}

/** Removes characters that the format can't hold: one makes the whole file unreadable. */
const toPrintableText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (character) =>
    '\t\n\r'.includes(character) ? character : '',
  );

/** Keeps long numbers in text: a spreadsheet stores only 15 digits. */
const exactNumber = (text: string): CellValue =>
  text.replace(/\D/g, '').replace(/^0+/, '').length > 15 ? text : Number(text);

/** Converts an instant to the zone's wall clock: spreadsheets have no zones. */
function clockOf(zone: string): (instant: string) => Date {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (instant) => new Date(`${format.format(new Date(instant)).replace(' ', 'T')}Z`);
}

const exportTimestamp = (now: Date, zone: string): string =>
  clockOf(zone)(now.toISOString()).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);

/** Builds the sheet name from the page name, with fewer characters allowed and limited length. */
const sheetName = (page: string): string => page.replaceAll(/[^\p{L}\p{N}_-]/gu, ' ').slice(0, 31);

/** Reads the menu name of a table's page; without a page, the table id. */
export async function pageName(
  { tx, language }: Context,
  { access, id }: TableDeclaration,
): Promise<string> {
  const [url = ''] = pagesOfAccess(access);
  const page = await tx
    .selectFrom('function')
    .select(`${language === 'en' ? 'name_en' : 'name_zh'} as name`)
    .where('url', '=', url)
    .executeTakeFirst();
  return page?.name ?? id;
}

function columnDef(
  table: TableDeclaration,
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
 * Returns a column's spreadsheet format. Costs have more decimals than amounts: the format shows the
 * screen's, and the cells still add up to the total. An amount in the row's currency keeps that currency's
 * decimals.
 */
function formatOf(
  { columns }: TableDeclaration,
  name: string,
  digits: number,
): Pick<ColumnDef, 'numFmt'> {
  const { type, own } = columns[name] ?? {};
  if (type === 'day') return { numFmt: 'yyyy-mm-dd' };
  if (type === 'time') return { numFmt: 'yyyy-mm-dd hh:mm:ss' };
  if (type !== 'money' || (own !== true && Object.hasOwn(columns, 'currency'))) return {};
  return { numFmt: `#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}` };
}
