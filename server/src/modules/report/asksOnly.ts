import type { TableQuery } from '../../kernel/index.ts';

/** Whether a request asks for nothing but these filters: then what days and months add up to answers it. */
export function asksOnly(
  { filters, header, conditions, ids }: TableQuery,
  names: readonly string[],
): boolean {
  const more = Object.keys(filters).filter((name) => !names.includes(name)).length;
  return more + header.length + conditions.length + ids.length === 0;
}

/** Whether the rows are shown in the order of the books, from the first on. */
export const fromTheFirst = ({ order }: TableQuery): boolean =>
  order.column === 'sequence' && order.direction === 'asc';
