import type { InputOf, PartnerType, ReplyOf, supplierChoices } from '@tradehouse/contract';
import { partnerPages, partnerTypes } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { sql } from 'kysely';
import { mayOpen, seesAmounts } from '../../kernel/access/index.ts';
import { isAlike } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import { purseBalances } from '../money/index.ts';
import { grantedPartners } from './partnerList.ts';
import { partnerHolds, rankOfPartner } from './partnerSearch.ts';

type PartnerChoiceQuery = InputOf<typeof supplierChoices>;

const LIMIT = 50;

/** Pages of members, and of documents that take prepayments or are paid with prepayments. */
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

/** Lists enabled partners of a type (null: all) for a select; the partner `organId` comes first. */
export async function findPartners(
  context: Context,
  type: PartnerType | null,
  { key, limit = LIMIT, organId }: PartnerChoiceQuery,
): Promise<ReplyOf<typeof supplierChoices>> {
  const { tx, tenantId, scope } = context;
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
      sql<boolean>`(partner.id = ${organId ?? null}::bigint
        or (partner.enabled and ${partnerHolds(key ?? '')}))`,
    )
    .orderBy(sql`partner.id = ${organId ?? '0'}::bigint`, 'desc')
    .orderBy(rankOfPartner(key ?? ''))
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

interface FoundPartner {
  readonly id: string;
  readonly name: string;
  readonly type: PartnerType;
  readonly phone: string;
}

/** Lists enabled partners of these types that match a keyword, best first. */
export function searchPartners(
  { tx, tenantId, scope }: Context,
  types: readonly PartnerType[],
  keyword: string,
  limit: number,
): Promise<FoundPartner[]> {
  return tx
    .selectFrom('partner')
    .where('partner.tenant_id', '=', tenantId)
    .where('partner.type', '=', sql<PartnerType>`any(${types}::text[])`)
    .where(grantedPartners(scope, 'partner'))
    .where('partner.enabled', '=', true)
    .where(partnerHolds(keyword))
    .orderBy(rankOfPartner(keyword))
    .orderBy('partner.name')
    .orderBy('partner.id')
    .limit(limit)
    .select(['partner.id', 'partner.name', sql<PartnerType>`partner.type`.as('type')])
    .select(sql<string>`coalesce(nullif(partner.telephone, ''), partner.phone)`.as('phone'))
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
