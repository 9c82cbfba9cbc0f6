import type { Button, Endpoint, TableDeclaration } from '@tradehouse/contract';
import { Closed, Nullable } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import type { EndpointCall, FileReply } from '../http/call.ts';
import type { LogEntry } from '../tx/journal.ts';
import { exportTable, pageName } from './exportTable.ts';
import { mountEndpoint, refuseOutside } from '../http/mount.ts';
import { whileWanted } from '../tx/whileWanted.ts';
import type { BoundTable } from './source.ts';
import { searchOf } from './tableQuery.ts';
import { readPage } from './tableReader.ts';
import type { TableRequest } from './tableReader.ts';

/** Chooses the source of a path shared by several tables, from the request's filters. */
export type Pick = (search: Readonly<Record<string, unknown>>, call: EndpointCall) => BoundTable;

const optionalTextInput = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const direction = Type.Union([
  Type.Literal('asc'),
  Type.Literal('desc'),
  Type.Literal('ascend'),
  Type.Literal('descend'),
]);

const ListInput = Closed({
  search: optionalTextInput(10_000),
  field: optionalTextInput(4_000),
  currentPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  column: optionalTextInput(60),
  order: Type.Optional(direction),
  filters: optionalTextInput(10_000),
  superQueryParams: optionalTextInput(10_000),
  superQueryMatchType: Type.Optional(Type.Union([Type.Literal('and'), Type.Literal('or')])),
});
const ExportInput = Type.Object(
  {
    ...ListInput.properties,
    ids: optionalTextInput(20_000),
    /** Key under which the caller's windows receive progress. */
    progress: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
    format: Type.Optional(Type.Union([Type.Literal('xlsx'), Type.Literal('csv')])),
  },
  { additionalProperties: false },
);

const AnyRow = Type.Record(Type.String(), Type.Unknown());

/** Reads a page of a list. Refuses callers who may not open it. */
export type Listing = (
  call: EndpointCall,
  asked: TableRequest,
) => Promise<Awaited<ReturnType<typeof readPage>> & { readonly age?: number }>;

/** Writes a list to a file: log entry and writer. Refuses callers who may not export it. */
export type Export = (
  call: EndpointCall,
  asked: TableRequest,
) => Promise<{ readonly entry: LogEntry; readonly write: () => Promise<FileReply> }>;

/** Registers a table's list, and its export. */
export function mountTable<T extends TableDeclaration>(
  app: FastifyInstance,
  source: BoundTable<T>,
): void {
  const { path, exportPath } = source.table;
  // SAFETY: the reader passes a source only filters that its table declares.
  mountTables(app, path, () => source as unknown as BoundTable, exportPath, source.table);
}

/**
 * Registers a list path shared by several tables; `pick` chooses by the request's filters. The chosen
 * table's access decides who may read; an export needs its export button.
 */
export function mountTables(
  app: FastifyInstance,
  path: string,
  pick: Pick,
  exportPath?: string,
  declared?: TableDeclaration,
): void {
  const listing = async (call: EndpointCall, asked: TableRequest) => {
    const source = pickAllowedTable(pick, asked, call);
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
  mountEndpoint(app, listEndpoint(path, declared), (asked, call) => listing(call, asked));
  if (exportPath === undefined) return;
  const exporting: Export = async (call, asked) => {
    const source = pickAllowedTable(pick, asked, call, '3');
    return {
      entry: await exportEntry(call, source.table, asked),
      write: () => exportTable(app.kernel, call, source, asked),
    };
  };
  app.kernel.exports.set(exportPath, exporting);
  for (const method of ['GET', 'POST'] as const) {
    mountEndpoint(app, exportEndpoint(method, exportPath, declared), async (asked, call) => {
      const { entry, write } = await exporting(call, asked);
      await call.note(entry);
      return write();
    });
  }
}

/** Builds the log entry of an export: the page's menu name and the filters. */
async function exportEntry(
  call: EndpointCall,
  table: TableDeclaration,
  { search }: TableRequest,
): Promise<LogEntry> {
  const number = await call.read((context) => pageName(context, table));
  return {
    action: 'export',
    subject: 'list',
    subjectId: table.id,
    number,
    after: searchOf(search),
  };
}

function pickAllowedTable(
  pick: Pick,
  asked: TableRequest,
  call: EndpointCall,
  button?: Button,
): BoundTable {
  const source = pick(searchOf(asked.search), call);
  const { access } = source.table;
  if (typeof access === 'object' && 'page' in access)
    refuseOutside(call.scope, button === undefined ? access : { ...access, button });
  return source;
}

const listEndpoint = (path: string, table?: TableDeclaration) =>
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

const exportEndpoint = (method: 'GET' | 'POST', path: string, table?: TableDeclaration) =>
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

/** Builds the row schema; `field` may leave columns out. The reader selects only declared columns. */
function rowSchema(table: TableDeclaration | undefined): typeof AnyRow {
  if (table === undefined) return AnyRow;
  const cells = Object.entries(table.columns).map(
    ([name, { type }]) => [name, Type.Optional(Nullable(cellSchema(type)))] as const,
  );
  // SAFETY: an object of such properties is a record of unknowns; the narrower schema serves the API page.
  return Type.Object(Object.fromEntries(cells), {
    additionalProperties: false,
  }) as unknown as typeof AnyRow;
}

function cellSchema(type: TableDeclaration['columns'][string]['type']): TSchema {
  if (type === 'integer') return Type.Integer();
  if (type === 'flag') return Type.Boolean();
  return type === 'tags' ? Type.Array(Type.String()) : Type.String();
}
