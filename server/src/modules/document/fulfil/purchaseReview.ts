import { purchaseReviewPage, purchaseReviewTable, reviewedKinds } from '@tradehouse/contract';
import type {
  InputOf,
  ReplyOf,
  purchaseReviewLines,
  unapprovePurchases,
  reviewPurchases,
} from '@tradehouse/contract';
import { KEPT_DIGITS, decimal, priceInOwn, rounded, toPlainDecimal } from '@tradehouse/domain';
import type { AnyKindCode, Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  orRefuseMissing,
  grantedWarehouses,
  refuseWith,
  seesAmounts,
  visibleDocuments,
} from '../../../kernel/access/index.ts';
import { bookedBetween, idsFromList, bindTable } from '../../../kernel/table/index.ts';
import { emitEvent } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { presentPrice } from '../masked/presentPrice.ts';
import { quantitiesOnOrderSql, soldLately } from '../read/onOrder.ts';
import { recordStep } from '../store/journal.ts';
import { lockHeads, mustBeAsRead, visibleIds } from '../store/load.ts';
import { changeDocuments } from '../save/steps.ts';
import { checkWarehouses } from '../save/save.ts';

/** Documents awaiting a decision, and past decisions; a decision applies to the version decided on. */
export const purchaseReviewRows = bindTable(purchaseReviewTable, ({ tenantId, scope }, filters) => {
  const [since, until] = filters.time ?? [null, null];
  const tests = [
    visibleDocuments(scope, 'd'),
    bookedBetween('d', since, until),
    // Few documents await a decision among all approved; therefore a separate index exists.
    ...(filters.reviewState === undefined || filters.reviewState.includes('1')
      ? []
      : [sql`d.approval = 'draft'`]),
    ...(filters.organId === undefined ? [] : [sql`d.partner_id = ${filters.organId}::bigint`]),
    ...(filters.creator === undefined ? [] : [sql`d.creator_id = ${filters.creator}::bigint`]),
    ...(filters.depotId === undefined
      ? []
      : [sql`d.warehouse_ids @> array[${filters.depotId}::bigint]`]),
    ...(filters.amountFrom === undefined
      ? []
      : [sql`d.total_amount >= ${reviewAmountSql('amountFrom', filters.amountFrom)}`]),
    ...(filters.amountTo === undefined
      ? []
      : [sql`d.total_amount <= ${reviewAmountSql('amountTo', filters.amountTo)}`]),
  ];
  return sql`
    select d.id, d.version, d.kind, d.number, partner.name as "partnerName", d.summary,
      d.total_quantity as "totalQuantity", d.goods_amount as "goodsAmount", d.total_amount as "totalAmount",
      creator.name as "creatorName", d.business_time as time,
      case when d.approval = 'draft'
        then floor(extract(epoch from now() - d.created_at) / 3600)::integer end as "waitingHours",
      case when d.approval = 'approved' then '1' when decided.result = 'rejected' then '2' else '0' end as "reviewState",
      reviewer.name as "auditorName", coalesce(d.approved_at, decided.reviewed_at) as "auditedAt",
      coalesce(decided.comment, '') as "reviewComment", d.remark
    from document d
    left join document_review decided
      on decided.tenant_id = ${tenantId} and decided.document_id = d.id and decided.version = d.version
    left join partner on partner.tenant_id = ${tenantId} and partner.id = d.partner_id
    left join app_user creator on creator.tenant_id = ${tenantId} and creator.id = d.creator_id
    left join app_user reviewer
      on reviewer.tenant_id = ${tenantId} and reviewer.id = coalesce(d.approver_id, decided.reviewer_id)
    where d.tenant_id = ${tenantId} and d.kind = any(${[...reviewedKinds]}) and d.deleted_at is null
      and ${sql.join(tests, sql` and `)}`;
});

/** Parses the amount of a filter. */
function reviewAmountSql(field: string, text: string): RawBuilder<string> {
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(text)) refuseWith('request.field', { field }, { field });
  return sql`${text}::numeric`;
}

/**
 * Approves or rejects purchases. Rejected purchases stay drafts until changed, and the writer learns the
 * reason. Refuses a rejection without reason, and approved documents (`document.notDraft`).
 */
export async function decidePurchases(
  context: Context,
  { ids, result, comment = '', versions }: InputOf<typeof reviewPurchases>,
): Promise<{ changed: number }> {
  const wanted = idsFromList(ids);
  if (result === 'approved') {
    const options = { page: purchaseReviewPage, read: { ids, versions } };
    await changeDocuments(context, wanted, 'approve', reviewedKinds, options);
    await keepDecision(context, wanted, result, comment);
    return { changed: wanted.length };
  }
  if (comment.trim() === '')
    refuseWith('request.field', { field: 'comment' }, { field: 'comment' });
  const heads = await lockHeads(context, wanted, []);
  const visible = await visibleIds(context, wanted);
  for (const id of wanted) {
    const head = orRefuseMissing(visible.has(id) ? heads.get(id) : undefined);
    const number = head.number ?? '';
    if (!reviewedKinds.some((kind) => kind === head.kind)) refuseWith('review.kind', { number });
    if (head.approval === 'approved') refuseWith('document.notDraft', { number });
    checkWarehouses(context, head.warehouse_ids);
  }
  mustBeAsRead(heads, ids, versions);
  const { tx, tenantId } = context;
  await sql`
    update document set version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = any(${wanted}::bigint[])`.execute(tx);
  await keepDecision(context, wanted, result, comment);
  for (const id of wanted) emitEvent(context, 'document.rejected', { id });
  return { changed: wanted.length };
}

