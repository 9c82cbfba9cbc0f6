import { documentTables } from '@tradehouse/contract';
import type { ListQuery, TableDeclaration } from '@tradehouse/contract';
import type { KindCode } from '@tradehouse/domain';
import { readTablePage } from '../../app/net/client.ts';
import { searchText } from '../../list/filters/filterState.ts';
import type { DocumentListRow } from '../steps/documentActions.tsx';

/** Page of a list: filter, order and documents. */
export interface ListPlace {
  readonly table: TableDeclaration;
  readonly query: ListQuery;
  readonly ids: readonly string[];
}

export type NeighbourStep = 1 | -1;

/** Page shown last by the list of each kind. */
const lists = new Map<KindCode, ListPlace>();
/** Further pages of lists, by the documents found there; latest last. */
const places = new Map<string, ListPlace>();
const MOST_PLACES = 200;

/** Remembers the page that a list shows. */
export const rememberList = (code: KindCode, place: ListPlace): void => void lists.set(code, place);

const isId = (id: string | null | undefined): id is string => typeof id === 'string';

/** Remembers the list page of a document that was found by steps. */
function rememberPlace(id: string, place: ListPlace): void {
  places.delete(id);
  places.set(id, place);
  const [oldest] = places.keys();
  if (places.size > MOST_PLACES && oldest !== undefined) places.delete(oldest);
}

/** Returns the place on a list page. */
export const toListPlace = (
  table: TableDeclaration,
  query: ListQuery,
  rows: readonly { readonly id?: string | null }[],
): ListPlace => ({ table, query, ids: rows.map(({ id }) => id).filter(isId) });

/** Returns the neighbour on the same page; null: the neighbour stands on another page. */
export function neighbourOnPage(
  { ids }: ListPlace,
  id: string,
  step: NeighbourStep,
): string | null {
  const at = ids.indexOf(id);
  return at === -1 ? null : (ids[at + step] ?? null);
}

/** Query of the page beside a list page; null before the first page. */
export function queryOfPageBeside(query: ListQuery, step: NeighbourStep): ListQuery | null {
  const currentPage = (query.currentPage ?? 1) + step;
  return currentPage < 1 ? null : { ...query, currentPage };
}

/** Finds the neighbour in the order and filter of the list; the next page is read at the end of a page. */
async function findInList(place: ListPlace, id: string, step: NeighbourStep) {
  const beside = neighbourOnPage(place, id, step);
  if (beside !== null) {
    rememberPlace(beside, place);
    return beside;
  }
  const query = queryOfPageBeside(place.query, step);
  if (query === null) return null;
  const { rows } = await readTablePage(place.table, query);
  // SAFETY: lists of documents have ids in text form.
  const listed = rows as readonly { readonly id?: string | null }[];
  const next = toListPlace(place.table, query, listed);
  // Rows move to another page while documents are added.
  const others = next.ids.filter((other) => !place.ids.includes(other));
  const found = others.at(step === 1 ? 0 : -1) ?? null;
  if (found !== null) rememberPlace(found, next);
  return found;
}

/** Query of the document of the kind with the next higher or lower number. */
export const queryByNumber = (
  fixed: Readonly<Record<string, string>> | undefined,
  number: string,
  step: NeighbourStep,
): ListQuery => {
  const search = searchText({}, fixed);
  return {
    ...(search === undefined ? {} : { search }),
    field: 'id,number',
    column: 'number',
    order: step === 1 ? 'asc' : 'desc',
    superQueryParams: JSON.stringify([
      { field: 'number', rule: step === 1 ? 'gt' : 'lt', val: number },
    ]),
    currentPage: 1,
    pageSize: 1,
  };
};

/**
 * Finds the next or previous document: in the list that shows the document, otherwise by number among the
 * documents of the kind. Null at the end.
 */
export async function findNeighbour(
  code: KindCode,
  { id, number }: { readonly id: string; readonly number: string },
  step: NeighbourStep,
): Promise<string | null> {
  const shown = lists.get(code);
  const place = shown?.ids.includes(id) === true ? shown : places.get(id);
  if (place !== undefined) return findInList(place, id, step);
  const table = documentTables[code];
  const { rows } = await readTablePage(table, queryByNumber(table.fixed, number, step));
  const [row]: readonly DocumentListRow[] = rows;
  return row?.id ?? null;
}
