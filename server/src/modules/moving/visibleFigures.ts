import { figureKindCodes, figureKinds } from '@tradehouse/domain';
import type { FigureKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  grantedCustomers,
  grantedWarehouses,
  seesAllBooks,
  seesAmounts,
} from '../../kernel/access/index.ts';
import type { Scope } from '../../kernel/access/index.ts';
import { seesAccounts } from '../money/index.ts';

type FigureReach = (typeof figureKinds)[FigureKind]['reach'];

const never = sql<boolean>`false`;
const always = sql<boolean>`true`;

/** Tests a reference of figure `row`; a figure without the reference is a total of all. */
const isReferenceVisible = (
  column: string,
  granted: RawBuilder<boolean>,
  seesAll: boolean,
): RawBuilder<boolean> =>
  seesAll ? always : sql<boolean>`(${sql.ref(column)} is not null and ${granted})`;

const readersOf: Readonly<Record<FigureReach, (scope: Scope) => RawBuilder<boolean>>> = {
  everyone: () => always,
  warehouses: (scope) =>
    isReferenceVisible(
      'row.warehouse_id',
      grantedWarehouses(scope, 'row.warehouse_id'),
      scope.warehouseIds === null,
    ),
  accounts: (scope) => (seesAccounts(scope) ? always : never),
  customers: ({ customerIds }) => (customerIds === null ? always : never),
  books: (scope) => (seesAllBooks(scope) ? always : never),
};

/** Tests debts of customers, which need the grant of the customer, or of every customer for a total. */
const isCustomerVisible = (scope: Scope): RawBuilder<boolean> =>
  isReferenceVisible(
    'row.partner_id',
    grantedCustomers(scope, 'row.partner_id'),
    scope.customerIds === null,
  );

const isKindVisible = (scope: Scope, kind: FigureKind): RawBuilder<boolean> => {
  const { mask, reach, subject } = figureKinds[kind];
  if (mask !== null && !seesAmounts(scope, mask)) return never;
  const seen = readersOf[reach](scope);
  return subject === 'customer' ? sql<boolean>`(${seen} and ${isCustomerVisible(scope)})` : seen;
};

/**
 * Tests figures `row` whose counterpart in the books the reader may see. A row with a hidden counterpart is
 * hidden as a whole: its state would confirm a guessed amount.
 */
export const visibleFigures = (scope: Scope): RawBuilder<boolean> => sql<boolean>`
  case row.figure_kind ${sql.join(
    figureKindCodes.map((kind) => sql`when ${kind} then ${isKindVisible(scope, kind)}`),
    sql` `,
  )} else false end`;
