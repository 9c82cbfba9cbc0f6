import type { InputOf, ReplyOf, freights } from '@tradehouse/contract';
import {
  checkOpenPeriod,
  checkRateOfOne,
  USUAL_PAYMENT,
  decimal,
  freightOf,
  kindCodes,
  normalText,
} from '@tradehouse/domain';
import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { idsFromList } from '../../kernel/table/index.ts';
import { logChange, refuseStale } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { changeFreightBooks, lockWithOutbounds, visibleIds } from '../document/index.ts';
import type { DocumentRow } from '../document/index.ts';
import { exactAmounts, rateOn, requireCurrencyCode } from '../system/index.ts';
import { seesFreight } from './companies.ts';
import { readFirstBooked } from './freightBooks.ts';
import type { OrderRow } from './orders.ts';

type FreightRow = Selectable<Database['freight_info']>;
/** Locked freight with the document and payment numbers. */
export interface Locked extends FreightRow {
  /** Document number. */
  readonly number: string;
  /** Number of the live expenditure paying the freight; null: none. */
  readonly payment: string | null;
}
type FreightConfirmRow = InputOf<typeof freights.confirm>['rows'][number];
type FreightChanges = InputOf<typeof freights.update>;
type SavedFreight = ReplyOf<typeof freights.add>;

export const toFreightLogSubject = ({ id, number }: Pick<Locked, 'id' | 'number'>) => ({
  subject: 'freight_info' as const,
  subjectId: id,
  number,
});

export function mustSeeFreight(context: Context): void {
  if (!seesFreight(context)) refuseWith('access.denied');
}

/**
 * Locks visible freight in id order, all or none; a concurrent call waits and reads the new state.
 * Documents lock first, like in voiding: their books may change with the freight.
 */
export async function lockFreight(
  context: Context,
  ids: readonly string[],
): Promise<readonly Locked[]> {
  const { tx, tenantId } = context;
  const wanted = [...new Set(ids)];
  const { rows: carried } = await sql<{ document_id: string }>`
    select distinct document_id from freight_info
    where tenant_id = ${tenantId} and id = any(${wanted}::bigint[])`.execute(tx);
  await lockWithOutbounds(
    context,
    carried.map(({ document_id: id }) => id),
  );
  const { rows } = await sql<FreightRow>`
    select * from freight_info where tenant_id = ${tenantId} and id = any(${wanted}::bigint[])
    order by id for update`.execute(tx);
  const seen = await visibleIds(
    context,
    rows.map((row) => row.document_id),
  );
  const { rows: named } = await sql<{ id: string; number: string; payment: string | null }>`
    select f.id, coalesce(d.number, '') as number, p.number as payment
    from freight_info f
    join document d on d.tenant_id = ${tenantId} and d.id = f.document_id
    left join document p on p.tenant_id = ${tenantId} and p.id = f.payment_id and p.deleted_at is null
    where f.tenant_id = ${tenantId} and f.id = any(${wanted}::bigint[])`.execute(tx);
  const known = new Map(named.map((one) => [one.id, one]));
  const locked = rows.flatMap((row) =>
    seen.has(row.document_id) ? [{ ...row, ...orRefuseMissing(known.get(row.id)) }] : [],
  );
  if (locked.length < wanted.length || locked.length === 0) refuseWith('record.missing');
  return locked;
}

/** Locks freight and refuses rows changed since the read. */
export async function lockAsRead(
  context: Context,
  read: readonly FreightConfirmRow[],
): Promise<readonly Locked[]> {
  mustSeeFreight(context);
  const versions = new Map(read.map(({ id, version }) => [id, version]));
  const rows = await lockFreight(context, [...versions.keys()]);
  for (const { id, version } of rows)
    if (versions.get(id) !== version) await refuseStale(context, 'freight_info', id, version);
  return rows;
}