/** Revokes approvals; the list shows the reason. */
export async function takeBackApproval(
  context: Context,
  { ids, comment }: InputOf<typeof unapprovePurchases>,
): Promise<{ changed: number }> {
  const wanted = idsFromList(ids);
  const options = { page: purchaseReviewPage };
  const done = await changeDocuments(context, wanted, 'unapprove', reviewedKinds, options);
  await keepDecision(context, wanted, 'reversed', comment);
  return done;
}

/** Stores a decision and the reason; the log shows the reason beside the document. */
async function keepDecision(
  context: Context,
  ids: readonly string[],
  result: 'approved' | 'rejected' | 'reversed',
  comment: string,
): Promise<void> {
  const { tx, tenantId, scope } = context;
  const reason = comment.trim();
  const { rows } = await sql<Decided>`
    with kept as (
      insert into document_review (tenant_id, document_id, version, result, comment, reviewer_id)
      select ${tenantId}, d.id, d.version, ${result}, ${reason}, ${scope.userId}
      from document d where d.tenant_id = ${tenantId} and d.id = any(${ids}::bigint[])
      returning document_id)
    select d.id, d.kind, d.number from kept
    join document d on d.tenant_id = ${tenantId} and d.id = kept.document_id
    order by d.id`.execute(tx);
  if (result !== 'rejected' && reason === '') return;
  const action = result === 'rejected' ? 'reject' : 'comment';
  for (const row of rows) recordStep(context, row, action, { after: { comment: reason } });
}

interface Decided {
  readonly id: string;
  readonly kind: AnyKindCode;
  readonly number: string | null;
}

/** Treats further kinds and invisible documents like missing ones. */
async function mustBePurchase(context: Context, id: string): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql`
    select from document d where d.tenant_id = ${tenantId} and d.id = ${id} and d.kind = any(${[...reviewedKinds]})`.execute(
    tx,
  );
  orRefuseMissing((await visibleIds(context, [id])).has(id) ? rows[0] : undefined);
}

interface BoughtPrice {
  readonly price: string;
  readonly rate: string;
  readonly digits: number;
}

/** Price per base unit of line `l` of document `d`, in the present tax mode. */
const boughtPrice = (tenantId: string) => sql`jsonb_build_object(
  'price', (${presentPrice(tenantId)} / l.ratio)::text, 'rate', d.exchange_rate::text, 'digits', d.money_digits)`;

/** Converts a price to the company's own currency. */
const ownPrice = ({ price, rate, digits }: BoughtPrice): Decimal =>
  rounded(
    priceInOwn(decimal(price), { exchangeRate: decimal(rate), moneyDigits: digits }),
    KEPT_DIGITS,
  );

type ReviewLine = ReplyOf<typeof purchaseReviewLines>['rows'][number];
type ComparedPrices = Pick<ReviewLine, 'price' | 'lastPrice' | 'deviation'>;

interface ReviewLineRow extends Omit<ReviewLine, keyof ComparedPrices> {
  readonly bought: BoughtPrice;
  readonly last: BoughtPrice | null;
}

function comparePrices({ bought, last }: Pick<ReviewLineRow, 'bought' | 'last'>): ComparedPrices {
  const price = ownPrice(bought);
  const before = last && ownPrice(last);
  const deviation = before?.gt(0) ? price.minus(before).dividedBy(before).times(100) : null;
  return {
    price: toPlainDecimal(price),
    lastPrice: before && toPlainDecimal(before),
    deviation: deviation && toPlainDecimal(rounded(deviation, 2)),
  };
}

const noPrices: ComparedPrices = { price: null, lastPrice: null, deviation: null };

/** Returns a purchase's lines with last price, stock, goods in transit and sales of 30 days. */
export async function reviewLines(
  context: Context,
  id: string,
): Promise<ReplyOf<typeof purchaseReviewLines>> {
  const { tx, tenantId, scope } = context;
  await mustBePurchase(context, id);
  const prices = seesAmounts(scope, 'purchase');
  const { rows } = await sql<ReviewLineRow>`
    select l.line, l.barcode, product.name, l.unit, trim_scale(l.base_quantity)::text as quantity,
      own.price as bought, last.price as last,
      trim_scale(coalesce(stock.quantity, 0))::text as stock,
      trim_scale(coalesce(under_way.quantity, 0))::text as "inTransit", trim_scale(${soldLately(context, sql`l.sku_id`)})::text as sold
    from document_line l
    join product on product.tenant_id = ${tenantId} and product.id = l.product_id
    cross join lateral (select l.sku_id, l.document_id) asked
    cross join lateral (
      select ${boughtPrice(tenantId)} as price from document d where d.tenant_id = ${tenantId} and d.id = l.document_id) own
    left join lateral (
      select ${boughtPrice(tenantId)} as price
      from (
        select m.document_id, m.line from stock_move m
        where m.tenant_id = ${tenantId} and m.sku_id = asked.sku_id and m.from_place = 'supplier'
          and m.document_id <> asked.document_id
        order by m.business_date desc, m.posting_number desc limit 1) m
      join document_line l on l.tenant_id = ${tenantId} and l.document_id = m.document_id and l.line = m.line
      join document d on d.tenant_id = ${tenantId} and d.id = m.document_id) last on true
    left join lateral (
      select sum(s.quantity) as quantity from stock_balance s
      where s.tenant_id = ${tenantId} and s.sku_id = l.sku_id
        and ${grantedWarehouses(scope, 's.warehouse_id')}) stock on true
    left join lateral (${quantitiesOnOrderSql(context, sql`l.sku_id`)}) under_way on true
    where l.tenant_id = ${tenantId} and l.document_id = ${id}
    order by l.position`.execute(tx);
  return {
    rows: rows.map(({ bought, last, ...row }) => ({
      ...row,
      ...(prices ? comparePrices({ bought, last }) : noPrices),
    })),
  };
}
