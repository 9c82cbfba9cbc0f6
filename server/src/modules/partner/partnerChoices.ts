import type { InputOf, PartnerType, ReplyOf, supplierChoices } from '@tradehouse/contract';
import { partnerPages, partnerTypes } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { sql } from 'kysely';
import { anyHolds, isAlike, mayOpen, seesAmounts } from '../../kernel/index.ts';
import type { Context, Scope } from '../../kernel/index.ts';
import { purseBalances } from '../money/index.ts';
import { grantedPartners } from './partnerList.ts';

type Asked = InputOf<typeof supplierChoices>;

const LIMIT = 50;

/** The pages of members, and those of the documents that take prepayments or are paid with them. */
const prepaymentPages = [
  partnerPages.member,
  ...Object.values(documentKinds)
    .filter(
      ({ prepaid, cash }) => prepaid || cash.some(({ from, to }) => [from, to].includes('prepaid')),
    )
    .flatMap(({ url }) => url ?? []),
];

const seesPrepayments = (scope: Scope): boolean =>
  seesAmounts(scope, 'money') && prepaymentPages.some((page) => mayOpen(scope, page));

/** Enabled partners of a type (null: of every type) for a select; the one named by `organId` comes first. */
export async function findPartners(
  context: Context,
  type: PartnerType | null,
  { key, limit = LIMIT, organId }: Asked,
): Promise<ReplyOf<typeof supplierChoices>> {
  const { tx, tenantId, scope } = context;
  const texts = ['name', 'mnemonic', 'name_forms', 'contacts', 'phone', 'telephone'].map((column) =>
    sql.ref(`partner.${column}`),
  );
  const types = type === null ? partnerTypes : [type];
  const left = (purse: 'prepaid' | 'bonus') =>
    types.includes('member') && seesPrepayments(scope)
      ? sql<string | null>`trim_scale(case when partner.type = 'member' then -coalesce((
          select amount from ${purseBalances(context, purse)} as held where held.holder_id = partner.id), 0) end)`
      : sql<string | null>`null::text`;
  return tx
    .selectFrom('partner')
    .where('partner.tenant_id', '=', tenantId)
    .where('partner.type', '=', sql<PartnerType>`any(${types}::text[])`)
    .where(grantedPartners(scope, 'partner'))
    .where(
      sql<boolean>`(partner.id = ${organId ?? null}::bigint or (partner.enabled and ${anyHolds(texts, key ?? '')}))`,
    )
    .orderBy(sql`partner.id = ${organId ?? '0'}::bigint`, 'desc')
    .orderBy('partner.sort')
    .orderBy('partner.name')
    .orderBy('partner.id')
    .limit(limit)
    .select([
      'partner.id',
      'partner.name',
      'partner.type',
      sql<string | null>`trim_scale(partner.tax_rate)`.as('taxRate'),
      'partner.payment_kind as paymentKind',
      'partner.payment_days as paymentDays',
      'partner.month_end as monthEnd',
      left('prepaid').as('prepayment'),
      left('bonus').as('bonus'),
    ])
    .execute();
}

/** Is the name another partner's of the type? */
export async function isTakenName(
  { tx, tenantId }: Context,
  { id, name, type }: { readonly id?: string; readonly name: string; readonly type: PartnerType },
): Promise<boolean> {
  const partner = await tx
    .selectFrom('partner')
    .where('tenant_id', '=', tenantId)
    .where('type', '=', type)
    .where(isAlike(sql.ref('name'), name))
    .where('id', '<>', id ?? '0')
    .select('id')
    .executeTakeFirst();
  return partner !== undefined;
}
