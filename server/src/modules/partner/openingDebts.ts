// Bills open when the company moved in: each a row with a document that only posts the debt.
import { openingDebts } from '@tradehouse/contract';
import type { OpeningDebtSide } from '@tradehouse/contract';
import { completeOpeningDebt, decimal, normalText } from '@tradehouse/domain';
import type { OpeningDebtTerms } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  orRefuseMissing,
  refuseWith,
  seesAmounts,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import { bulkWriter, dayStart, recordWriter } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';
import { deleteInternal, saveInternalDocument, saveInternalDocuments } from '../document/index.ts';
import { ownMoney, rateOn, readCompanyToday } from '../system/index.ts';
import { worthOfDebt } from './openingSum.ts';
import { grantedPartners } from './partnerList.ts';

export const openingDebtBulk = bulkWriter('opening_debt');

/** Opening debts `alias` with visible documents; a debt not yet posted is the writer's own. */
export const visibleOpeningDebts = (
  { tenantId, scope }: Context,
  alias: string,
): RawBuilder<boolean> => {
  const documentId = sql.ref(`${alias}.document_id`);
  return sql<boolean>`(${documentId} is null or exists (
    select from document
    where document.tenant_id = ${tenantId} and document.id = ${documentId}
      and ${visibleDocuments(scope, 'document')}))`;
};

const settledOf = ({ tenantId }: Context): RawBuilder<unknown> => sql`coalesce((
  select document.settled from document
  where document.tenant_id = ${tenantId} and document.id = row.document_id), 0)`;

export const openingDebtWriter = recordWriter(openingDebts, {
  mine: (context) => visibleOpeningDebts(context, 'row'),
  reads: {
    partnerName: ({ tenantId }) => sql`(
      select partner.name from partner
      where partner.tenant_id = ${tenantId} and partner.id = row.partner_id)`,
    settled: settledOf,
    openDebt: (context) => sql`row.amount - ${settledOf(context)}`,
    worth: (context) => worthOfDebt(context, 'row'),
  },
  finds: {
    isOpen: (context, open) =>
      sql<boolean>`(row.amount <> ${settledOf(context)}) = ${open === true}::boolean`,
  },
  before: completeEntry,
  after: async (context, before, after) => {
    const posted = before?.['document_id'] ?? null;
    if (after !== null) await postOpeningDebt(context, after.id);
    else if (posted !== null) await deleteInternal(context, String(posted));
  },
  mayDelete: ({ scope }) => {
    if (!seesAmounts(scope, 'money')) refuseWith('access.denied');
  },
  taken: ({ number }) =>
    refuseWith('document.numberTaken', { number: String(number) }, { field: 'number' }),
  nameScope: async ({ tx, tenantId, scope }, { partnerId = null }) => {
    const { rows } = await sql<{ type: string }>`
      select type from partner
      where tenant_id = ${tenantId} and id = ${partnerId} and ${grantedPartners(scope, 'partner')}`.execute(
      tx,
    );
    return { side: sideOfType[rows[0]?.type ?? ''] };
  },
});

/** Completes and checks an entered debt; the partner is locked against an opening balance without bills. */
async function completeEntry(
  context: Context,
  row: ColumnValues,
  existing: StoredResourceRow | null,
): Promise<ColumnValues> {
  if (!seesAmounts(context.scope, 'money')) refuseWith('access.denied');
  const named = Object.entries(row).filter(([, value]) => value !== undefined);
  const entry: ColumnValues = { ...existing, ...Object.fromEntries(named) };
  const textOf = (name: string): string | null => {
    const value = entry[name];
    return value === null || value === undefined || value === '' ? null : String(value);
  };
  const amount = textOf('amount');
  if (amount === null) return refuseWith('settlement.amount', {}, { field: 'amount' });
  const side = await lockDebtor(context, textOf('partner_id') ?? '');
  // The document of the other side is of another kind.
  if (existing !== null && existing['side'] !== side)
    refuseWith('partner.type', {}, { field: 'partnerId' });
  const businessDate = textOf('business_date') ?? '';
  const currency = textOf('currency');
  const keepsRate = existing !== null && existing['currency'] === currency;
  const isNamed = (name: string): boolean => named.some(([each]) => each === name);
  const terms = completeOpeningDebt(
    {
      businessDate,
      dueOn: textOf('due_on'),
      currency,
      exchangeRate: isNamed('exchange_rate') || keepsRate ? textOf('exchange_rate') : null,
      amount,
    },
    {
      today: await readCompanyToday(context),
      own: await ownMoney(context),
      dayRate: await readDayRate(context, currency, businessDate),
    },
  );
  return { side, number: normalText(textOf('number') ?? ''), ...columnsOfTerms(terms) };
}

export const columnsOfTerms = ({
  businessDate,
  dueOn,
  currency,
  exchangeRate,
  amount,
}: OpeningDebtTerms) => ({
  business_date: businessDate,
  due_on: dueOn,
  currency,
  exchange_rate: exchangeRate,
  amount,
});