/** Refuses confirmed, paid or void freight. */
export function requireOpenFreight({ number, payment, confirmed_at, cancelled }: Locked): void {
  if (cancelled) refuseWith('freight.cancelled', { number });
  if (payment !== null) refuseWith('freight.paid', { number, payment });
  if (confirmed_at !== null) refuseWith('freight.confirmed', { number });
}

/** Refuses unconfirmed or paid freight. */
export function mustBeAccepted({ number, payment, confirmed_at }: Locked): void {
  if (payment !== null) refuseWith('freight.paid', { number, payment });
  if (confirmed_at === null) refuseWith('freight.notConfirmed', { number });
}

interface Sent {
  readonly company_id: string;
  readonly document_id: string;
  readonly direction: FreightRow['direction'];
  readonly ship_date: string;
  readonly currency: string;
  readonly freight: string;
  readonly billable_weight: string;
  readonly volume: string;
}

/** Inserts a labelled shipment's expected freight; zero if the customer pays the carrier. */
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
  } = orRefuseMissing(sent[0]);
  const booked = await readFirstBooked(context, document_id);
  const { rows } = await changeFreightBooks(context, [document_id], () =>
    sql<FreightRow>`
    insert into freight_info (tenant_id, company_id, document_id, order_id, direction, freight_date, payment_kind, currency,
      estimated, billable_weight, volume, booked, creator_id)
    values (${tenantId}, ${company_id}, ${document_id}, ${order.id}, ${direction}, ${ship_date}, ${USUAL_PAYMENT}, ${currency},
      ${freight}, ${billable_weight}, ${volume}, ${booked}, ${scope.userId}) returning *`.execute(
      tx,
    ),
  );
  const row = orRefuseMissing(rows[0]);
  logChange(context, {
    ...toFreightLogSubject({ id: row.id, number: number ?? '' }),
    action: 'add',
    after: row,
  });
}

/** Refuses confirmed freight, and freight in closed books, before the carrier voids the label. */
export async function requireVoidableFreight(
  { tx, tenantId }: Context,
  { id, number }: OrderRow,
): Promise<void> {
  const { rows } = await sql<{
    confirmed: boolean;
    booked_on: string | null;
    closed_until: string | null;
  }>`
    select f.confirmed_at is not null as confirmed, setting.closed_until::text as closed_until,
      case when f.booked <> 0 and d.in_force then d.business_date::text end as booked_on
    from freight_info f
    join document d on d.tenant_id = ${tenantId} and d.id = coalesce(f.carried_by_id, f.document_id)
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    where f.tenant_id = ${tenantId} and f.order_id = ${id} and not f.cancelled
    for update of f`.execute(tx);
  for (const { confirmed, booked_on: day, closed_until: closedUntil } of rows) {
    if (confirmed) refuseWith('freight.voidConfirmed', { number });
    if (day !== null) checkOpenPeriod(day, closedUntil);
  }
}

/** Voids freight, which stays without counting. Confirmed freight must be unconfirmed first. */
export async function voidFreight(
  context: Context,
  order: OrderRow,
  document: DocumentRow,
): Promise<void> {
  const { tx, tenantId } = context;
  const { rows } = await sql<FreightRow>`
    select * from freight_info where tenant_id = ${tenantId} and order_id = ${order.id} for update`.execute(
    tx,
  );
  const [row] = rows;
  // A shipment without a label has no freight yet.
  if (row === undefined) return;
  if (row.confirmed_at !== null) refuseWith('freight.voidConfirmed', { number: order.number });
  await changeFreightBooks(context, [row.document_id], () =>
    sql`
    update freight_info set cancelled = true, version = version + 1
    where tenant_id = ${tenantId} and id = ${row.id}`.execute(tx),
  );
  logChange(context, {
    ...toFreightLogSubject({ id: row.id, number: document.number ?? '' }),
    action: 'void',
    before: { cancelled: false },
    after: { cancelled: true },
  });
}

type FreightTerms = Pick<FreightRow, 'currency' | 'exchange_rate' | 'freight_date'>;

