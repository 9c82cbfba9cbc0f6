import { freightMonthTable, freightTable } from '@tradehouse/contract';
import type { FreightInfo, RowOf } from '@tradehouse/contract';
import {
  bornBy,
  decimal,
  digitsIn,
  documentKinds,
  toPlainDecimal,
  rounded,
  shareCharge,
} from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, visibleDocuments } from '../../kernel/access/index.ts';
import { baseCurrencyColumn, bindTable, trimTrailingZeros } from '../../kernel/table/index.ts';
import { runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { amountsHidden } from '../document/index.ts';
import { worthSql } from '../system/index.ts';
import { seesFreight } from './companies.ts';
import { byNormalTracking } from './trackingFilter.ts';

/** Freight `f` is paid once the payment `p` is in force: a draft awaiting approval moves no money. */
const isPaidSql = sql`coalesce(p.in_force, false)`;

/** State of freight `f`; `p` is the live payment, if any. */
export const freightStateSql = sql`case when f.cancelled then 'cancelled' when ${isPaidSql} then 'paid'
  when f.confirmed_at is not null then 'confirmed' when f.actual is not null then 'billed' else 'expected' end`;

/** Freight `f` with document, carrier, shipment and live payment. */
export const freightFrom = ({ tenantId }: Pick<Context, 'tenantId'>): RawBuilder<unknown> => sql`
  freight_info f
  join document d on d.tenant_id = ${tenantId} and d.id = f.document_id
  join logistics_company company on company.tenant_id = ${tenantId} and company.id = f.company_id
  left join logistics_order o on o.tenant_id = ${tenantId} and o.id = f.order_id
  left join document p on p.tenant_id = ${tenantId} and p.id = f.payment_id and p.deleted_at is null`;

/** Condition for freight visible to the reader. */
export const seenFreight = ({ tenantId, scope }: Context): RawBuilder<unknown> =>
  sql`f.tenant_id = ${tenantId} and d.deleted_at is null and ${visibleDocuments(scope, 'd')}`;

/** Amount of freight `f`, and the booked worth in the company's own currency. */
interface FreightFigure {
  readonly own: RawBuilder<unknown>;
  readonly worth: RawBuilder<unknown>;
}
const toFreightFigure = ({ tenantId }: Context, own: RawBuilder<unknown>): FreightFigure => ({
  own,
  worth: sql`(${worthSql(tenantId, own, sql`f.exchange_rate`)})`,
});

/** Expected and billed freight with their difference, built so that worths add up. */
function buildFreightFigures(context: Context) {
  const estimated = toFreightFigure(context, sql`f.estimated`);
  const actual = toFreightFigure(context, sql`f.actual`);
  const difference = {
    own: sql`(f.actual - f.estimated)`,
    worth: sql`(${actual.worth} - ${estimated.worth})`,
  };
  return { estimated, actual, difference };
}

/** Figure, and the worth for totals: null for void freight. */
const freightFigureSql = (name: string, { own, worth }: FreightFigure): RawBuilder<unknown> => sql`
  ${own} as ${sql.ref(name)}, case when not f.cancelled then ${worth} end as ${sql.ref(baseCurrencyColumn(name))}`;

const confirmerSql = ({ tenantId }: Context): RawBuilder<unknown> => sql`coalesce((
  select x.name from app_user x where x.tenant_id = ${tenantId} and x.id = f.confirmed_by), '')`;

const payingAccountsSql = ({ tenantId }: Context): RawBuilder<unknown> => sql`coalesce((
  select string_agg(account.name, ', ' order by account.id)
  from document_settlement paid
  join account on account.tenant_id = ${tenantId} and account.id = paid.account_id
  where paid.tenant_id = ${tenantId} and paid.document_id = p.id), '')`;

export const freightRows = bindTable(
  freightTable,
  (context): RawBuilder<RowOf<typeof freightTable>> => {
    const { estimated, actual, difference } = buildFreightFigures(context);
    return sql`
    select f.id, f.version, f.company_id as "companyId", f.document_id as "documentId", d.kind as "documentKind",
      f.order_id as "orderId", p.id as "paymentId", coalesce(d.number, '') as "documentNumber",
      coalesce(o.tracking, '') as tracking, company.name as "companyName", o.service, array(
        select distinct parcel.packing from logistics_parcel parcel
        where parcel.tenant_id = ${context.tenantId} and parcel.order_id = f.order_id order by 1) as packings,
      f.billable_weight as "billableWeight", f.volume, ${freightFigureSql('estimated', estimated)},
      ${freightFigureSql('actual', actual)},
      ${freightFigureSql('difference', difference)}, f.currency, f.exchange_rate as "exchangeRate",
      f.allocate_by as "allocateBy", ${freightStateSql} as "freightState", coalesce(p.number, '') as "paymentNumber",
      ${payingAccountsSql(context)} as "accountName", f.freight_date as "freightDate",
      f.direction, f.payment_kind as "paymentKind",
      ${confirmerSql(context)} as "confirmedBy", f.confirmed_at as "confirmedTime", f.remark
    from ${freightFrom(context)}
    where ${seenFreight(context)}`;
  },
  { currencies: true, meaning: byNormalTracking },
);

/**
 * Share of freight `f` in payment `p`'s worth, at the payment's rate. A sum converts once: each freight
 * bears the running worth after, less before.
 */
function paidFigure({ tenantId }: Context): FreightFigure {
  const before = sql`(
    select coalesce(sum(earlier.actual), 0) from freight_info earlier
    where earlier.tenant_id = ${tenantId} and earlier.payment_id = p.id and earlier.id < f.id)`;
  const worthOf = (amount: RawBuilder<unknown>) =>
    sql`(${worthSql(tenantId, amount, sql`p.exchange_rate`)})`;
  const worth = sql`case when p.exchange_rate = 1 then f.actual
    else ${worthOf(sql`(${before} + f.actual)`)} - ${worthOf(before)} end`;
  const ifPaid = (amount: RawBuilder<unknown>) =>
    sql`(case when ${isPaidSql} then ${amount} else 0 end)`;
  return { own: ifPaid(sql`f.actual`), worth: ifPaid(worth) };
}

/** Monthly figure of a carrier, in the carrier's currency and the company's own. */
const monthlyFreightSql = (name: string, { own, worth }: FreightFigure): RawBuilder<unknown> => sql`
  coalesce(sum(${own}), 0) as ${sql.ref(name)}, coalesce(sum(${worth}), 0) as ${sql.ref(baseCurrencyColumn(name))}`;

/** A count is equal in any currency. */
const monthlyCountSql = (name: string, count: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (${count})::integer as ${sql.ref(name)}, (${count})::integer as ${sql.ref(baseCurrencyColumn(name))}`;

export const freightMonthRows = bindTable(
  freightMonthTable,
  (context, { freightDate, hasOpen }): RawBuilder<RowOf<typeof freightMonthTable>> => {
    const [since, until] = freightDate ?? [null, null];
    const { estimated, actual, difference } = buildFreightFigures(context);
    const paid = paidFigure(context);
    const open = toFreightFigure(context, sql`(case when ${isPaidSql} then 0 else f.actual end)`);
    const asked =
      hasOpen === undefined ? sql`true` : sql`(coalesce(sum(${open.own}), 0) <> 0) = ${hasOpen}`;
    return sql`
      select f.company_id || '-' || to_char(f.freight_date, 'YYYY-MM') || '-' || f.currency as id,
        f.company_id as "companyId", to_char(f.freight_date, 'YYYY-MM') as month, company.name as "companyName", f.currency,
        ${monthlyCountSql('shipments', sql`count(*)`)}, ${monthlyCountSql('unbilled', sql`count(*) filter (where f.actual is null)`)},
        ${monthlyFreightSql('estimated', estimated)}, ${monthlyFreightSql('actual', actual)}, ${monthlyFreightSql('difference', difference)},
        ${monthlyFreightSql('paid', paid)}, ${monthlyFreightSql('open', open)}
      from ${freightFrom(context)}
      where ${seenFreight(context)} and not f.cancelled
        and f.freight_date between coalesce(${since}::date, '-infinity') and coalesce(${until}::date, 'infinity')
      group by f.company_id, to_char(f.freight_date, 'YYYY-MM'), company.name, f.currency
      having ${asked}`;
  },
  { currencies: true },
);

type FreightInfoRow = Omit<
  FreightInfo,
  'difference' | 'worth' | 'shares' | 'documentKind' | 'confirmedTime'
> & {
  readonly documentKind: AnyKindCode;
  readonly confirmedTime: Date | string | null;
  readonly estimated: string;
  readonly booked: string | null;
  readonly own: string;
  readonly ownDigits: number;
};

interface FreightInfoLine {
  readonly line: number;
  readonly barcode: string;
  readonly productName: string;
  readonly quantity: string;
  readonly unit: string;
  readonly weight: string;
  readonly base: string;
  readonly net: string;
}

/** Reads freight with the share of each document line; missing if the document is invisible. */
export async function freightInfo(context: Context, id: string): Promise<FreightInfo> {
  const { tx, tenantId } = context;
  const [heads, lines] = await runTogether([
    sql<FreightInfoRow>`
      select f.id, f.version, f.company_id as "companyId", company.name as "companyName", f.document_id as "documentId",
        d.kind as "documentKind", coalesce(d.number, '') as "documentNumber", coalesce(o.tracking, '') as tracking,
        f.order_id is not null as "ofOrder", f.direction, f.freight_date::text as "freightDate",
        f.payment_kind as "paymentKind", f.allocate_by as "allocateBy", f.currency, f.exchange_rate as "exchangeRate",
        f.estimated, f.actual, f.booked,
        f.billable_weight as "billableWeight", f.volume, ${freightStateSql} as "freightState",
        ${confirmerSql(context)} as "confirmedBy", f.confirmed_at as "confirmedTime", p.id as "paymentId",
        coalesce(p.number, '') as "paymentNumber", f.remark, setting.currency as own, setting.currency_digits as "ownDigits"
      from ${freightFrom(context)}
      join tenant_setting setting on setting.tenant_id = ${tenantId}
      where f.id = ${id} and ${seenFreight(context)}`.execute(tx),
    sql<FreightInfoLine>`
      select l.line, l.barcode, product.name as "productName", l.quantity, l.unit, l.weight, l.base_quantity as base,
        l.total - l.tax as net
      from freight_info f
      join document_line l on l.tenant_id = ${tenantId} and l.document_id = f.document_id
      join product on product.tenant_id = ${tenantId} and product.id = l.product_id
      where f.tenant_id = ${tenantId} and f.id = ${id} order by l.position`.execute(tx),
  ]);
  const { own, ownDigits, documentKind, confirmedTime, ...head } = orRefuseMissing(heads.rows[0]);
  const { estimated, actual, exchangeRate, currency, allocateBy } = head;
  const total = decimal(actual ?? estimated);
  const bearing = lines.rows.map(({ net, weight, base }) => ({
    amount: decimal(net),
    weight: decimal(weight),
    quantity: decimal(base),
  }));
  const digits = digitsIn(currency, { currency: own, currencyDigits: ownDigits });
  const shares = shareCharge(allocateBy, bearing, total, digits);
  const sees = seesFreight(context);
  // Shares by amount reveal the lines' worth.
  const seesShares =
    sees &&
    (bornBy(allocateBy, bearing) !== 'amount' ||
      !amountsHidden(context.scope, documentKinds[documentKind]));
  const shown = (amount: string | null) =>
    sees && amount !== null ? trimTrailingZeros(amount) : null;
  return {
    ...head,
    documentKind,
    exchangeRate: trimTrailingZeros(exchangeRate),
    billableWeight: trimTrailingZeros(head.billableWeight),
    volume: trimTrailingZeros(head.volume),
    confirmedTime: confirmedTime === null ? null : new Date(confirmedTime).toISOString(),
    estimated: shown(estimated),
    actual: shown(actual),
    difference: shown(actual === null ? null : toPlainDecimal(total.minus(estimated))),
    booked: shown(head.booked),
    worth: shown(toPlainDecimal(rounded(total.times(exchangeRate), ownDigits))),
    shares: lines.rows.map(({ line, barcode, productName, unit, quantity, weight }, at) => ({
      line,
      barcode,
      productName,
      unit,
      quantity: trimTrailingZeros(quantity),
      weight: trimTrailingZeros(weight),
      share: seesShares ? toPlainDecimal(orRefuseMissing(shares[at])) : null,
    })),
  };
}
