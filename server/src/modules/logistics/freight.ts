import type { InputOf, ReplyOf, freights } from '@tradehouse/contract';
import { USUAL_PAYMENT, decimal, freightOf, kindCodes, normalText } from '@tradehouse/domain';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { found, idsOf, log, refuse, refuseStale } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { lockHeads, visibleIds } from '../document/index.ts';
import type { DocumentRow } from '../document/index.ts';
import { asMoney, rateOn } from '../system/index.ts';
import { seesFreight } from './companies.ts';
import type { OrderRow } from './orders.ts';

type Row = Selectable<Database['freight_info']>;
/** Freight under its lock, with what it is called and what pays it. */
export interface Locked extends Row {
  /** Of its document. */
  readonly number: string;
  /** Of the expenditure that pays it and stands; null: none does. */
  readonly payment: string | null;
}
type Read = InputOf<typeof freights.confirm>['rows'][number];
type Changes = InputOf<typeof freights.update>;
type Saved = ReplyOf<typeof freights.add>;

/** Freight as the log calls it. */
export const subjectOf = ({ id, number }: Pick<Locked, 'id' | 'number'>) => ({
  subject: 'freight_info' as const,
  subjectId: id,
  number,
});

/** Who writes what carriers take sees it. */
export function mustSeeFreight(context: Context): void {
  if (!seesFreight(context)) refuse('access.denied');
}

/**
 * Freight of documents that the user may see, all of it, locked in the order of its ids: of two who work on the same, the
 * second waits here, and then finds how it stands. Its documents stay meanwhile: they are locked before, as where one is void.
 */
export async function lockFreight(
  context: Context,
  ids: readonly string[],
): Promise<readonly Locked[]> {
  const { tx, tenantId } = context;
  const wanted = [...new Set(ids)];
  await sql`
    select from document d where d.tenant_id = ${tenantId} and d.id in (
      select document_id from freight_info where tenant_id = ${tenantId} and id = any(${wanted}::bigint[]))
    order by d.id desc for key share`.execute(tx);
  const { rows } = await sql<Row>`
    select * from freight_info where tenant_id = ${tenantId} and id = any(${wanted}::bigint[])
    order by id for update`.execute(tx);
  const seen = await visibleIds(
    context,
    rows.map((row) => row.document_id),
  );
  const { rows: told } = await sql<{ id: string; number: string; payment: string | null }>`
    select f.id, coalesce(d.number, '') as number, p.number as payment
    from freight_info f
    join document d on d.tenant_id = ${tenantId} and d.id = f.document_id
    left join document p on p.tenant_id = ${tenantId} and p.id = f.payment_id and p.deleted_at is null
    where f.tenant_id = ${tenantId} and f.id = any(${wanted}::bigint[])`.execute(tx);
  const known = new Map(told.map((one) => [one.id, one]));
  const locked = rows.flatMap((row) =>
    seen.has(row.document_id) ? [{ ...row, ...found(known.get(row.id)) }] : [],
  );
  if (locked.length < wanted.length || locked.length === 0) refuse('record.missing');
  return locked;
}

/** The same as it was read: what was changed since is refused. */
export async function lockAsRead(
  context: Context,
  read: readonly Read[],
): Promise<readonly Locked[]> {
  mustSeeFreight(context);
  const versions = new Map(read.map(({ id, version }) => [id, version]));
  const rows = await lockFreight(context, [...versions.keys()]);
  for (const { id, version } of rows)
    if (versions.get(id) !== version) await refuseStale(context, 'freight_info', id, version);
  return rows;
}

/** Refuses what is accepted, paid or void. */
export function mustBeOpen({ number, payment, confirmed_at, cancelled }: Locked): void {
  if (cancelled) refuse('freight.cancelled', { number });
  if (payment !== null) refuse('freight.paid', { number, payment });
  if (confirmed_at !== null) refuse('freight.confirmed', { number });
}

/** Refuses what is not accepted, or paid already. */
export function mustBeAccepted({ number, payment, confirmed_at }: Locked): void {
  if (payment !== null) refuse('freight.paid', { number, payment });
  if (confirmed_at === null) refuse('freight.notConfirmed', { number });
}

/** What freight begins with. */
interface Sent {
  readonly company_id: string;
  readonly document_id: string;
  readonly direction: Row['direction'];
  readonly ship_date: string;
  readonly currency: string;
  readonly freight: string;
  readonly billable_weight: string;
  readonly volume: string;
}

