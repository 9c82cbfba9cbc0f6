import { partnerPages, partnerTypes, partners } from '@tradehouse/contract';
import type { PartnerFields, PartnerType } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { mayOpen, recordRows, refuse, seesAmounts } from '../../kernel/index.ts';
import type { Columns, Context, Row } from '../../kernel/index.ts';
import { withNameForms } from '../catalog/index.ts';
import { saveInternalDocument } from '../document/index.ts';
import { purseBalances } from '../money/index.ts';
import type { PurseType } from '@tradehouse/domain';
import { asMoney, openingTime } from '../system/index.ts';
import { changePartners, grantToCreator, openingOf } from './bringing.ts';
import { grantedPartners, priceListName, purseOf } from './partnerList.ts';

/** What is in a partner's purse now, as partners of a type show it. */
const balanceOf = (type: PartnerType) => (context: Context) => {
  const { purse, sign } = purseOf[type];
  return heldIn(context, purse, sign);
};
const heldIn = (context: Context, purse: PurseType, sign: 1 | -1) => sql`
  ${sql.lit(sign)} * coalesce((
    select amount from ${purseBalances(context, purse)} as held where held.holder_id = row.id), 0)`;

export const partnerWriter = recordRows('partner', partners, {
  mine,
  reads: {
    closingPayable: balanceOf('supplier'),
    closingReceivable: balanceOf('customer'),
    prepayment: balanceOf('member'),
    bonus: (context) => heldIn(context, 'bonus', -1),
    priceListName: ({ tenantId }) => priceListName(tenantId, 'row'),
  },
  row: completed,
  before: async (context, row, existing) => {
    guard(context, existing);
    if (existing !== null && row['type'] !== existing['type']) {
      refuse('partner.type', {}, { field: 'type' });
    }
    refuseBothOpenings(row, existing);
  },
  after: async (context, before, after) => {
    // Switching on and off comes without `before` of the engine, so the right is asked here again.
    guard(context, before ?? after);
    if (before === null && after !== null) await ownedByCreator(context, after);
    if (after !== null) await saveOpening(context, before, after);
  },
  mayDelete: (context, row) => guard(context, row),
});

/** Partners of the pages that the user may open; what was taken back with its spreadsheet no one sees any more. */
function mine({ scope }: Context) {
  const types = partnerTypes.filter((type) => mayOpen(scope, partnerPages[type]));
  return sql<boolean>`(
    row.type = any(${types}::text[]) and row.removed_at is null and ${grantedPartners(scope, 'row')})`;
}

/** The row with its mnemonic, and its openings in whole cents; those that the writer may not see stay as they are. */
async function completed(
  columns: Columns,
  { type, openingReceivable, openingPayable }: PartnerFields,
  context: Context,
): Promise<Columns> {
  const { scope } = context;
  if (!mayOpen(scope, partnerPages[type], '1')) refuse('access.denied');
  const [receivable, payable] = await asMoney(context, [openingReceivable, openingPayable]);
  const openings = { opening_receivable: receivable, opening_payable: payable };
  return withNameForms({ ...columns, ...(seesAmounts(scope, 'money') ? openings : {}) });
}

/** The button on the page of the partner's own type decides; the endpoint asked only for one of the three. */
function guard({ scope }: Context, row: Row | null): void {
  const type = partnerTypes.find((each) => each === row?.['type']);
  if (type !== undefined && !mayOpen(scope, partnerPages[type], '1')) refuse('access.denied');
}

function refuseBothOpenings(row: Columns, existing: Row | null): void {
  const amount = (name: string) => decimal(String(row[name] ?? existing?.[name] ?? '0'));
  if (!amount('opening_receivable').isZero() && !amount('opening_payable').isZero()) {
    refuse('partner.bothOpenings', {}, { field: 'openingPayable' });
  }
}

async function ownedByCreator(context: Context, { id, type }: Row): Promise<void> {
  const { userId: creator_id, institutionId: institution_id } = context.scope;
  await changePartners(context, [{ id, creator_id, institution_id }]);
  // SAFETY: the database keeps no other type of partner.
  await grantToCreator(context, type as PartnerType, [id]);
}

/** Above 0 they owed us at first, below 0 we owed them. */
const owedFromBefore = (row: Row | null) =>
  decimal(String(row?.['opening_receivable'] ?? '0')).minus(
    decimal(String(row?.['opening_payable'] ?? '0')),
  );

/** Puts the partner's opening balance into the books, when that changed. */
async function saveOpening(context: Context, before: Row | null, after: Row): Promise<void> {
  const amount = owedFromBefore(after);
  if (amount.equals(owedFromBefore(before))) return;
  const opening = openingOf(after.id, amount, await openingTime(context));
  await saveInternalDocument(reaching(context, after.id), opening);
}

/** A customer that was added just now is granted already, which the scope of this request can't know. */
const reaching = (context: Context, id: string): Context => {
  const { scope } = context;
  return scope.customerIds === null
    ? context
    : { ...context, scope: { ...scope, customerIds: [...scope.customerIds, id] } };
};
