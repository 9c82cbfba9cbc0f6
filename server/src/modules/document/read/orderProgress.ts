import type { OrderLifeReply } from '@tradehouse/contract';
import { decimal, toPlainDecimal, progressOfOrder, rounded } from '@tradehouse/domain';
import type { DocumentProgress } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import { trimTrailingZeros } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { MaskAmount } from '../../../kernel/table/index.ts';
import { invoicedAmount } from '../links/invoiced.ts';
import { stateFacts } from '../links/links.ts';
import type { DocumentRow } from '../store/load.ts';
import { hasFreight } from '../store/readiness.ts';

/** Amounts of an order's deliveries in force, each scaled to the order's share of the delivery. */
interface DeliveryFigures {
  readonly paid: string;
  readonly payable: string;
  readonly deposit: string;
  readonly invoiced: string;
}

/** Figures of a sales order beside the head; null and false for further kinds. */
export interface OrderFigures {
  readonly lines_delivered: string | null;
  readonly deliveries: DeliveryFigures | null;
  readonly picked: boolean;
  readonly has_freight: boolean;
}

/** Columns of `OrderFigures` for the documents `d`. */
export const orderFigureColumns = (
  tenantId: Context['tenantId'],
  staged: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  case when ${staged} then (
    select coalesce(round(sum(l.quantity * l.done_quantity / l.base_quantity), 6), 0) from document_line l
    where l.tenant_id = ${tenantId} and l.document_id = d.id and l.base_quantity <> 0) end as lines_delivered,
  case when ${staged} then (
    select json_build_object(
      'paid', coalesce(sum(share.part * (c.payable - c.debt + c.settled)), 0)::text,
      'payable', coalesce(sum(share.part * c.payable), 0)::text,
      'deposit', coalesce(sum(c.deposit_used), 0)::text,
      'invoiced', coalesce(sum(share.part * ${invoicedAmount(tenantId, sql.ref('c.id'))}), 0)::text)
    from (${sharesOfDeliveries(tenantId)}) share
    join document c on c.tenant_id = ${tenantId} and c.id = share.id) end as deliveries,
  ${staged} and exists (
    select from delivery_pick p where p.tenant_id = ${tenantId} and p.document_id = d.id) as picked,
  ${staged} and ${hasFreight(tenantId, sql.ref('d.id'), sql`true`)} as has_freight`;

/** Deliveries in force of the order `d`, with the order's share of their worth. */
const sharesOfDeliveries = (tenantId: Context['tenantId']): RawBuilder<unknown> => sql`
  select o.id, case when sum(l.total) = 0 then 1
    else coalesce(sum(l.total) filter (where k.source_document_id = d.id), 0) / sum(l.total) end as part
  from document o
  join document_line l on l.tenant_id = ${tenantId} and l.document_id = o.id
  left join document_link k on k.tenant_id = ${tenantId} and k.target_document_id = l.document_id and k.target_line = l.line
  where o.tenant_id = ${tenantId} and o.kind = 'saleOut' and o.in_force and o.currency = d.currency
    and o.id in (
      select taken.target_document_id from document_link taken
      where taken.tenant_id = ${tenantId} and taken.source_document_id = d.id)
  group by o.id`;

type OrderProgressRow = DocumentRow &
  OrderFigures &
  Readonly<
    Record<'given_back', string> & Record<'packed' | 'freighted' | 'tallying' | 'coming', boolean>
  >;

const noDeliveries: DeliveryFigures = { paid: '0', payable: '0', deposit: '0', invoiced: '0' };

const progressFrom = (has: boolean, isDone: boolean): DocumentProgress => {
  if (isDone) return 'complete';
  return has ? 'partial' : 'none';
};

/** Steps of a sales order for the reply; amounts are hidden if the reader may not see them. */
export function progressReply(
  head: OrderProgressRow,
  show: MaskAmount,
): Static<typeof OrderLifeReply>['progress'] {
  const facts = stateFacts(head);
  const { paid, payable, deposit, invoiced } = head.deliveries ?? noDeliveries;
  const digits = head.money_digits;
  const unspent = decimal(head.paid_now).minus(head.given_back).minus(deposit);
  const hasEnded = head.closed || facts.progress === 'complete';
  const steps = progressOfOrder({
    purchased: facts.purchaseProgress,
    coming: head.coming,
    tallying: head.tallying,
    packed: progressFrom(head.picked, head.packed),
    freighted: progressFrom(head.has_freight, head.freighted),
    ordered: decimal(head.total_quantity),
    delivered: decimal(head.lines_delivered ?? '0'),
    // After the last delivery, the deliveries determine the payable amount.
    payable: rounded(decimal(hasEnded ? payable : head.payable), digits),
    received: rounded(unspent.plus(paid), digits),
    invoiced: rounded(decimal(invoiced), digits),
    arrived: head.arrived,
    closed: head.closed,
  });
  return steps.map(({ step, progress, part, whole }) => {
    const shown = step === 'deliver' ? trimTrailingZeros : show;
    return {
      step,
      progress,
      part: part === null ? null : shown(toPlainDecimal(part)),
      whole: whole === null ? null : shown(toPlainDecimal(whole)),
    };
  });
}