/** What is labelled is expected to cost what was said of it; nothing where the customer pays the carrier. */
export async function expectFreight(
  context: Context,
  order: OrderRow,
  { number }: DocumentRow,
): Promise<void> {
  const { tx, tenantId, scope } = context;
  const { rows: sent } = await sql<Sent>`
    select o.company_id, o.document_id, case o.direction when 'return' then 'in' else 'out' end as direction,
      o.ship_date::text as ship_date, o.billable_weight,
      case o.cost_bearer when 'us' then o.freight else 0 end as freight, (
        select currency from tenant_setting where tenant_id = ${tenantId}) as currency, coalesce((
        select round(sum(parcel.length * parcel.width * parcel.height * parcel.pieces) / 1000000, 6)
        from logistics_parcel parcel where parcel.tenant_id = ${tenantId} and parcel.order_id = o.id), 0) as volume
    from logistics_order o where o.tenant_id = ${tenantId} and o.id = ${order.id}`.execute(tx);
  const {
    company_id,
    document_id,
    direction,
    ship_date,
    currency,
    freight,
    billable_weight,
    volume,
  } = found(sent[0]);
  const { rows } = await sql<Row>`
    insert into freight_info (tenant_id, company_id, document_id, order_id, direction, freight_date, payment_kind, currency,
      estimated, billable_weight, volume, creator_id)
    values (${tenantId}, ${company_id}, ${document_id}, ${order.id}, ${direction}, ${ship_date}, ${USUAL_PAYMENT}, ${currency},
      ${freight}, ${billable_weight}, ${volume}, ${scope.userId}) returning *`.execute(tx);
  const row = found(rows[0]);
  log(context, { ...subjectOf({ id: row.id, number: number ?? '' }), action: 'add', after: row });
}

/** Freight of what is void stands, and counts nothing. What was accepted has to be taken back before. */
export async function voidFreight(
  context: Context,
  order: OrderRow,
  document: DocumentRow,
): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<Row>`
    select * from freight_info where tenant_id = ${tenantId} and order_id = ${order.id} for update`.execute(
    tx,
  );
  const [row] = rows;
  // What has no label costs nothing yet.
  if (row === undefined) return;
  if (row.confirmed_at !== null) refuse('freight.voidConfirmed', { number: order.number });
  await sql`
    update freight_info set cancelled = true, version = version + 1
    where tenant_id = ${tenantId} and id = ${row.id}`.execute(tx);
  log(context, {
    ...subjectOf({ id: row.id, number: document.number ?? '' }),
    action: 'void',
    before: { cancelled: false },
    after: { cancelled: true },
  });
}

type Terms = Pick<Row, 'currency' | 'exchange_rate' | 'freight_date'>;

/** Currency, rate and amounts as they are kept. What a change does not say of them stays as it was; a rate, while its day does. */
async function worked(
  context: Context,
  changes: Omit<Changes, 'id' | 'version'>,
  before: Terms | null = null,
) {
  mustSeeFreight(context);
  const { tx, tenantId } = context;
  const { currency: asked, exchangeRate, freightDate, estimated, actual } = changes;
  const { rows } = await sql<{ own: string; rate: string | null }>`
    select currency as own, ${rateOn(tenantId, sql`${asked ?? before?.currency ?? ''}`, sql`${freightDate}::date`)} as rate
    from tenant_setting where tenant_id = ${tenantId}`.execute(tx);
  const { own, rate: dayRate } = found(rows[0]);
  const currency = asked ?? before?.currency ?? own;
  const isKept = before?.currency === currency && before.freight_date === freightDate;
  const foreign = currency === own ? null : currency;
  if (foreign === null && !decimal(exchangeRate ?? '1').equals(1))
    refuse('document.currency', {}, { field: 'exchangeRate' });
  const rate = foreign === null ? '1' : (exchangeRate ?? (isKept ? before.exchange_rate : dayRate));
  if (rate === null)
    refuse('document.rateMissing', { currency, date: freightDate }, { field: 'exchangeRate' });
  const [expected, billed] = await asMoney(context, [estimated, actual ?? undefined], foreign);
  return { currency, rate, estimated: expected ?? '0', actual: billed ?? null };
}

/** Notes what a carrier takes for an approved document that brings goods or takes them away. */
export async function addFreight(
  context: Context,
  { documentNumber, companyId, ...changes }: InputOf<typeof freights.add>,
): Promise<Saved> {
  const { tx, tenantId, scope } = context;
  const { currency, rate, estimated, actual } = await worked(context, changes);
  const document = await documentCalled(context, documentNumber.trim());
  const direction = freightOf[document.kind];
  if (direction === undefined || document.approval !== 'approved')
    return refuse('freight.kind', { number: documentNumber }, { field: 'documentNumber' });
  const { rows: companies } = await sql`
    select from logistics_company where tenant_id = ${tenantId} and id = ${companyId} and enabled for key share`.execute(
    tx,
  );
  if (companies.length === 0) refuse('record.missing', {}, { field: 'companyId' });
  const { rows } = await sql<Row>`
    insert into freight_info (tenant_id, company_id, document_id, direction, freight_date, payment_kind, currency, exchange_rate,
      estimated, actual, billable_weight, allocate_by, remark, creator_id)
    values (${tenantId}, ${companyId}, ${document.id}, ${direction}, ${changes.freightDate}, ${changes.paymentKind},
      ${currency}, ${rate}, ${estimated}, ${actual}, ${changes.billableWeight}, ${changes.allocateBy},
      ${changes.remark ?? ''}, ${scope.userId})
    returning *`.execute(tx);
  const row = found(rows[0]);
  const number = document.number ?? '';
  log(context, { ...subjectOf({ id: row.id, number }), action: 'add', after: row });
  return { id: row.id, version: row.version };
}