/** Computes stored currency, rate and amounts. Absent values stay; the rate, while the day stays. */
async function computeFreightAmounts(
  context: Context,
  changes: Omit<FreightChanges, 'id' | 'version'>,
  before: FreightTerms | null = null,
) {
  mustSeeFreight(context);
  const { tx, tenantId } = context;
  const { currency: asked, exchangeRate, freightDate, estimated, actual } = changes;
  const { rows } = await sql<{ own: string; digits: number; rate: string | null }>`
    select currency as own, currency_digits as digits, ${rateOn(tenantId, sql`${asked ?? before?.currency ?? ''}`, sql`${freightDate}::date`)} as rate
    from tenant_setting where tenant_id = ${tenantId}`.execute(tx);
  const { own, digits, rate: dayRate } = orRefuseMissing(rows[0]);
  const currency = asked ?? before?.currency ?? own;
  const isKept = before?.currency === currency && before.freight_date === freightDate;
  requireCurrencyCode(currency, [own, before?.currency]);
  const foreign = currency === own ? null : currency;
  if (foreign === null && !decimal(exchangeRate ?? '1').equals(1))
    refuseWith('document.currency', {}, { field: 'exchangeRate' });
  const rate = foreign === null ? '1' : (exchangeRate ?? (isKept ? before.exchange_rate : dayRate));
  if (rate === null)
    refuseWith('document.rateMissing', { currency, date: freightDate }, { field: 'exchangeRate' });
  checkRateOfOne(currency, decimal(rate), { currency: own, digits }, { field: 'exchangeRate' });
  const exact = await exactAmounts(context, { estimated, actual: actual ?? undefined }, foreign);
  return { currency, rate, estimated: exact.estimated ?? '0', actual: exact.actual ?? null };
}

/** Adds freight to an approved document that moves goods in or out. */
export async function addFreight(
  context: Context,
  { documentNumber, companyId, ...changes }: InputOf<typeof freights.add>,
): Promise<SavedFreight> {
  const { tx, tenantId, scope } = context;
  const { currency, rate, estimated, actual } = await computeFreightAmounts(context, changes);
  const document = await documentCalled(context, documentNumber.trim());
  const direction = freightOf[document.kind];
  if (direction === undefined || document.approval !== 'approved')
    return refuseWith('freight.kind', { number: documentNumber }, { field: 'documentNumber' });
  const { rows: companies } = await sql`
    select from logistics_company where tenant_id = ${tenantId} and id = ${companyId} and enabled for key share`.execute(
    tx,
  );
  if (companies.length === 0) refuseWith('record.missing', {}, { field: 'companyId' });
  const booked = await readFirstBooked(context, document.id);
  const { rows } = await changeFreightBooks(context, [document.id], () =>
    sql<FreightRow>`
    insert into freight_info (tenant_id, company_id, document_id, direction, freight_date, payment_kind, currency, exchange_rate,
      estimated, actual, billable_weight, allocate_by, remark, booked, creator_id)
    values (${tenantId}, ${companyId}, ${document.id}, ${direction}, ${changes.freightDate}, ${changes.paymentKind},
      ${currency}, ${rate}, ${estimated}, ${actual}, ${changes.billableWeight}, ${changes.allocateBy},
      ${changes.remark ?? ''}, ${booked}::numeric, ${scope.userId})
    returning *`.execute(tx),
  );
  const row = orRefuseMissing(rows[0]);
  const number = document.number ?? '';
  logChange(context, { ...toFreightLogSubject({ id: row.id, number }), action: 'add', after: row });
  return { id: row.id, version: row.version };
}

/**
 * Finds and locks the document named by a user. Older numbers are stored without normalization (decision
 * 0070).
 */
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
  // Numbers are unique per kind only, and may have been typed.
  if (approved.length > 1) refuseWith('freight.number', { number }, at);
  const [meant] = [...approved, ...visible];
  if (meant === undefined) return refuseWith('record.missing', {}, at);
  const heads = await lockWithOutbounds(context, [meant.id]);
  return heads.get(meant.id) ?? refuseWith('record.missing', {}, at);
}

