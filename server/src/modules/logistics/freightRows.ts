import { freightMonthTable, freightTable } from '@tradehouse/contract';
import type { FreightInfo, RowOf } from '@tradehouse/contract';
import {
  bornBy,
  decimal,
  digitsIn,
  documentKinds,
  plain,
  rounded,
  sharedBy,
} from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, inBase, source, together, trimmed, visibleDocuments } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { amountsHidden } from '../document/index.ts';
import { worthSql } from '../system/index.ts';
import { seesFreight } from './companies.ts';

/** Freight `f` is paid once its payment `p` is in force: a draft that waits for its approval moves no money. */
const isPaidSql = sql`coalesce(p.in_force, false)`;

/** How freight `f` stands, whose payment, if it stands, is `p`. */
export const freightStateSql = sql`case when f.cancelled then 'cancelled' when ${isPaidSql} then 'paid'
  when f.confirmed_at is not null then 'confirmed' when f.actual is not null then 'billed' else 'expected' end`;

/** Freight `f` with its document, carrier, what was sent with it, and the payment that stands. */
export const freightFrom = ({ tenantId }: Pick<Context, 'tenantId'>): RawBuilder<unknown> => sql`
  freight_info f
  join document d on d.tenant_id = ${tenantId} and d.id = f.document_id
  join logistics_company company on company.tenant_id = ${tenantId} and company.id = f.company_id
  left join logistics_order o on o.tenant_id = ${tenantId} and o.id = f.order_id
  left join document p on p.tenant_id = ${tenantId} and p.id = f.payment_id and p.deleted_at is null`;

/** What the freight that a reader may see is asked by. */
export const seenFreight = ({ tenantId, scope }: Context): RawBuilder<unknown> =>
  sql`f.tenant_id = ${tenantId} and d.deleted_at is null and ${visibleDocuments(scope, 'd')}`;

/** An amount of freight `f`, and what of it is worth in the company's own currency, as it would be booked. */
interface Figure {
  readonly own: RawBuilder<unknown>;
  readonly worth: RawBuilder<unknown>;
}
const figure = ({ tenantId }: Context, own: RawBuilder<unknown>): Figure => ({
  own,
  worth: sql`(${worthSql(tenantId, own, sql`f.exchange_rate`)})`,
});

/** Freight that was expected and billed, and how far that is apart, so that worths add up, too. */
function figuresOf(context: Context) {
  const estimated = figure(context, sql`f.estimated`);
  const actual = figure(context, sql`f.actual`);
  const difference = {
    own: sql`(f.actual - f.estimated)`,
    worth: sql`(${actual.worth} - ${estimated.worth})`,
  };
  return { estimated, actual, difference };
}

/** A figure, and what of it adds up in the company's own currency: nothing of what is void. */
const added = (name: string, { own, worth }: Figure): RawBuilder<unknown> => sql`
  ${own} as ${sql.ref(name)}, case when not f.cancelled then ${worth} end as ${sql.ref(inBase(name))}`;

const confirmerSql = ({ tenantId }: Context): RawBuilder<unknown> => sql`coalesce((
  select x.name from app_user x where x.tenant_id = ${tenantId} and x.id = f.confirmed_by), '')`;

export const freightRows = source(
  freightTable,
  (context): RawBuilder<RowOf<typeof freightTable>> => {
    const { estimated, actual, difference } = figuresOf(context);
    return sql`
    select f.id, f.version, f.company_id as "companyId", f.document_id as "documentId", d.kind as "documentKind",
      f.order_id as "orderId", p.id as "paymentId", coalesce(d.number, '') as "documentNumber",
      coalesce(o.tracking, '') as tracking, company.name as "companyName", o.service, array(
        select distinct parcel.packing from logistics_parcel parcel
        where parcel.tenant_id = ${context.tenantId} and parcel.order_id = f.order_id order by 1) as packings,
      f.billable_weight as "billableWeight", ${added('estimated', estimated)}, ${added('actual', actual)},
      ${added('difference', difference)}, f.currency, f.exchange_rate as "exchangeRate",
      f.allocate_by as "allocateBy", ${freightStateSql} as "freightState", coalesce(p.number, '') as "paymentNumber",
      f.freight_date as "freightDate", f.direction, f.payment_kind as "paymentKind",
      ${confirmerSql(context)} as "confirmedBy", f.confirmed_at as "confirmedTime", f.remark
    from ${freightFrom(context)}
    where ${seenFreight(context)}`;
  },
  { currencies: true },
);

/** A figure of a carrier's month, in its currency and in the company's own. */
const monthly = (name: string, { own, worth }: Figure): RawBuilder<unknown> => sql`
  coalesce(sum(${own}), 0) as ${sql.ref(name)}, coalesce(sum(${worth}), 0) as ${sql.ref(inBase(name))}`;