/** The document that a user names, locked. Older numbers were kept as typed (decision 0070). */
async function documentCalled(context: Context, number: string): Promise<DocumentRow> {
  const { tx, tenantId } = context;
  const kinds = kindCodes.filter((kind) => freightOf[kind] !== undefined);
  const { rows } = await sql<{ id: string; approved: boolean }>`
    select id, approval = 'approved' as approved from document
    where tenant_id = ${tenantId} and number = any(${[number, normalText(number)]}::text[])
      and kind = any(${kinds}::text[]) and deleted_at is null`.execute(tx);
  const at = { field: 'documentNumber' };
  const seen = await visibleIds(
    context,
    rows.map(({ id }) => id),
  );
  const visible = rows.filter(({ id }) => seen.has(id));
  const approved = visible.filter((row) => row.approved);
  // A number is of one document of a kind, and may have been typed.
  if (approved.length > 1) refuse('freight.number', { number }, at);
  const [meant] = [...approved, ...visible];
  if (meant === undefined) return refuse('record.missing', {}, at);
  const heads = await lockHeads(context, [], [meant.id]);
  return heads.get(meant.id) ?? refuse('record.missing', {}, at);
}

/** Changes freight that is not accepted. */
export async function updateFreight(
  context: Context,
  { id, version, ...changes }: Changes,
): Promise<Saved> {
  const { tx, tenantId } = context;
  const before = found((await lockAsRead(context, [{ id, version }]))[0]);
  mustBeOpen(before);
  const { currency, rate, estimated, actual } = await worked(context, changes, before);
  const { rows } = await sql<Row>`
    update freight_info set freight_date = ${changes.freightDate}::date, payment_kind = ${changes.paymentKind},
      allocate_by = ${changes.allocateBy}, currency = ${currency}, exchange_rate = ${rate}, estimated = ${estimated},
      actual = ${actual}::numeric, billable_weight = ${changes.billableWeight}, remark = coalesce(${changes.remark ?? null}, remark),
      version = version + 1
    where tenant_id = ${tenantId} and id = ${id} returning *`.execute(tx);
  const after = found(rows[0]);
  log(context, { ...subjectOf(before), action: 'update', before, after });
  return { id, version: after.version };
}

/** Deletes freight that was noted by hand; what came with a label goes with it. */
export async function removeFreight(
  context: Context,
  { ids }: InputOf<typeof freights.removeBatch>,
): Promise<{ changed: number }> {
  mustSeeFreight(context);
  const { tx, tenantId } = context;
  const rows = await lockFreight(context, idsOf(ids));
  for (const row of rows) {
    if (row.order_id !== null) refuse('freight.ofShipment', { number: row.number });
    mustBeOpen(row);
  }
  await sql`
    delete from freight_info
    where tenant_id = ${tenantId} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  for (const row of rows) log(context, { ...subjectOf(row), action: 'delete', before: row });
  return { changed: rows.length };
}

/** Accepts bills and how they differ from what was expected: by whom, and when. */
export async function confirmFreight(
  context: Context,
  { rows: read }: InputOf<typeof freights.confirm>,
): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const rows = await lockAsRead(context, read);
  for (const row of rows) {
    mustBeOpen(row);
    if (row.actual === null) refuse('freight.notBilled', { number: row.number });
  }
  await sql`
    update freight_info set confirmed_at = now(), confirmed_by = ${scope.userId}, version = version + 1
    where tenant_id = ${tenantId} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  for (const row of rows)
    log(context, {
      ...subjectOf(row),
      action: 'confirm',
      before: { confirmedBy: '' },
      after: { confirmedBy: scope.userId, estimated: row.estimated, actual: row.actual },
    });
  return { changed: rows.length };
}

/** Takes acceptance back, as long as nothing pays it. */
export async function unconfirmFreight(
  context: Context,
  { rows: read }: InputOf<typeof freights.unconfirm>,
): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const rows = await lockAsRead(context, read);
  rows.forEach(mustBeAccepted);
  await sql`
    update freight_info set confirmed_at = null, confirmed_by = null, payment_id = null, version = version + 1
    where tenant_id = ${tenantId} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  for (const row of rows)
    log(context, {
      ...subjectOf(row),
      action: 'unconfirm',
      before: { confirmedBy: row.confirmed_by },
      after: { confirmedBy: '' },
    });
  return { changed: rows.length };
}
