import { choiceLabel, ledgerAccounts } from '@tradehouse/contract';
import type {
  InputOf,
  ReplyOf,
  ledgerAccountChoices,
  ledgerRoleList,
  updateLedgerRoles,
} from '@tradehouse/contract';
import { fitsRole } from '@tradehouse/domain';
import type { LedgerAccountType, LedgerRole } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { isValueInUse, recordWriter } from '../../kernel/table/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';

/** Name of ledger account `alias` in the reader's language. */
export const ledgerName = ({ language }: Context, alias: string): RawBuilder<string> => {
  const name = sql.ref(`${alias}.name`);
  return language === 'en'
    ? sql<string>`coalesce(nullif(${sql.ref(`${alias}.english_name`)}, ''), ${name})`
    : sql<string>`${name}`;
};

export const ledgerAccountWriter = recordWriter(ledgerAccounts, {
  reads: {
    roles: ({ tenantId }) => sql`array(
      select role.role from ledger_role as role
      where role.tenant_id = ${tenantId} and role.ledger_account_id = row.id order by role.role)`,
  },
  before: async (context, row, existing) => {
    const code = String(row['code']);
    if (await isValueInUse(context, 'ledger_account', ['code', code], existing))
      refuseWith('ledgerAccount.codeTaken', { code }, { field: 'code' });
    if (existing !== null && existing['type'] !== row['type'])
      await refuseLedgerTypeChange(context, row, existing);
  },
});

const roleWord = ({ language }: Context, role: LedgerRole): string =>
  choiceLabel(language, 'roles', role);

/** Refuses a type whose statement does not fit the account's roles or records. The row is locked. */
async function refuseLedgerTypeChange(
  context: Context,
  { type }: ColumnValues,
  existing: StoredResourceRow,
): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<{ role: LedgerRole }>`
    select role from ledger_role where tenant_id = ${tenantId} and ledger_account_id = ${existing.id}
    union
    select 'account' from account where tenant_id = ${tenantId} and ledger_account_id = ${existing.id}`.execute(
    tx,
  );
  // SAFETY: the body is validated to be a ledger account type.
  const odd = rows.find(({ role }) => !fitsRole(role, type as LedgerAccountType));
  if (odd === undefined) return;
  const facts = { name: String(existing['name']), role: roleWord(context, odd.role) };
  refuseWith('ledgerAccount.typeStays', facts, { field: 'accountType' });
}

/** Refuses an unfit ledger account; its type is locked until the commit. */
export async function refuseLedgerAccount(
  context: Context,
  { ledger_account_id: id }: ColumnValues,
  role: LedgerRole,
): Promise<void> {
  if (id === undefined || id === null) return;
  const at = { field: 'ledgerAccountId' };
  const [account] = await heldAccounts(context, [String(id)]);
  if (account === undefined) return refuseWith('record.missing', {}, at);
  if (!fitsRole(role, account.type))
    refuseWith(
      'ledgerAccount.wrongType',
      { name: account.name, role: roleWord(context, role) },
      at,
    );
}

interface HeldAccount {
  readonly id: string;
  readonly name: string;
  readonly type: LedgerAccountType;
}

async function heldAccounts(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<readonly HeldAccount[]> {
  const { rows } = await sql<HeldAccount>`
    select id, name, type from ledger_account
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) order by id for share`.execute(tx);
  return rows;
}

/** Name of the ledger account set on a record (named `row`). */
export const ownLedgerName = (context: Context): RawBuilder<unknown> => sql`coalesce((
  select ledger.code || ' ' || ${ledgerName(context, 'ledger')} from ledger_account as ledger
  where ledger.tenant_id = ${context.tenantId} and ledger.id = row.ledger_account_id), '')`;

export async function ledgerChoices(
  context: Context,
): Promise<ReplyOf<typeof ledgerAccountChoices>> {
  const { rows } = await sql<ReplyOf<typeof ledgerAccountChoices>[number]>`
    select ledger.id, ledger.code || ' ' || ${ledgerName(context, 'ledger')} as name, ledger.type as "accountType"
    from ledger_account as ledger
    where ledger.tenant_id = ${context.tenantId} and ledger.enabled order by ledger.code collate "C"`.execute(
    context.tx,
  );
  return rows;
}

/** Reads the ledger account of each role. */
export async function ledgerRoles(context: Context): Promise<ReplyOf<typeof ledgerRoleList>> {
  const { tenantId } = context;
  const { rows } = await sql<ReplyOf<typeof ledgerRoleList>[number]>`
    select role.role, role.ledger_account_id as "ledgerAccountId",
      ledger.code || ' ' || ${ledgerName(context, 'ledger')} as name
    from ledger_role as role
    join ledger_account as ledger on ledger.tenant_id = ${tenantId} and ledger.id = role.ledger_account_id
    where role.tenant_id = ${tenantId}`.execute(context.tx);
  return rows;
}

/**
 * Assigns roles to ledger accounts. Refuses missing accounts, and accounts of another statement
 * (`ledgerAccount.wrongType`).
 */
export async function changeLedgerRoles(
  context: Context,
  { roles }: InputOf<typeof updateLedgerRoles>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const accounts = new Map(
    (
      await heldAccounts(
        context,
        roles.map(({ ledgerAccountId }) => ledgerAccountId),
      )
    ).map((account) => [account.id, account]),
  );
  for (const { role, ledgerAccountId } of roles) {
    const account =
      accounts.get(ledgerAccountId) ?? refuseWith('record.missing', {}, { field: role });
    if (!fitsRole(role, account.type))
      refuseWith(
        'ledgerAccount.wrongType',
        { name: account.name, role: roleWord(context, role) },
        { field: role },
      );
  }
  const before = await ledgerRoles(context);
  const wanted = roles.filter(
    ({ role, ledgerAccountId }) =>
      before.find((one) => one.role === role)?.ledgerAccountId !== ledgerAccountId,
  );
  if (wanted.length === 0) return { changed: 0 };
  await sql`
    update ledger_role set ledger_account_id = given.id
    from unnest(${wanted.map(({ role }) => role)}::text[], ${wanted.map(({ ledgerAccountId }) => ledgerAccountId)}::bigint[])
      as given(role, id)
    where ledger_role.tenant_id = ${tenantId} and ledger_role.role = given.role`.execute(tx);
  const roleTexts = (list: readonly { readonly role: LedgerRole; readonly name: string }[]) =>
    Object.fromEntries(
      list
        .filter(({ role }) => wanted.some((one) => one.role === role))
        .map(({ role, name }) => [role, name]),
    );
  logChange(context, {
    action: 'update',
    subject: 'ledger_role',
    subjectId: tenantId,
    before: roleTexts(before),
    after: roleTexts(await ledgerRoles(context)),
  });
  return { changed: wanted.length };
}
