import { pagesOf } from '@tradehouse/contract';
import type { Table } from '@tradehouse/contract';
import { everyTable } from '@tradehouse/contract/declared';
import { refuse } from '../refuse.ts';
import { mayOpen } from '../scope.ts';
import type { Scope } from '../context.ts';

const byId: ReadonlyMap<string, Table> = new Map(everyTable.map((table) => [table.id, table]));

/** A list or report as it is declared; undefined where there is none of that id, or no more. */
export const listOf = (id: string): Table | undefined => byId.get(id);

const isClosed = ({ access }: Table, scope: Scope): boolean =>
  typeof access === 'object' && 'operator' in access && access.operator === true && !scope.operator;

/** May the caller read the list at all? */
export function mayRead(scope: Scope, table: Table): boolean {
  const pages = pagesOf(table.access);
  // What no page guards is for everybody who is signed in.
  return (
    !isClosed(table, scope) && (pages.length === 0 || pages.some((page) => mayOpen(scope, page)))
  );
}

/** The page that shows a list which the caller may take along by the export button; null where they may not. */
export function exportPage(scope: Scope, table: Table): string | null {
  if (table.exportPath === undefined || isClosed(table, scope)) return null;
  const guard = pagesOf(table.access).find((page) => mayOpen(scope, page, '3')) ?? null;
  return guard === null ? null : (table.shownOn ?? guard);
}

/** All lists that the caller may take along. */
export const exportLists = (scope: Scope): string[] =>
  everyTable.flatMap((table) => (exportPage(scope, table) === null ? [] : [table.id]));

/** The list, which the caller may read. */
export function readList(scope: Scope, id: string): Table {
  const table = listOf(id) ?? refuse('request.unknownName', { name: id });
  return mayRead(scope, table) ? table : refuse('access.denied');
}
