import { headEntries } from '@tradehouse/contract';
import type { DocumentReply, KeptName, LineReply } from '@tradehouse/contract';
import {
  decimal,
  documentKinds,
  exchangeOfDeposit,
  isStaged,
  kindCodes,
  moneyDigitsOf,
  paymentFeeAtRate,
  toPlainDecimal,
  stageOfOrder,
  sum,
  takesDeposit,
  wireConfirmation,
  wireProgress,
  wirePush,
  wireStatus,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  orRefuseMissing,
  mayOpen,
  refuseWith,
  visibleDocuments,
} from '../../../kernel/access/index.ts';
import { trimTrailingZeros, fieldsShown } from '../../../kernel/table/index.ts';
import { runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { MaskAmount } from '../../../kernel/table/index.ts';
import { givenBack } from '../links/deposits.ts';
import { promotionsHidden } from '../masked/amountsHidden.ts';
import { expressions } from './columns.ts';
import { differenceText, readDetailLines, amountMaskFor, takerOf } from './detailLines.ts';
import { stateFacts } from '../links/links.ts';
import { orderFigureColumns, progressReply } from './orderProgress.ts';
import type { OrderFigures } from './orderProgress.ts';
import { lifeOf } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import {
  isArrivingSql,
  isFreightConfirmedSql,
  isPackedSql,
  isBeingTalliedSql,
} from '../store/readiness.ts';
import type { Attachment } from '../store/stored.ts';

const names = [
  'partnerName',
  'handlerName',
  'creatorName',
  'institutionName',
  'auditorName',
  'salespersonNames',
] as const;

type HeadRow = DocumentRow &
  Readonly<Record<(typeof names)[number] | 'updaterName', string | null>> & {
    readonly given_back: string;
    readonly packed: boolean;
    readonly freighted: boolean;
    readonly tallying: boolean;
    readonly coming: boolean;
  } & OrderFigures;

/** Reads a document by id, with lines and related documents; at most nine queries at any size. */
export async function documentById(
  context: Context,
  id: string,
  kinds: readonly AnyKindCode[] = kindCodes,
): Promise<DocumentReply> {
  return detailOf(
    context,
    await readVisibleHead(context, sql`d.id = ${id} and d.kind = any(${kinds}::text[])`),
  );
}

/**
 * Reads a document by number; `kind` resolves equal numbers. Searches only kinds with pages open to the
 * reader.
 */
export async function documentByNumber(
  context: Context,
  number: string,
  kinds: readonly AnyKindCode[],
): Promise<DocumentReply> {
  const open = kinds.filter((code) => mayOpen(context.scope, documentKinds[code].url ?? ''));
  if (open.length === 0) refuseWith('access.denied');
  return detailOf(
    context,
    await readVisibleHead(context, sql`d.number = ${number} and d.kind = any(${open}::text[])`),
  );
}

/** Reads only the lines of a document. */
export async function readDocumentLines(context: Context, id: string): Promise<LineReply[]> {
  const head = await readVisibleHead(context, sql`d.id = ${id}`);
  return (await readDetailLines(context, [head])).get(head.id) ?? [];
}

async function readVisibleHead(context: Context, test: ReturnType<typeof sql>): Promise<HeadRow> {
  const head = orRefuseMissing((await readVisibleHeads(context, test, 1))[0]);
  const { url } = documentKinds[head.kind];
  if (url === null) return refuseWith('record.missing');
  if (!mayOpen(context.scope, url)) refuseWith('access.denied');
  return head;
}

const stagedKinds = kindCodes.filter(isStaged);

/** Reads the heads that match a test and are visible to the reader. */
async function readVisibleHeads(
  context: Context,
  test: ReturnType<typeof sql>,
  most: number,
): Promise<HeadRow[]> {
  const { tx, tenantId, scope } = context;
  const staged = sql`d.kind = any(${stagedKinds})`;
  const { rows } = await sql<HeadRow>`
    select d.*, ${sql.join(names.map((name) => sql`${expressions[name](context)} as ${sql.ref(name)}`))},
      (select x.name from audit_log l
        join app_user x on x.tenant_id = ${tenantId} and x.id = l.user_id
        where l.tenant_id = ${tenantId} and l.subject = d.kind and l.subject_id = d.id::text
        order by l.id desc limit 1) as "updaterName",
      case when ${staged} then ${givenBack(tenantId, sql.ref('d.id'))} else 0 end as given_back,
      ${staged} and ${isPackedSql(tenantId, sql.ref('d.id'))} as packed,
      ${staged} and ${isFreightConfirmedSql(tenantId, sql.ref('d.id'))} as freighted,
      ${staged} and ${isBeingTalliedSql(tenantId, sql.ref('d.id'))} as tallying,
      ${staged} and ${isArrivingSql(tenantId, sql.ref('d.id'))} as coming,
      ${orderFigureColumns(tenantId, staged)}
    from document d
    where d.tenant_id = ${tenantId} and ${test} and d.deleted_at is null and ${visibleDocuments(scope, 'd')}
    limit ${most}`.execute(tx);
  return rows;
}

async function detailOf(context: Context, head: HeadRow): Promise<DocumentReply> {
  const [lines, settlements, services, sources, children, settling] = await runTogether([
    readDetailLines(context, [head]),
    readDetailSettlements(context, [head.id]),
    readDetailServices(context, [head.kind], [head.id]),
    readRelated(
      context,
      sql`d.id in (
      select k.source_document_id from document_link k where k.tenant_id = ${context.tenantId} and k.target_document_id = ${head.id}
      union select l.settled_document_id from document_line l where l.tenant_id = ${context.tenantId} and l.document_id = ${head.id})`,
    ),
    readRelated(
      context,
      sql`d.id in (
      select k.target_document_id from document_link k where k.tenant_id = ${context.tenantId} and k.source_document_id = ${head.id})`,
    ),
    readRelated(
      context,
      sql`d.id in (
      select l.document_id from document_line l where l.tenant_id = ${context.tenantId} and l.settled_document_id = ${head.id})`,
    ),
  ]);
  return {
    ...ownDetail(context, head, lines, { settlements, services }),
    sources,
    children,
    settlingDocuments: settling,
  };
}

export type OwnDetail = Omit<DocumentReply, 'sources' | 'children' | 'settlingDocuments'>;

/**
 * Reads documents of these kinds in the given order, with at most four queries. `record.missing` if one is
 * missing or invisible. The caller checks page rights.
 */
export async function readDocumentDetails(
  context: Context,
  kinds: readonly AnyKindCode[],
  ids: readonly string[],
): Promise<OwnDetail[]> {
  const test = sql`d.id = any(${ids}::bigint[]) and d.kind = any(${kinds}::text[])`;
  const [heads, settlements, services] = await runTogether([
    readVisibleHeads(context, test, ids.length),
    readDetailSettlements(context, ids),
    readDetailServices(context, kinds, ids),
  ]);
  const byId = new Map(heads.map((head) => [head.id, head]));
  const asked = ids.map((id) => orRefuseMissing(byId.get(id)));
  const lines = await readDetailLines(context, asked);
  return asked.map((head) => ownDetail(context, head, lines, { settlements, services }));
}

function lifeReply(head: HeadRow, show: MaskAmount): DocumentReply['life'] {
  const life = lifeOf(head);
  const deposit = decimal(head.paid_now).minus(head.given_back);
  return {
    confirmStatus: wireConfirmation[life.confirmation],
    pushStatus: wirePush[life.push],
    arrived: life.arrived,
    cancelReason: life.cancelReason,
    stage: stageOfOrder({
      ...stateFacts(head),
      ...life,
      deposit,
      total: decimal(head.payable),
      packed: head.packed,
      freighted: head.freighted,
      tallying: head.tallying,
      coming: head.coming,
    }),
    progress:
      isStaged(head.kind) && head.approval === 'approved' && life.cancelReason === null
        ? progressReply(head, show)
        : [],
  };
}

function ownDetail(
  context: Context,
  head: HeadRow,
  linesOfAll: ReadonlyMap<string, LineReply[]>,
  beside: DetailLookups,
): OwnDetail {
  const show = amountMaskFor(context, head);
  const isOwn = ({ documentId }: { readonly documentId: string }) => documentId === head.id;
  const settlements = beside.settlements.filter(isOwn);
  const facts = stateFacts(head);
  const minus = (one: string, other: string) => show(differenceText(one, other));
  const orders = takesDeposit(documentKinds[head.kind]);
  const only = settlements.length === 1 ? settlements[0] : undefined;
  const lines = linesOfAll.get(head.id) ?? [];
  return {
    ...keptOf(head, show),
    couponCode: promotionsHidden(context.scope, documentKinds[head.kind]) ? '' : head.coupon_code,
    partnerName: head.partnerName ?? '',
    handlerName: head.handlerName ?? '',
    salespersonNames: head.salespersonNames ?? '',
    creatorName: head.creatorName ?? '',
    institutionName: head.institutionName ?? '',
    auditorName: head.auditorName ?? '',
    updaterName: head.updaterName ?? '',
    status: wireStatus(facts),
    purchaseStatus: head.purchase_closed ? '2' : wireProgress(facts.purchaseProgress),
    life: orders ? lifeReply(head, show) : null,
    afterDiscount: minus(head.total_amount, head.discount),
    services: beside.services.filter(isOwn).map(({ serviceId, name, quantity, fee, amount }) => ({
      serviceId,
      name,
      quantity: trimTrailingZeros(quantity),
      fee: show(fee),
      amount: show(amount),
    })),
    depositTaken: show(orders ? head.paid_now : '0'),
    depositLeft: orders ? minus(head.paid_now, head.deposit_taken) : show('0'),
    openDebt: minus(head.debt, head.settled),
    exchangeDifference: show(toPlainDecimal(exchangeOfDocument(head, lines))),
    accountId: only?.accountId ?? null,
    paymentFeeRate: feeRateOf(head, only),
    accountName: settlements.map(({ accountName }) => accountName).join(' '),
    settlements: settlements.map(({ accountId, accountName, amount }) => ({
      accountId,
      accountName,
      amount: show(amount),
    })),
    // SAFETY: written by this module alone, from the checked shape of the call.
    attachments: head.attachments as unknown as Attachment[],
    lines,
  };
}

/** Returns the rate of a fee that follows the amount. */
function feeRateOf(head: HeadRow, only: SettlementRow | undefined): string | null {
  if (only === undefined) return null;
  const { amount, fee, feeRate } = only;
  const digits = moneyDigitsOf({ ...takerOf(head), currency: head.currency });
  const isAtRate = paymentFeeAtRate(decimal(amount), decimal(feeRate), digits).equals(fee);
  return isAtRate ? trimTrailingZeros(feeRate) : null;
}

/** Sums a document's exchange differences: of shown lines and the used deposit. */
const exchangeOfDocument = (head: HeadRow, lines: readonly LineReply[]): Decimal =>
  sum([
    exchangeOfDeposit({
      ...takerOf(head),
      depositUsed: decimal(head.deposit_used),
      depositBooked: decimal(head.deposit_booked),
    }),
    ...lines.map(({ exchangeDifference }) => decimal(exchangeDifference ?? '0')),
  ]);

/** Reply fields stored unchanged in a column. */
const keptOf = fieldsShown(headEntries.filter(([, { keeps }]) => keeps !== undefined)) as (
  row: HeadRow,
  show: MaskAmount,
  // SAFETY: the field's type defines the stored column and the reply's format.
) => Pick<OwnDetail, KeptName>;

interface DetailLookups {
  readonly settlements: readonly SettlementRow[];
  readonly services: readonly ServiceRow[];
}

interface ServiceRow {
  readonly documentId: string;
  readonly serviceId: string;
  readonly name: string;
  readonly quantity: string;
  readonly fee: string;
  readonly amount: string;
}

/** Reads services; runs no query for kinds without services. */
async function readDetailServices(
  { tx, tenantId }: Context,
  kinds: readonly AnyKindCode[],
  ids: readonly string[],
) {
  if (!kinds.some((kind) => documentKinds[kind].amounts.includes('services'))) return [];
  const { rows } = await sql<ServiceRow>`
    select x.document_id as "documentId", x.service_id as "serviceId", s.name, x.quantity, x.fee, x.amount
    from document_service x join service s on s.tenant_id = ${tenantId} and s.id = x.service_id
    where x.tenant_id = ${tenantId} and x.document_id = any(${ids}::bigint[])
    order by x.document_id, x.line`.execute(tx);
  return rows;
}

interface SettlementRow {
  readonly documentId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly amount: string;
  readonly fee: string;
  readonly feeRate: string;
}

async function readDetailSettlements({ tx, tenantId }: Context, ids: readonly string[]) {
  const { rows } = await sql<SettlementRow>`
    select x.document_id as "documentId", x.account_id as "accountId", a.name as "accountName", x.amount,
      x.fee, x.fee_rate as "feeRate"
    from document_settlement x join account a on a.tenant_id = ${tenantId} and a.id = x.account_id
    where x.tenant_id = ${tenantId} and x.document_id = any(${ids}::bigint[])
    order by x.account_id`.execute(tx);
  return rows;
}

/** Reads the related documents visible to the reader. */
async function readRelated(context: Context, test: ReturnType<typeof sql>) {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<{
    id: string;
    kind: AnyKindCode;
    number: string;
    time: string;
    amount: string;
  }>`
    select d.id, d.kind, coalesce(d.number, '') as number, d.business_time as time, d.payable as amount
    from document d
    where d.tenant_id = ${tenantId} and d.deleted_at is null and ${test} and ${visibleDocuments(scope, 'd')}
    order by d.business_time, d.id limit 200`.execute(tx);
  return rows.map((row) => ({
    ...row,
    time: String(row.time),
    amount: amountMaskFor(context, row)(row.amount),
  }));
}
