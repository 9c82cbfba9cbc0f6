import { pagesOfAccess } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { everyTable } from '@tradehouse/contract/declared';
import { refuseWith } from '../refuse.ts';
import { mayOpen } from '../access/scope.ts';
import type { Scope } from '../access/context.ts';

const byId: ReadonlyMap<string, TableDeclaration> = new Map(
  everyTable.map((table) => [table.id, table]),
);

/** Returns the declared list or report; undefined if the id never existed, or no longer. */
export const listTableById = (id: string): TableDeclaration | undefined => byId.get(id);

const isClosed = ({ access }: TableDeclaration, scope: Scope): boolean =>
  typeof access === 'object' && 'operator' in access && access.operator === true && !scope.operator;

/** May the caller read the list at all? */
export function mayRead(scope: Scope, table: TableDeclaration): boolean {
  const pages = pagesOfAccess(table.access);
  // A list without a page is open to every signed-in user.
  return (
    !isClosed(table, scope) && (pages.length === 0 || pages.some((page) => mayOpen(scope, page)))
  );
}

/** Returns the page whose export button lets the caller export the list; null without the right. */
export function exportPage(scope: Scope, table: TableDeclaration): string | null {
  if (table.exportPath === undefined || isClosed(table, scope)) return null;
  const guard = pagesOfAccess(table.access).find((page) => mayOpen(scope, page, '3')) ?? null;
  return guard === null ? null : (table.shownOn ?? guard);
}

export const exportLists = (scope: Scope): string[] =>
  everyTable.flatMap((table) => (exportPage(scope, table) === null ? [] : [table.id]));

/** Returns the list if the caller may read the list. */
export function readList(scope: Scope, id: string): TableDeclaration {
  const table = listTableById(id) ?? refuseWith('request.unknownName', { name: id });
  return mayRead(scope, table) ? table : refuseWith('access.denied');
}
