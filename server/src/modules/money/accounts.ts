import { accountTable } from '@tradehouse/contract';
import type { ReplyOf, accountChoices, accounts } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { seesAmounts, source, trimmed } from '../../kernel/index.ts';
import type { Context, Row, Scope, Writer } from '../../kernel/index.ts';
import { saveInternalDocument } from '../document/index.ts';
import { asMoney, makeDefault, openingTime } from '../system/index.ts';
import { seesAccounts } from './purses.ts';

/** What the account holds now; null for anyone who may not know. */
const balanceOf = (tenantId: string, scope: Scope): RawBuilder<string | null> =>
  seesAccounts(scope)
    ? sql<string>`coalesce((select amount from money_balance
        where tenant_id = ${tenantId} and purse = 'account' and holder_id = account.id), 0)`
    : sql<null>`null::numeric`;

export const accountRows = source(accountTable, ({ tx, tenantId, scope }) =>
  tx
    .selectFrom('account')
    .where('account.tenant_id', '=', tenantId)
    .select([
      'account.id',
      'account.version',
      'account.name',
      'account.number',
      (seesAccounts(scope)
        ? sql<string | null>`account.opening_amount`
        : sql<string | null>`null::numeric`
      ).as('openingAmount'),
      balanceOf(tenantId, scope).as('balance'),
      'account.remark',
      'account.sort',
      'account.enabled',
      'account.is_default as isDefault',
      'account.created_at as createTime',
    ]),
);

const seesBalance = (scope: Scope): boolean => seesAccounts(scope) && seesAmounts(scope, 'money');

export const accountWriter: Writer<typeof accounts> = {
  table: 'account',
  list: accountRows,
  toRow: async ({ name, number, openingAmount, sort, remark, enabled }, context) => ({
    name,
    number,
    // Anyone who can't see it can't overwrite it either.
    opening_amount: seesBalance(context.scope)
      ? (await asMoney(context, [openingAmount]))[0]
      : undefined,
    sort,
    remark,
    enabled,
  }),
  toInfo: accountInfo,
  after: (context, before, after) => saveOpening(context, before, after),
};

/** Puts what the account started with into the books, when that changed. */
async function saveOpening(context: Context, before: Row | null, after: Row | null): Promise<void> {
  if (after === null) return;
  const amount = decimal(String(after['opening_amount']));
  if (amount.equals(decimal(String(before?.['opening_amount'] ?? '0')))) return;
  await saveInternalDocument(context, {
    kind: 'openingBalance',
    subject: `account:${after.id}`,
    time: await openingTime(context),
    partnerId: null,
    accountId: after.id,
    amount,
  });
}

async function accountInfo(row: Row, { tx, tenantId, scope }: Context) {
  const held = await tx
    .selectFrom('money_balance')
    .where('tenant_id', '=', tenantId)
    .where('purse', '=', 'account')
    .where('holder_id', '=', row.id)
    .select('amount')
    .executeTakeFirst();
  const shown = (amount: unknown) => (seesBalance(scope) ? trimmed(String(amount)) : null);
  return {
    id: row.id,
    version: row.version,
    name: row['name'],
    number: row['number'],
    openingAmount: shown(row['opening_amount']),
    balance: shown(held?.amount ?? '0'),
    sort: row['sort'],
    remark: row['remark'],
    enabled: row['enabled'],
    isDefault: row['is_default'],
  };
}

export const makeDefaultAccount = (context: Context, id: string): Promise<{ changed: number }> =>
  makeDefault(context, 'account', id, sql<boolean>`true`);

/** The enabled accounts in display order, the default first. */
export async function accountList({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof accountChoices>> {
  const accountList = await tx
    .selectFrom('account')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .orderBy('is_default', 'desc')
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'name', 'is_default as isDefault'])
    .execute();
  return { accountList };
}