/** A number of things is the same in any currency. */
const counted = (name: string, count: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (${count})::integer as ${sql.ref(name)}, (${count})::integer as ${sql.ref(inBase(name))}`;

export const freightMonthRows = source(
  freightMonthTable,
  (context, { freightDate, hasOpen }): RawBuilder<RowOf<typeof freightMonthTable>> => {
    const [since, until] = freightDate ?? [null, null];
    const { estimated, actual, difference } = figuresOf(context);
    const paid = figure(context, sql`(case when ${isPaidSql} then f.actual else 0 end)`);
    const open = figure(context, sql`(case when ${isPaidSql} then 0 else f.actual end)`);
    const asked =
      hasOpen === undefined ? sql`true` : sql`(coalesce(sum(${open.own}), 0) <> 0) = ${hasOpen}`;
    return sql`
      select f.company_id || '-' || to_char(f.freight_date, 'YYYY-MM') || '-' || f.currency as id,
        f.company_id as "companyId", to_char(f.freight_date, 'YYYY-MM') as month, company.name as "companyName", f.currency,
        ${counted('shipments', sql`count(*)`)}, ${counted('unbilled', sql`count(*) filter (where f.actual is null)`)},
        ${monthly('estimated', estimated)}, ${monthly('actual', actual)}, ${monthly('difference', difference)},
        ${monthly('paid', paid)}, ${monthly('open', open)}
      from ${freightFrom(context)}
      where ${seenFreight(context)} and not f.cancelled
        and f.freight_date between coalesce(${since}::date, '-infinity') and coalesce(${until}::date, 'infinity')
      group by f.company_id, to_char(f.freight_date, 'YYYY-MM'), company.name, f.currency
      having ${asked}`;
  },
  { currencies: true },
);

type Told = Omit<
  FreightInfo,
  'difference' | 'worth' | 'shares' | 'documentKind' | 'confirmedTime'
> & {
  readonly documentKind: AnyKindCode;
  readonly confirmedTime: Date | string | null;
  readonly estimated: string;
  readonly own: string;
  readonly ownDigits: number;
};

interface Line {
  readonly line: number;
  readonly barcode: string;
  readonly productName: string;
  readonly quantity: string;
  readonly unit: string;
  readonly weight: string;
  readonly base: string;
  readonly net: string;
}

/** Freight with what of it each line of its document bears; of a document that is not seen it is missing. */
export async function freightInfo(context: Context, id: string): Promise<FreightInfo> {
  const { tx, tenantId } = context;
  const [heads, lines] = await together([
    sql<Told>`
      select f.id, f.version, f.company_id as "companyId", company.name as "companyName", f.document_id as "documentId",
        d.kind as "documentKind", coalesce(d.number, '') as "documentNumber", coalesce(o.tracking, '') as tracking,
        f.order_id is not null as "ofOrder", f.direction, f.freight_date::text as "freightDate",
        f.payment_kind as "paymentKind", f.allocate_by as "allocateBy", f.currency, f.exchange_rate as "exchangeRate",
        f.estimated, f.actual, f.billable_weight as "billableWeight", f.volume, ${freightStateSql} as "freightState",
        ${confirmerSql(context)} as "confirmedBy", f.confirmed_at as "confirmedTime", p.id as "paymentId",
        coalesce(p.number, '') as "paymentNumber", f.remark, setting.currency as own, setting.currency_digits as "ownDigits"
      from ${freightFrom(context)}
      join tenant_setting setting on setting.tenant_id = ${tenantId}
      where f.id = ${id} and ${seenFreight(context)}`.execute(tx),
    sql<Line>`
      select l.line, l.barcode, product.name as "productName", l.quantity, l.unit, l.weight, l.base_quantity as base,
        l.total - l.tax as net
      from freight_info f
      join document_line l on l.tenant_id = ${tenantId} and l.document_id = f.document_id
      join product on product.tenant_id = ${tenantId} and product.id = l.product_id
      where f.tenant_id = ${tenantId} and f.id = ${id} order by l.position`.execute(tx),
  ]);
  const { own, ownDigits, documentKind, confirmedTime, ...head } = found(heads.rows[0]);
  const { estimated, actual, exchangeRate, currency, allocateBy } = head;
  const total = decimal(actual ?? estimated);
  const bearing = lines.rows.map(({ net, weight, base }) => ({
    amount: decimal(net),
    weight: decimal(weight),
    quantity: decimal(base),
  }));
  const digits = digitsIn(currency, { currency: own, currencyDigits: ownDigits });
  const shares = sharedBy(allocateBy, bearing, total, digits);
  const sees = seesFreight(context);
  // Shares by amount tell what the lines are worth.
  const seesShares =
    sees &&
    (bornBy(allocateBy, bearing) !== 'amount' ||
      !amountsHidden(context.scope, documentKinds[documentKind]));
  const shown = (amount: string | null) => (sees && amount !== null ? trimmed(amount) : null);
  return {
    ...head,
    documentKind,
    exchangeRate: trimmed(exchangeRate),
    billableWeight: trimmed(head.billableWeight),
    volume: trimmed(head.volume),
    confirmedTime: confirmedTime === null ? null : new Date(confirmedTime).toISOString(),
    estimated: shown(estimated),
    actual: shown(actual),
    difference: shown(actual === null ? null : plain(total.minus(estimated))),
    worth: shown(plain(rounded(total.times(exchangeRate), ownDigits))),
    shares: lines.rows.map(({ line, barcode, productName, unit, quantity, weight }, at) => ({
      line,
      barcode,
      productName,
      unit,
      quantity: trimmed(quantity),
      weight: trimmed(weight),
      share: seesShares ? plain(found(shares[at])) : null,
    })),
  };
}
