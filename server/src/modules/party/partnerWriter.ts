import { partnerPages } from '@tradehouse/contract';
import type { PartnerFields, PartnerInfo, PartnerType, partners } from '@tradehouse/contract';
import { decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { mayOpen, refuse, rightsChanged, seesAmounts, trimmed } from '../../kernel/index.ts';
import type { Columns, Context, Row, Writer } from '../../kernel/index.ts';
import { mnemonicOf } from '../catalog/index.ts';
import { saveInternalDocument } from '../document/index.ts';
import { purseBalances } from '../money/index.ts';
import { asMoney, openingTime } from '../system/index.ts';
import { grantedPartners } from './partnerList.ts';

export const partnerWriter: Omit<Writer<typeof partners>, 'list'> = {
  table: 'partner',
  mine: ({ scope }) => grantedPartners(scope, 'row'),
  toRow: partnerToRow,
  toInfo: partnerInfo,
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
    if (before === null && after !== null) await grantToCreator(context, after);
    if (after !== null) await saveOpening(context, before, after);
  },
  mayDelete: (context, row) => guard(context, row),
};

async function partnerToRow(fields: PartnerFields, context: Context): Promise<Columns> {
  const { scope } = context;
  const sees = seesAmounts(scope, 'money');
  const { openingReceivable, openingPayable } = fields;
  if (!mayOpen(scope, partnerPages[fields.type], '1')) refuse('access.denied');
  const [receivable, payable] = await asMoney(context, [openingReceivable, openingPayable]);
  return {
    type: fields.type,
    name: fields.name,
    mnemonic: mnemonicOf(fields.name),
    contacts: fields.contacts,
    phone: fields.phone,
    telephone: fields.telephone,
    email: fields.email,
    fax: fields.fax,
    address: fields.address,
    tax_number: fields.taxNumber,
    tax_rate: fields.taxRate,
    bank_name: fields.bankName,
    bank_account: fields.bankAccount,
    opening_receivable: sees ? receivable : undefined,
    opening_payable: sees ? payable : undefined,
    customer_source: fields.customerSource,
    main_market: fields.mainMarket,
    price_level: fields.priceLevel,
    sort: fields.sort,
    remark: fields.remark,
    enabled: fields.enabled,
  };
}

/** The page of the partner's own type decides; the endpoint asked only for one of the three. */
function guard({ scope }: Context, row: Row | null): void {
  const type = row?.['type'] as PartnerType | undefined;
  if (type !== undefined && !mayOpen(scope, partnerPages[type], '1')) refuse('access.denied');
}

function refuseBothOpenings(row: Columns, existing: Row | null): void {
  const amount = (name: string) => decimal(String(row[name] ?? existing?.[name] ?? '0'));
  if (!amount('opening_receivable').isZero() && !amount('opening_payable').isZero()) {
    refuse('partner.bothOpenings', {}, { field: 'openingPayable' });
  }
}

/** Anyone who adds a customer may deal with it, where customers are granted one by one. */
async function grantToCreator(context: Context, { id, type }: Row): Promise<void> {
  const { tx, tenantId, scope } = context;
  await tx
    .updateTable('partner')
    .set({ creator_id: scope.userId, institution_id: scope.institutionId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  if (type !== 'customer' || scope.customerIds === null) return;
  await tx
    .insertInto('user_customer')
    .values({ tenant_id: tenantId, user_id: scope.userId, partner_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('partner_id')
    .execute();
  await rightsChanged(context);
}

/** Above 0 they owed us at first, below 0 we owed them. */
const openingOf = (row: Row | null) =>
  decimal(String(row?.['opening_receivable'] ?? '0')).minus(
    decimal(String(row?.['opening_payable'] ?? '0')),
  );

/** Puts the partner's opening balance into the books, when that changed. */
async function saveOpening(context: Context, before: Row | null, after: Row): Promise<void> {
  const amount = openingOf(after);
  if (amount.equals(openingOf(before))) return;
  await saveInternalDocument(reaching(context, after.id), {
    kind: 'openingBalance',
    subject: `partner:${after.id}`,
    time: await openingTime(context),
    partnerId: after.id,
    accountId: null,
    amount,
  });
}

/** A customer that was added just now is granted already, which the scope of this request can't know. */
const reaching = (context: Context, id: string): Context => {
  const { scope } = context;
  return scope.customerIds === null
    ? context
    : { ...context, scope: { ...scope, customerIds: [...scope.customerIds, id] } };
};

async function partnerInfo(row: Row, context: Context): Promise<PartnerInfo> {
  const { tx, scope } = context;
  const type = row['type'] as PartnerType;
  if (!mayOpen(scope, partnerPages[type])) refuse('access.denied');
  const { rows } = await sql<{ receivable: string; payable: string; prepaid: string }>`
    select
      coalesce((select amount from ${purseBalances(context, 'receivable')} as held where holder_id = ${row.id}), 0) as receivable,
      -coalesce((select amount from ${purseBalances(context, 'payable')} as held where holder_id = ${row.id}), 0) as payable,
      -coalesce((select amount from ${purseBalances(context, 'prepaid')} as held where holder_id = ${row.id}), 0) as prepaid`.execute(
    tx,
  );
  const text = (name: string) => String(row[name] ?? '');
  const money = (value: unknown) =>
    seesAmounts(scope, 'money') ? trimmed(String(value ?? '0')) : null;
  return {
    id: row.id,
    version: row.version,
    type,
    name: text('name'),
    contacts: text('contacts'),
    phone: text('phone'),
    telephone: text('telephone'),
    email: text('email'),
    fax: text('fax'),
    address: text('address'),
    taxNumber: text('tax_number'),
    taxRate: row['tax_rate'] === null ? null : trimmed(text('tax_rate')),
    bankName: text('bank_name'),
    bankAccount: text('bank_account'),
    openingReceivable: money(row['opening_receivable']),
    openingPayable: money(row['opening_payable']),
    closingReceivable: money(rows[0]?.receivable),
    closingPayable: money(rows[0]?.payable),
    prepayment: money(rows[0]?.prepaid),
    customerSource: text('customer_source'),
    mainMarket: text('main_market'),
    priceLevel: text('price_level'),
    sort: Number(row['sort']),
    remark: text('remark'),
    enabled: row['enabled'] === true,
  };
}
