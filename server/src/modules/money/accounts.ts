import { accounts } from '@tradehouse/contract';
import type { ReplyOf, accountChoices } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { seesAmounts } from '../../kernel/access/index.ts';
import { recordWriter } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import type { StoredResourceRow } from '../../kernel/table/index.ts';
import { saveInternalDocument } from '../document/index.ts';
import { exactAmounts, makeDefault, openingTime } from '../system/index.ts';
import { ownLedgerName, refuseLedgerAccount } from './ledgerAccounts.ts';
import { seesAccounts } from './purses.ts';

const hidden = sql<null>`null::numeric`;

/** Present balance of the account. */
const accountBalanceSql = (tenantId: string): RawBuilder<string> => sql<string>`
  coalesce((select sum(amount) from whole_money_balance
    where tenant_id = ${tenantId} and purse = 'account' and holder_id = row.id), 0)`;

const seesBalance = (scope: Scope): boolean => seesAccounts(scope) && seesAmounts(scope, 'money');

export const accountWriter = recordWriter(accounts, {
  reads: {
    openingAmount: ({ scope }) => (seesAccounts(scope) ? sql`row.opening_amount` : hidden),
    balance: ({ tenantId, scope }) => (seesAccounts(scope) ? accountBalanceSql(tenantId) : hidden),
    ledgerAccountName: ownLedgerName,
  },
  row: async (columns, { openingAmount }, context) => ({
    ...columns,
    // Users without sight of the balance cannot overwrite the value.
    opening_amount: seesBalance(context.scope)
      ? (await exactAmounts(context, { openingAmount })).openingAmount
      : undefined,
  }),
  before: (context, row) => refuseLedgerAccount(context, row, 'account'),
  after: (context, before, after) => saveAccountOpening(context, before, after),
});

/** Posts the account's opening balance, if changed. */
async function saveAccountOpening(
  context: Context,
  before: StoredResourceRow | null,
  after: StoredResourceRow | null,
): Promise<void> {
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

export const makeDefaultAccount = (context: Context, id: string): Promise<{ changed: number }> =>
  makeDefault(context, 'account', id, sql<boolean>`true`);

/** The enabled accounts in display order, the default first. */
export async function accountList({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof accountChoices>> {
  const rows = await tx
    .selectFrom('account')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .orderBy('is_default', 'desc')
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'name', 'is_default as isDefault', 'fee_rate'])
    .execute();
  const accountList = rows.map(({ fee_rate: rate, ...row }) => ({
    ...row,
    feeRate: toPlainDecimal(decimal(rate)),
  }));
  return { accountList };
}
