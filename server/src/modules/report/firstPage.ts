import type { TableQuery } from '../../kernel/table/index.ts';

/** Returns true if rows appear in book order, from the first on. */
export const fromTheFirst = ({ order }: TableQuery): boolean =>
  order.column === 'sequence' && order.direction === 'asc';
