import type { TableQuery } from '../../kernel/index.ts';

/** Whether the rows are shown in the order of the books, from the first on. */
export const fromTheFirst = ({ order }: TableQuery): boolean =>
  order.column === 'sequence' && order.direction === 'asc';
