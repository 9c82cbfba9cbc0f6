import { headEntries } from '@tradehouse/contract';
import type { DocumentReply, KeptName, LineReply } from '@tradehouse/contract';
import {
  decimal,
  documentKinds,
  exchangeOfDeposit,
  isStaged,
  kindCodes,
  plain,
  stageOf,
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
  found,
  mayOpen,
  refuse,
  together,
  trimmed,
  visibleDocuments,
  fieldsShown,
} from '../../../kernel/index.ts';
import type { Context, Show } from '../../../kernel/index.ts';
import { givenBack } from '../links/deposits.ts';
import { expressions } from './columns.ts';
import { difference, readLines, showing, takerOf } from './detailLines.ts';
import { stateFacts } from '../links/links.ts';
import { orderFigureColumns, progressReply } from './orderProgress.ts';
import type { OrderFigures } from './orderProgress.ts';
import { lifeOf } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import { coming, freighted, packed, tallying } from '../store/readiness.ts';
import type { Attachment } from '../store/stored.ts';

/** Names that a detail shows as lists do. */
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

/**
 * A document of one of the kinds by id, with its lines and what it is related to; nine queries at most, whatever its
 * size.
 */
export async function documentById(
  context: Context,
  id: string,
  kinds: readonly AnyKindCode[] = kindCodes,
): Promise<DocumentReply> {
  return detailOf(
    context,
    await headOf(context, sql`d.id = ${id} and d.kind = any(${kinds}::text[])`),
  );
}

/**
 * A document by number; `kind` says which, where kinds share a number. Only kinds whose pages the reader may open are
 * looked at.
 */
export async function documentByNumber(
  context: Context,
  number: string,
  kinds: readonly AnyKindCode[],
): Promise<DocumentReply> {
  const open = kinds.filter((code) => mayOpen(context.scope, documentKinds[code].url ?? ''));
  if (open.length === 0) refuse('access.denied');
  return detailOf(
    context,
    await headOf(context, sql`d.number = ${number} and d.kind = any(${open}::text[])`),
  );
}

/** The lines of one document alone. */
export async function linesOf(context: Context, id: string): Promise<LineReply[]> {
  const head = await headOf(context, sql`d.id = ${id}`);
  return (await readLines(context, [head])).get(head.id) ?? [];
}

async function headOf(context: Context, test: ReturnType<typeof sql>): Promise<HeadRow> {
  const head = found((await headsOf(context, test, 1))[0]);
  const { url } = documentKinds[head.kind];
  if (url === null) return refuse('record.missing');
  if (!mayOpen(context.scope, url)) refuse('access.denied');
  return head;
}

const stagedKinds = kindCodes.filter(isStaged);

/** The heads that pass a test and that the reader may see. */
async function headsOf(
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
      ${staged} and ${packed(tenantId, sql.ref('d.id'))} as packed,
      ${staged} and ${freighted(tenantId, sql.ref('d.id'))} as freighted,
      ${staged} and ${tallying(tenantId, sql.ref('d.id'))} as tallying,
      ${staged} and ${coming(tenantId, sql.ref('d.id'))} as coming,
      ${orderFigureColumns(tenantId, staged)}
    from document d
    where d.tenant_id = ${tenantId} and ${test} and d.deleted_at is null and ${visibleDocuments(scope, 'd')}
    limit ${most}`.execute(tx);
  return rows;
}

async function detailOf(context: Context, head: HeadRow): Promise<DocumentReply> {
  const [lines, settlements, services, sources, children, settling] = await together([
    readLines(context, [head]),
    readSettlements(context, [head.id]),
    readServices(context, [head.kind], [head.id]),
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

/** What a document says of itself, without those beside it. */
export type OwnDetail = Omit<DocumentReply, 'sources' | 'children' | 'settlingDocuments'>;

/**
 * Several documents of these kinds in the order they are asked for; four queries at most, however many.
 * `record.missing` where one of them is not there or not for the reader. Whether the reader may open their pages, the
 * caller sees to.
 */
export async function detailsOf(
  context: Context,
  kinds: readonly AnyKindCode[],
  ids: readonly string[],
): Promise<OwnDetail[]> {
  const test = sql`d.id = any(${ids}::bigint[]) and d.kind = any(${kinds}::text[])`;
  const [heads, settlements, services] = await together([
    headsOf(context, test, ids.length),
    readSettlements(context, ids),
    readServices(context, kinds, ids),
  ]);
  const byId = new Map(heads.map((head) => [head.id, head]));
  const asked = ids.map((id) => found(byId.get(id)));
  const lines = await readLines(context, asked);
  return asked.map((head) => ownDetail(context, head, lines, { settlements, services }));
}

/** An order's life as it travels. */
function lifeReply(head: HeadRow, show: Show): DocumentReply['life'] {
  const life = lifeOf(head);
  const deposit = decimal(head.paid_now).minus(head.given_back);
  return {
    confirmStatus: wireConfirmation[life.confirmation],
    pushStatus: wirePush[life.push],
    arrived: life.arrived,
    cancelReason: life.cancelReason,
    stage: stageOf({
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
  beside: Beside,
): OwnDetail {
  const show = showing(context, head);
  const isOwn = ({ documentId }: { readonly documentId: string }) => documentId === head.id;
  const settlements = beside.settlements.filter(isOwn);
  const facts = stateFacts(head);
  const minus = (one: string, other: string) => show(difference(one, other));
  const orders = takesDeposit(documentKinds[head.kind]);
  const only = settlements.length === 1 ? settlements[0] : undefined;
  const lines = linesOfAll.get(head.id) ?? [];
  return {
    ...keptOf(head, show),
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
      quantity: trimmed(quantity),
      fee: show(fee),
      amount: show(amount),
    })),
    depositTaken: show(orders ? head.paid_now : '0'),
    depositLeft: orders ? minus(head.paid_now, head.deposit_taken) : show('0'),
    openDebt: minus(head.debt, head.settled),
    exchangeDifference: show(plain(exchangeOf(head, lines))),
    accountId: only?.accountId ?? null,
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

/** What rates made of all that a document takes of others: its lines, as they are shown, and the deposit it uses. */
const exchangeOf = (head: HeadRow, lines: readonly LineReply[]): Decimal =>
  sum([
    exchangeOfDeposit({
      ...takerOf(head),
      depositUsed: decimal(head.deposit_used),
      depositBooked: decimal(head.deposit_booked),
    }),
    ...lines.map(({ exchangeDifference }) => decimal(exchangeDifference ?? '0')),
  ]);

/** The fields of a reply that a column keeps as they are. */
const keptOf = fieldsShown(headEntries.filter(([, { keeps }]) => keeps !== undefined)) as (
  row: HeadRow,
  show: Show,
  // SAFETY: the type of a field says what its column keeps, and how a reply writes it.
) => Pick<OwnDetail, KeptName>;

/** What stands beside the lines of some documents. */
interface Beside {
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

/** The services of documents of one kind; nothing is asked where the kind has none. */
async function readServices(
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
}

async function readSettlements({ tx, tenantId }: Context, ids: readonly string[]) {
  const { rows } = await sql<SettlementRow>`
    select x.document_id as "documentId", x.account_id as "accountId", a.name as "accountName", x.amount
    from document_settlement x join account a on a.tenant_id = ${tenantId} and a.id = x.account_id
    where x.tenant_id = ${tenantId} and x.document_id = any(${ids}::bigint[])
    order by x.account_id`.execute(tx);
  return rows;
}

/** Documents beside this one, those that the reader may see. */
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
    amount: showing(context, row)(row.amount),
  }));
}