async function readDayRate(
  { tx, tenantId }: Context,
  currency: string | null,
  day: string,
): Promise<string | null> {
  const { rows } = await sql<{ rate: string | null }>`
    select ${rateOn(tenantId, sql`${currency}::text`, sql`${day}::date`)} as rate`.execute(tx);
  return rows[0]?.rate ?? null;
}

const sideOfType: Readonly<Partial<Record<string, OpeningDebtSide>>> = {
  customer: 'receivable',
  supplier: 'payable',
};

/** Locks the partner and returns the side of the debt; refuses an opening balance without bills. */
async function lockDebtor(
  { tx, tenantId, scope }: Context,
  partnerId: string,
): Promise<OpeningDebtSide> {
  const at = { field: 'partnerId' };
  const { rows } = await sql<{ name: string; type: string; balanced: boolean }>`
    select name, type, opening_receivable <> 0 or opening_payable <> 0 as balanced from partner
    where tenant_id = ${tenantId} and id = ${partnerId} and removed_at is null
      and ${grantedPartners(scope, 'partner')}
    for no key update`.execute(tx);
  const partner = rows[0] ?? refuseWith('document.partnerMissing', {}, at);
  const { name, type, balanced } = partner;
  const side = sideOfType[type] ?? refuseWith('document.partnerType', { name }, at);
  if (balanced) refuseWith('openingDebt.balance', { name }, at);
  return side;
}

interface DebtToPost {
  readonly id: string;
  readonly side: OpeningDebtSide;
  readonly partner_id: string;
  readonly number: string;
  readonly time: string;
  readonly due_on: string;
  readonly currency: string;
  readonly exchange_rate: string;
  readonly amount: string;
  readonly remark: string;
}

const kindOfSide = { receivable: 'openingReceivable', payable: 'openingPayable' } as const;
const subjectOf = (id: string): string => `openingDebt:${id}`;

const documentOfDebt = (debt: DebtToPost) => ({
  kind: kindOfSide[debt.side],
  subject: subjectOf(debt.id),
  time: debt.time,
  number: debt.number,
  partnerId: debt.partner_id,
  dueOn: debt.due_on,
  currency: debt.currency,
  exchangeRate: debt.exchange_rate,
  amount: decimal(debt.amount),
  remark: debt.remark,
});

async function readDebts(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<readonly DebtToPost[]> {
  const { rows } = await sql<DebtToPost>`
    select debt.id, debt.side, debt.partner_id, debt.number, debt.due_on::text as due_on, debt.currency,
      debt.exchange_rate, debt.amount, debt.remark, ${dayStart(sql`debt.business_date`, sql`setting.time_zone`)} as time
    from opening_debt debt join tenant_setting setting on setting.tenant_id = ${tenantId}
    where debt.tenant_id = ${tenantId} and debt.id = any(${ids}::bigint[]) order by debt.id`.execute(
    tx,
  );
  return rows;
}

async function postOpeningDebt(context: Context, id: string): Promise<void> {
  const [debt] = await readDebts(context, [id]);
  await saveInternalDocument(context, documentOfDebt(orRefuseMissing(debt)));
  await noteDocuments(context, [id]);
}

/** Number of debts posted together. */
const TOGETHER = 200;

/** Posts the documents of many debts; `mark` names the source. */
export async function postOpeningDebts(
  context: Context,
  ids: readonly string[],
  mark: string,
): Promise<void> {
  await saveDocuments(context, await readDebts(context, ids), mark);
  await noteDocuments(context, ids);
}

/** Deletes many debts with their documents; refuses a settled debt. `mark` names the source. */
export async function removeOpeningDebts(
  context: Context,
  ids: readonly string[],
  mark: string,
): Promise<void> {
  const debts = await readDebts(context, ids);
  await saveDocuments(
    context,
    debts.map((debt) => ({ ...debt, amount: '0' })),
    mark,
  );
  await openingDebtBulk.remove(context, sql`${ids}::bigint[]`);
}

async function saveDocuments(
  context: Context,
  all: readonly DebtToPost[],
  mark: string,
): Promise<void> {
  for (const [, debts] of Map.groupBy(all, ({ side }) => side))
    for (let from = 0; from < debts.length; from += TOGETHER)
      await saveInternalDocuments(
        context,
        debts.slice(from, from + TOGETHER).map(documentOfDebt),
        mark,
      );
}

/** Names on each debt the document found by its subject. */
async function noteDocuments({ tx, tenantId }: Context, ids: readonly string[]): Promise<void> {
  await sql`
    update opening_debt debt set document_id = document.id
    from document
    where debt.tenant_id = ${tenantId} and debt.id = any(${ids}::bigint[]) and debt.document_id is null
      and document.tenant_id = ${tenantId} and document.kind = any(${Object.values(kindOfSide)}::text[])
      and document.subject = 'openingDebt:' || debt.id and document.deleted_at is null`.execute(tx);
}
