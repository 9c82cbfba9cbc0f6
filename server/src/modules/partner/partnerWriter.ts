import { partnerPages, partnerTypes, partners } from '@tradehouse/contract';
import type { PartnerFields, PartnerType } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { mayOpen, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import { recordRows } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { ColumnValues, StoredResourceRow } from '../../kernel/table/index.ts';
import { withNameForms } from '../catalog/index.ts';
import { saveInternalDocument } from '../document/index.ts';
import { purseBalances } from '../money/index.ts';
import type { PurseType } from '@tradehouse/domain';
import { exactAmounts, openingTime } from '../system/index.ts';
import { changePartners, grantCustomersToCreator, toPartnerOpening } from './bringing.ts';
import { hasOpeningDebts } from './openingSum.ts';
import { grantedPartners, priceListName, purseOf } from './partnerList.ts';

/** Returns the balance of a partner's purse, with the type's display sign. */
const partnerBalanceSql = (type: PartnerType) => (context: Context) => {
  const { purse, sign } = purseOf[type];
  return heldIn(context, purse, sign);
};
const heldIn = (context: Context, purse: PurseType, sign: 1 | -1) => sql`
  ${sql.lit(sign)} * coalesce((
    select amount from ${purseBalances(context, purse)} as held where held.holder_id = row.id), 0)`;

export const partnerWriter = recordRows('partner', partners, {
  mine: accessiblePartnersSql,
  reads: {
    closingPayable: partnerBalanceSql('supplier'),
    closingReceivable: partnerBalanceSql('customer'),
    prepayment: partnerBalanceSql('member'),
    bonus: (context) => heldIn(context, 'bonus', -1),
    priceListName: ({ tenantId }) => priceListName(tenantId, 'row'),
  },
  row: completePartnerColumns,
  before: async (context, row, existing) => {
    requirePartnerPage(context, existing);
    if (existing !== null && row['type'] !== existing['type']) {
      refuseWith('partner.type', {}, { field: 'type' });
    }
    refuseBothOpenings(row, existing);
    if (existing !== null) await refuseBalanceBesideBills(context, row, existing);
  },
  after: async (context, before, after) => {
    // Switching on and off bypasses the engine's `before`, therefore the right is checked again.
    requirePartnerPage(context, before ?? after);
    if (before === null && after !== null) await ownedByCreator(context, after);
    if (after !== null) await savePartnerOpening(context, before, after);
  },
  mayDelete: (context, row) => requirePartnerPage(context, row),
});

/**
 * Partners of pages that the user may open; partners undone with their spreadsheet are hidden from
 * everybody.
 */
function accessiblePartnersSql({ scope }: Context) {
  const types = partnerTypes.filter((type) => mayOpen(scope, partnerPages[type]));
  return sql<boolean>`(
    row.type = any(${types}::text[]) and row.removed_at is null and ${grantedPartners(scope, 'row')})`;
}

/** Completes the row with the mnemonic and the openings; openings hidden from the writer stay unchanged. */
async function completePartnerColumns(
  columns: ColumnValues,
  { type, openingReceivable, openingPayable }: PartnerFields,
  context: Context,
): Promise<ColumnValues> {
  const { scope } = context;
  if (!mayOpen(scope, partnerPages[type], '1')) refuseWith('access.denied');
  const exact = await exactAmounts(context, { openingReceivable, openingPayable });
  const openings = {
    opening_receivable: exact.openingReceivable,
    opening_payable: exact.openingPayable,
  };
  return withNameForms({ ...columns, ...(seesAmounts(scope, 'money') ? openings : {}) });
}

/** Requires the button on the page of the partner's type; the endpoint only required any of the three. */
function requirePartnerPage({ scope }: Context, row: StoredResourceRow | null): void {
  const type = partnerTypes.find((each) => each === row?.['type']);
  if (type !== undefined && !mayOpen(scope, partnerPages[type], '1')) refuseWith('access.denied');
}

function refuseBothOpenings(row: ColumnValues, existing: StoredResourceRow | null): void {
  const amount = (name: string) => decimal(String(row[name] ?? existing?.[name] ?? '0'));
  if (!amount('opening_receivable').isZero() && !amount('opening_payable').isZero()) {
    refuseWith('partner.bothOpenings', {}, { field: 'openingPayable' });
  }
}

/** Refuses an opening balance without bills for a partner with opening debts by bill. */
async function refuseBalanceBesideBills(
  context: Context,
  row: ColumnValues,
  existing: StoredResourceRow,
): Promise<void> {
  const field = openings.find(([, column]) => !decimal(String(row[column] ?? '0')).isZero())?.[0];
  if (field === undefined) return;
  const { tx, tenantId } = context;
  const { rows } = await sql`
    select from partner
    where partner.tenant_id = ${tenantId} and partner.id = ${existing.id}
      and ${hasOpeningDebts(context, 'partner')}`.execute(tx);
  if (rows.length > 0)
    refuseWith('partner.openingBills', { name: String(existing['name']) }, { field });
}

const openings = [
  ['openingReceivable', 'opening_receivable'],
  ['openingPayable', 'opening_payable'],
] as const;

async function ownedByCreator(context: Context, { id, type }: StoredResourceRow): Promise<void> {
  const { userId: creator_id, institutionId: institution_id } = context.scope;
  await changePartners(context, [{ id, creator_id, institution_id }]);
  // SAFETY: the database stores no further type of partner.
  await grantCustomersToCreator(context, type as PartnerType, [id]);
}

/** Opening debt: above 0 the partner owed us, below 0 we owed the partner. */
const owedFromBefore = (row: StoredResourceRow | null) =>
  decimal(String(row?.['opening_receivable'] ?? '0')).minus(
    decimal(String(row?.['opening_payable'] ?? '0')),
  );

/** Posts the partner's opening balance if changed. */
async function savePartnerOpening(
  context: Context,
  before: StoredResourceRow | null,
  after: StoredResourceRow,
): Promise<void> {
  const amount = owedFromBefore(after);
  if (amount.equals(owedFromBefore(before))) return;
  const opening = toPartnerOpening(after.id, amount, await openingTime(context));
  await saveInternalDocument(withGrantedCustomer(context, after.id), opening);
}

/** Adds a new customer to the scope: already granted, but unknown to this request's scope. */
const withGrantedCustomer = (context: Context, id: string): Context => {
  const { scope } = context;
  return scope.customerIds === null
    ? context
    : { ...context, scope: { ...scope, customerIds: [...scope.customerIds, id] } };
};
