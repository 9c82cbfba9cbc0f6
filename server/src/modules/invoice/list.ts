import { invoiceBillTable, invoiceTable } from '@tradehouse/contract';
import { documentKinds, invoiceDirections, invoicedAs, kindCodes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { visibleDocuments, visibleInvoices } from '../../kernel/access/index.ts';
import { bookedBetween, baseCurrencyColumn, bindTable } from '../../kernel/table/index.ts';
import type { Context, Scope } from '../../kernel/access/index.ts';
import { invoicedAmount } from '../document/index.ts';
import { worthSql } from '../system/index.ts';
import { seesInvoices } from './rights.ts';

type OfBills = 'billNumbers' | 'billAmount' | 'billUninvoiced';
type InvoiceListRow = Readonly<
  Record<Exclude<keyof typeof invoiceTable.columns, OfBills>, unknown>
>;
type BillRow = Readonly<
  Record<Exclude<keyof typeof invoiceBillTable.columns, 'partnerName'>, unknown>
>;

/** Directions with amounts visible to this user. */
const seenBy = (scope: Scope): readonly string[] =>
  invoiceDirections.filter((direction) => seesInvoices(scope, direction));

/** Invoice amount; null if hidden from the user. */
const shownTo = (scope: Scope, invoice: 'v' | 'row', amount: RawBuilder<unknown>) =>
  sql`case when ${sql.ref(`${invoice}.direction`)} = any(${seenBy(scope)}::text[]) then ${amount} end`;

/** Invoiced kinds with direction and sign, in SQL, named `given`. */
export const signsSql = (): RawBuilder<unknown> => {
  const kinds = kindCodes.flatMap((kind) => {
    const as = invoicedAs(kind);
    return as === null ? [] : [{ kind, ...as }];
  });
  return sql`unnest(${kinds.map(({ kind }) => kind)}::text[], ${kinds.map(({ direction }) => direction)}::text[],
    ${kinds.map(({ sign }) => sign)}::int[]) as given(kind, direction, sign)`;
};

/** Total and uninvoiced amount of an invoice's bills. */
const billsBeside = ({ tenantId, scope }: Context) => ({
  by: ['direction'],
  joins: sql`left join lateral (
    select string_agg(d.number, ' ' order by d.business_time, d.id) as numbers,
      sum(d.payable * given.sign) as amount,
      sum(d.payable * given.sign - ${invoicedAmount(tenantId, sql.ref('d.id'))}) as open
    from invoice_bill part
    join document d on d.tenant_id = ${tenantId} and d.id = part.document_id
    join ${signsSql()} on given.kind = d.kind
    where part.tenant_id = ${tenantId} and part.invoice_id = "row".id) bills on true`,
  columns: {
    billNumbers: sql`coalesce(bills.numbers, '')`,
    billAmount: shownTo(scope, 'row', sql`bills.amount`),
    billUninvoiced: shownTo(scope, 'row', sql`bills.open`),
  },
});

/** Worth of an amount of invoice `v`: by share for bills at several rates, else by rate. */
const invoiceWorthSql = (tenantId: string, name: string): RawBuilder<unknown> => {
  const amount = sql.ref(`v.${name}`);
  return sql`case when v.worth is null then ${worthSql(tenantId, amount, sql`v.exchange_rate`)}
    else round(v.worth * ${amount} / v.gross, setting.currency_digits) end`;
};

const amountsSql = ({ tenantId, scope }: Context): RawBuilder<unknown> => {
  const shown = (name: string) =>
    sql`${shownTo(scope, 'v', sql.ref(`v.${name}`))} as ${sql.ref(name)}`;
  // Void invoices do not count in totals.
  const counted = (name: string, worth: RawBuilder<unknown>) =>
    sql`case when not v.voided then ${shownTo(scope, 'v', worth)} end as ${sql.ref(baseCurrencyColumn(name))}`;
  const [tax, gross] = [invoiceWorthSql(tenantId, 'tax'), invoiceWorthSql(tenantId, 'gross')];
  return sql`${shown('net')}, ${shown('tax')}, ${shown('gross')},
    ${counted('net', sql`(${gross}) - (${tax})`)}, ${counted('tax', tax)}, ${counted('gross', gross)}`;
};

export const invoiceRows = bindTable(
  invoiceTable,
  (context, { wholeBillNumber }): RawBuilder<InvoiceListRow> => {
    const { tenantId, scope } = context;
    const name = (table: string, id: string) =>
      sql`(select x.name from ${sql.table(table)} x where x.tenant_id = ${tenantId} and x.id = ${sql.ref(id)})`;
    const ofBill =
      wholeBillNumber === undefined
        ? sql`true`
        : sql`exists (
      select from invoice_bill part
      join document d on d.tenant_id = ${tenantId} and d.id = part.document_id
      where part.tenant_id = ${tenantId} and part.invoice_id = v.id and d.number = ${wholeBillNumber})`;
    return sql<InvoiceListRow>`
    select v.id, v.version, v.partner_id as "partnerId", v.number, v.direction, v.kind as "invoiceKind",
      v.invoice_date as "invoiceDate", ${name('partner', 'v.partner_id')} as "partnerName", v.currency,
      ${amountsSql(context)}, case when v.voided then '1' else '0' end as "invoiceStatus", v.void_reason as "voidReason",
      v.creator_id as "creatorId", ${name('app_user', 'v.creator_id')} as "creatorName", v.remark, v.created_at as "createTime"
    from invoice v
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    where v.tenant_id = ${tenantId} and ${visibleInvoices(scope, 'v')} and ${ofBill}`;
  },
  { currencies: true, beside: billsBeside },
);

/** Reads bills in force of a direction with an uninvoiced amount. */
export const invoiceBillRows = bindTable(
  invoiceBillTable,
  ({ tenantId, scope, language }, filters): RawBuilder<BillRow> => {
    const [since, until] = filters.time ?? [null, null];
    const { direction, organId } = filters;
    const seen = seenBy(scope).includes(direction ?? '');
    const shown = (of: RawBuilder<unknown>) => (seen ? of : sql`null::numeric`);
    return sql<BillRow>`
    select d.id, d.kind, d.partner_id as "partnerId", d.number, given.name as "kindName", d.business_time as time,
      d.currency, ${shown(sql`d.payable * given.sign`)} as amount, ${shown(sql`taken.amount`)} as invoiced,
      ${shown(sql`d.payable * given.sign - taken.amount`)} as uninvoiced
    from document d
    join ${namedSignsSql(direction, language)} on given.kind = d.kind
    cross join lateral ${invoicedAmount(tenantId, sql.ref('d.id'))} as taken(amount)
    where d.tenant_id = ${tenantId} and d.deleted_at is null and d.in_force and d.partner_id = ${organId}
      and d.payable <> abs(taken.amount) and ${bookedBetween('d', since, until)} and ${visibleDocuments(scope, 'd')}`;
  },
  {
    pages: 'whole',
    beside: ({ tenantId }) => ({
      by: ['partnerId'],
      joins: sql`left join partner on partner.tenant_id = ${tenantId} and partner.id = "row"."partnerId"`,
      columns: { partnerName: sql`partner.name` },
    }),
  },
);

/** Kinds of a direction with sign and name. */
function namedSignsSql(
  direction: string | undefined,
  language: Context['language'],
): RawBuilder<unknown> {
  const kinds = kindCodes.flatMap((kind) => {
    const as = invoicedAs(kind);
    return as !== null && as.direction === direction ? [{ kind, sign: as.sign }] : [];
  });
  const names = kinds.map(({ kind }) => documentKinds[kind].name[language]);
  return sql`unnest(${kinds.map(({ kind }) => kind)}::text[], ${kinds.map(({ sign }) => sign)}::int[],
    ${names}::text[]) as given(kind, sign, name)`;
}
