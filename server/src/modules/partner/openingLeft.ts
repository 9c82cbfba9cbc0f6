import type { ReplyOf, openingBalanceLeft } from '@tradehouse/contract';
import { decimal, toPlainDecimal, settlingBeside } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, mayOpen, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import { signedKinds } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { grantedPartners } from './partnerList.ts';

/**
 * Returns a partner's opening balance, the part settled by receipts or payments (drafts count), and the
 * rest.
 */
export async function openingLeft(
  { tx, tenantId, scope }: Context,
  { organId }: { readonly organId: string },
): Promise<ReplyOf<typeof openingBalanceLeft>> {
  const ways = (['receivable', 'payable'] as const).flatMap(settlingBeside);
  const { rows } = await sql<{ type: string; need: string; finished: string }>`
    select partner.type, case when partner.type = 'supplier' then opening_payable else opening_receivable end as need,
      coalesce((
        select sum(line.amount * way.sign)
        from ${signedKinds(ways, 'way')}
        join document on document.tenant_id = ${tenantId} and document.kind = way.kind
        join document_line as line on line.tenant_id = ${tenantId} and line.document_id = document.id
        join tenant_setting setting on setting.tenant_id = ${tenantId} and setting.currency = document.currency
        where document.partner_id = partner.id and document.deleted_at is null
          and line.settled_document_id is null), 0) as finished
    from partner
    where partner.tenant_id = ${tenantId} and partner.id = ${organId} and ${grantedPartners(scope, 'partner')}`.execute(
    tx,
  );
  const { type, need, finished } = orRefuseMissing(rows[0]);
  // Either page opens the call; supplier debts are for anyone who pays.
  if (!mayOpen(scope, type === 'supplier' ? '/financial/money_out' : '/financial/money_in'))
    refuseWith('access.denied');
  const shown = (amount: string) =>
    seesAmounts(scope, 'money') ? toPlainDecimal(decimal(amount)) : null;
  return {
    needDebt: shown(need),
    finishDebt: shown(finished),
    eachAmount: shown(toPlainDecimal(decimal(need).minus(decimal(finished)))),
  };
}