export async function updateFreight(
  context: Context,
  { id, version, ...changes }: FreightChanges,
): Promise<SavedFreight> {
  const { tx, tenantId } = context;
  const before = orRefuseMissing((await lockAsRead(context, [{ id, version }]))[0]);
  requireOpenFreight(before);
  const { currency, rate, estimated, actual } = await computeFreightAmounts(
    context,
    changes,
    before,
  );
  const { rows } = await changeFreightBooks(context, [before.document_id], () =>
    sql<FreightRow>`
    update freight_info set freight_date = ${changes.freightDate}::date, payment_kind = ${changes.paymentKind},
      allocate_by = ${changes.allocateBy}, currency = ${currency}, exchange_rate = ${rate}, estimated = ${estimated},
      actual = ${actual}::numeric, billable_weight = ${changes.billableWeight}, remark = coalesce(${changes.remark ?? null}, remark),
      version = version + 1
    where tenant_id = ${tenantId} and id = ${id} returning *`.execute(tx),
  );
  const after = orRefuseMissing(rows[0]);
  logChange(context, { ...toFreightLogSubject(before), action: 'update', before, after });
  return { id, version: after.version };
}

/** Deletes freight entered by hand; a label's freight is removed with the label. */
export async function removeFreight(
  context: Context,
  { ids }: InputOf<typeof freights.removeBatch>,
): Promise<{ changed: number }> {
  mustSeeFreight(context);
  const { tx, tenantId } = context;
  const rows = await lockFreight(context, idsFromList(ids));
  for (const row of rows) {
    if (row.order_id !== null) refuseWith('freight.ofShipment', { number: row.number });
    requireOpenFreight(row);
  }
  await changeFreightBooks(
    context,
    rows.map((row) => row.document_id),
    () =>
      sql`
      delete from freight_info
      where tenant_id = ${tenantId} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
        tx,
      ),
  );
  for (const row of rows)
    logChange(context, { ...toFreightLogSubject(row), action: 'delete', before: row });
  return { changed: rows.length };
}

/** Refuses freight of shipments during a void at the carrier. */
async function refuseVoidingShipments(
  { tx, tenantId }: Context,
  orderIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select number from logistics_order
    where tenant_id = ${tenantId} and id = any(${orderIds}::bigint[])
      and label_asked_at > now() - interval '1 minute'
    order by id limit 1`.execute(tx);
  const [voiding] = rows;
  if (voiding !== undefined) refuseWith('shipment.labelling', { number: voiding.number });
}

/** Confirms billed freight and the differences from the expected; stores user and time. */
export async function confirmFreight(
  context: Context,
  { rows: read }: InputOf<typeof freights.confirm>,
): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const rows = await lockAsRead(context, read);
  for (const row of rows) {
    requireOpenFreight(row);
    if (row.actual === null) refuseWith('freight.notBilled', { number: row.number });
  }
  await refuseVoidingShipments(
    context,
    rows.flatMap((row) => row.order_id ?? []),
  );
  await sql`
    update freight_info set confirmed_at = now(), confirmed_by = ${scope.userId}, version = version + 1
    where tenant_id = ${tenantId} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  for (const row of rows)
    logChange(context, {
      ...toFreightLogSubject(row),
      action: 'confirm',
      before: { confirmedBy: '' },
      after: { confirmedBy: scope.userId, estimated: row.estimated, actual: row.actual },
    });
  return { changed: rows.length };
}

/** Revokes a confirmation while no payment exists. */
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
    logChange(context, {
      ...toFreightLogSubject(row),
      action: 'unconfirm',
      before: { confirmedBy: row.confirmed_by },
      after: { confirmedBy: '' },
    });
  return { changed: rows.length };
}
