import type { OpeningDebtSide } from '@tradehouse/contract';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { worthSql } from '../system/index.ts';

/** Amount of an opening debt `alias` in the company's own currency. */
export const worthOfDebt = ({ tenantId }: Context, alias: string): RawBuilder<unknown> =>
  worthSql(tenantId, sql.ref(`${alias}.amount`), sql.ref(`${alias}.exchange_rate`));

/** Opening balance of a partner `alias` on a side: the balance without bills, and the bills. */
export const openingOf = (
  context: Context,
  alias: string,
  side: OpeningDebtSide,
): RawBuilder<string> => sql<string>`(${sql.ref(`${alias}.opening_${side}`)} + coalesce((
  select sum(${worthOfDebt(context, 'debt')}) from opening_debt debt
  where debt.tenant_id = ${context.tenantId} and debt.partner_id = ${sql.ref(`${alias}.id`)}), 0))`;

/** True for a partner `alias` with opening debts by bill. */
export const hasOpeningDebts = ({ tenantId }: Context, alias: string): RawBuilder<boolean> =>
  sql<boolean>`(exists (
    select from opening_debt debt
    where debt.tenant_id = ${tenantId} and debt.partner_id = ${sql.ref(`${alias}.id`)}))`;
