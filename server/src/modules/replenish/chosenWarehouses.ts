import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { grantedWarehouses } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';

/** Condition for chosen and granted warehouses; `column` holds the id. */
export const chosenIn = (
  { scope }: Context,
  column: string,
  ids: readonly string[] | undefined,
): RawBuilder<boolean> => {
  const granted = grantedWarehouses(scope, column);
  return ids === undefined || ids.length === 0
    ? granted
    : sql<boolean>`(${sql.ref(column)} = any(${ids}::bigint[]) and ${granted})`;
};
