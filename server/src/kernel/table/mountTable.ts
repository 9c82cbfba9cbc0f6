import type { Button, Endpoint, Table } from '@tradehouse/contract';
import { Closed, Nullable, pagesOf } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import type { Call, FileReply } from '../http/call.ts';
import type { LogEntry } from '../tx/journal.ts';
import { exportTable } from './exportTable.ts';
import { mount, refuseOutside } from '../http/mount.ts';
import { whileWanted } from '../tx/whileWanted.ts';
import type { Source } from './source.ts';
import { searchOf } from './tableQuery.ts';
import { readPage } from './tableReader.ts';
import type { Asked } from './tableReader.ts';

/** Finds the source of a path that several tables share, from the filters of the request. */
export type Pick = (search: Readonly<Record<string, unknown>>, call: Call) => Source;

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const direction = Type.Union([
  Type.Literal('asc'),
  Type.Literal('desc'),
  Type.Literal('ascend'),
  Type.Literal('descend'),
]);

const ListInput = Closed({
  search: text(10_000),
  field: text(4_000),
  currentPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  column: text(60),
  order: Type.Optional(direction),
  filters: text(10_000),
  superQueryParams: text(10_000),
  superQueryMatchType: Type.Optional(Type.Union([Type.Literal('and'), Type.Literal('or')])),
});
const ExportInput = Type.Object(
  {
    ...ListInput.properties,
    ids: text(20_000),
    /** Under this key the caller's windows hear how far it is. */
    progress: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
    format: Type.Optional(Type.Union([Type.Literal('xlsx'), Type.Literal('csv')])),
  },
  { additionalProperties: false },
);

const AnyRow = Type.Record(Type.String(), Type.Unknown());

/** Reads a page of a list. Refuses who may not open it. */
export type Listing = (
  call: Call,
  asked: Asked,
) => Promise<Awaited<ReturnType<typeof readPage>> & { readonly age?: number }>;

/**
 * A list on its way to a file: what the log says of it, and the writing. Refuses who may not export it.
 */
export type Export = (
  call: Call,
  asked: Asked,
) => Promise<{ readonly entry: LogEntry; readonly write: () => Promise<FileReply> }>;

/** Registers the list of one table, and its export. */
export function mountTable<T extends Table>(app: FastifyInstance, source: Source<T>): void {
  const { path, exportPath } = source.table;
  // SAFETY: the reader hands a source nothing but filters that its own table declares.
  mountTables(app, path, () => source as unknown as Source, exportPath, source.table);
}

/**
 * Registers a list path that several tables share; `pick` chooses by the filters of the request. The chosen table's own
 * access decides who may read it; an export needs its export button.
 */
export function mountTables(
  app: FastifyInstance,
  path: string,
  pick: Pick,
  exportPath?: string,
  declared?: Table,
): void {
  const listing = async (call: Call, asked: Asked) => {
    const source = chosen(pick, asked, call);
    const { answer, age } = await call.whileWaited((gone) =>
      call.readAside(
        (context, beside) =>
          whileWanted(beside, context, gone, () => readPage(context, source, asked)),
        gone,
      ),
    );
    return age === null ? answer : { ...answer, age };
  };
  app.kernel.lists.set(path, listing);
  mount(app, listEndpoint(path, declared), (asked, call) => listing(call, asked));
  if (exportPath === undefined) return;
  const exporting: Export = async (call, asked) => {
    const source = chosen(pick, asked, call, '3');
    return {
      entry: await exportEntry(call, source.table, asked),
      write: () => exportTable(app.kernel, call, source, asked),
    };
  };
  app.kernel.exports.set(exportPath, exporting);
  for (const method of ['GET', 'POST'] as const) {
    mount(app, exportEndpoint(method, exportPath, declared), async (asked, call) => {
      const { entry, write } = await exporting(call, asked);
      await call.note(entry);
      return write();
    });
  }
}

/** Who took which list along, by the name its page has in the menu, and what they filtered it by. */
async function exportEntry(
  call: Call,
  { access, id }: Table,
  { search }: Asked,
): Promise<LogEntry> {
  const [page] = pagesOf(access);
  const name = call.language === 'en' ? 'name_en' : 'name_zh';
  const entry = await call.read(({ tx }) =>
    tx
      .selectFrom('function')
      .select(`${name} as name`)
      .where('url', '=', page ?? '')
      .executeTakeFirst(),
  );
  return {
    action: 'export',
    subject: 'list',
    subjectId: id,
    number: entry?.name ?? id,
    after: searchOf(search),
  };
}

function chosen(pick: Pick, asked: Asked, call: Call, button?: Button): Source {
  const source = pick(searchOf(asked.search), call);
  const { access } = source.table;
  if (typeof access === 'object' && 'page' in access)
    refuseOutside(call.scope, button === undefined ? access : { ...access, button });
  return source;
}

const listEndpoint = (path: string, table?: Table) =>
  ({
    method: 'GET',
    path,
    summary: table === undefined ? 'A list' : `The list ${table.id}`,
    access: table?.access ?? 'signedIn',
    input: ListInput,
    reply: Closed({
      rows: Type.Array(rowSchema(table)),
      total: Type.Integer(),
      totals: Type.Record(Type.String(), Nullable(Type.String())),
      age: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  }) satisfies Endpoint;

const exportEndpoint = (method: 'GET' | 'POST', path: string, table?: Table) =>
  ({
    method,
    path,
    summary: 'The same list as a spreadsheet',
    access: table?.access ?? 'signedIn',
    input: ExportInput,
    reply: Type.Unknown(),
    envelope: 'file',
    writes: false,
  }) satisfies Endpoint;

/** What a row may hold; `field` may leave columns out. The reader itself selects nothing but declared columns. */
function rowSchema(table: Table | undefined): typeof AnyRow {
  if (table === undefined) return AnyRow;
  const cells = Object.entries(table.columns).map(
    ([name, { type }]) => [name, Type.Optional(Nullable(cellSchema(type)))] as const,
  );
  // SAFETY: an object with such properties is a record of unknowns; the narrower schema serves the API page.
  return Type.Object(Object.fromEntries(cells), {
    additionalProperties: false,
  }) as unknown as typeof AnyRow;
}

function cellSchema(type: Table['columns'][string]['type']): TSchema {
  if (type === 'integer') return Type.Integer();
  if (type === 'flag') return Type.Boolean();
  return type === 'tags' ? Type.Array(Type.String()) : Type.String();
}
