import { invoicedAs, kindCodes, unusualDigits } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { bookedBetween } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';

export type TaxDays = readonly [since: string | null, until: string | null];

/** Largest deviation of a tax from its rate, in smallest units of the currency; see `isTaxOfRate`. */
const MOST_UNITS_OFF = 5;

/** Kinds of bills, as a relation `given` (kind, side, sign): a return is negative. */
function billKindsSql(): RawBuilder<unknown> {
  const kinds = kindCodes.flatMap((kind) => {
    const as = invoicedAs(kind);
    return as === null ? [] : [{ kind, side: sideOf[as.direction], sign: as.sign }];
  });
  return sql`unnest(${kinds.map(({ kind }) => kind)}::text[], ${kinds.map(({ side }) => side)}::text[],
    ${kinds.map(({ sign }) => sign)}::int[]) as given(kind, side, sign)`;
}
const sideOf = { issued: 'output', received: 'input' } as const;

/**
 * Gross amount and tax of documents by rate, in document currency: a relation (document_id, rate, gross,
 * tax). Charges of the head have no tax, hence the rate 0. `papers` is a relation with a column id.
 */
const ratesOfBillsSql = (tenantId: string, papers: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select part.document_id, part.rate, sum(part.gross) as gross, sum(part.tax) as tax
  from (
    select line.document_id, line.tax_rate as rate, line.total - line.discount_share as gross, line.tax
    from ${papers} as wanted
    join document_line as line on line.tenant_id = ${tenantId} and line.document_id = wanted.id
    where line.sku_id is not null
    union all
    select charged.id, 0, charged.service_charge + charged.service_fees + charged.other_fees +
      charged.freight, 0
    from ${papers} as wanted
    join document as charged on charged.tenant_id = ${tenantId} and charged.id = wanted.id
    where charged.service_charge + charged.service_fees + charged.other_fees + charged.freight <> 0) as part
  group by 1, 2`;

/** Part of `whole` due after the share `passed` of `weight`; the last share completes the whole. */
const dueSql = (
  whole: string,
  passed: string,
  weight: string,
  digits: string,
): RawBuilder<unknown> =>
  sql.raw(`case when ${passed} = ${weight} then ${whole}
    else coalesce(round(${whole} * ${passed} / nullif(${weight}, 0), ${digits}::integer), 0) end`);

/**
 * Bills by rate: a relation (document_id, invoice_id, side, rate, day, net, tax). Each document is converted
 * once, gross and tax, and shared over its rates; net is gross less tax.
 */
const taxOfBillsSql = ({ tenantId }: Context, [since, until]: TaxDays): RawBuilder<unknown> => sql`
  with paper as materialized (
    select document.id, document.business_date as day, document.exchange_rate, document.money_digits,
      given.side, given.sign
    from document join ${billKindsSql()} on given.kind = document.kind
    where document.tenant_id = ${tenantId} and document.in_force and document.deleted_at is null
      and ${bookedBetween('document', since, until)}),
  passed as (
    select paper.*, rated.rate,
      sum(rated.gross) over passing as gross_passed, sum(rated.gross) over whole as gross,
      sum(rated.tax) over passing as tax_passed, sum(rated.tax) over whole as tax,
      case when paper.exchange_rate = 1 then sum(rated.gross) over whole
        else round(sum(rated.gross) over whole * paper.exchange_rate, paper.money_digits) end as gross_worth,
      case when paper.exchange_rate = 1 then sum(rated.tax) over whole
        else round(sum(rated.tax) over whole * paper.exchange_rate, paper.money_digits) end as tax_worth
    from paper
    join (${ratesOfBillsSql(tenantId, sql`paper`)}) as rated on rated.document_id = paper.id
    window whole as (partition by paper.id), passing as (partition by paper.id order by rated.rate)),
  due as (
    select passed.*,
      ${dueSql('gross_worth', 'gross_passed', 'gross', 'money_digits')} as gross_due,
      ${dueSql('tax_worth', 'tax_passed', 'tax', 'money_digits')} as tax_due
    from passed)
  select id as document_id, null::bigint as invoice_id, side, rate, day,
    sign * ((gross_due - lag(gross_due, 1, 0::numeric) over passing) - (tax_due - lag(tax_due, 1,
      0::numeric) over passing)) as net,
    sign * (tax_due - lag(tax_due, 1, 0::numeric) over passing) as tax
  from due window passing as (partition by id order by rate)`;

/** Decimals of an invoice's amounts (`v`). */
const invoiceDigitsSql = sql`case when v.exchange_rate = 1 then setting.currency_digits
  else coalesce((${JSON.stringify(unusualDigits)}::jsonb ->> v.currency)::integer, 2) end`;

/**
 * Fiscal invoices by rate, in the same columns. An invoice over whole bills is split like the bills, if the
 * taxes agree. Otherwise an invoice has the rate of its bills that gives its tax; without bills, the rate of
 * its amounts with at most one decimal. Other invoices have no rate: null.
 */
const taxOfInvoicesSql = (
  { tenantId }: Context,
  [since, until]: TaxDays,
): RawBuilder<unknown> => sql`
  with paper as materialized (
    select v.id, v.invoice_date as day, case v.direction when 'issued' then 'output' else 'input' end as
      side, v.net, v.tax, v.gross,
      setting.currency_digits as digits, power(10::numeric, -(${invoiceDigitsSql})) as unit,
      case when v.worth is not null then v.worth when v.exchange_rate = 1 then v.gross
        else round(v.gross * v.exchange_rate, setting.currency_digits) end as gross_worth,
      case when v.worth is not null then round(v.worth * v.tax / v.gross, setting.currency_digits)
        when v.exchange_rate = 1 then v.tax else round(v.tax * v.exchange_rate, setting.currency_digits)
          end as tax_worth
    from invoice as v join tenant_setting as setting on setting.tenant_id = ${tenantId}
    where v.tenant_id = ${tenantId} and not v.voided
      and v.invoice_date >= coalesce(${since}::date, '-infinity') and v.invoice_date <=
        coalesce(${until}::date, 'infinity')),
  part as materialized (
    select paper.id as invoice_id, bill.document_id, bill.amount, document.payable
    from paper
    join invoice_bill as bill on bill.tenant_id = ${tenantId} and bill.invoice_id = paper.id
    join document on document.tenant_id = ${tenantId} and document.id = bill.document_id),
  billed as (
    select part.invoice_id, rated.rate, sum(rated.gross * part.amount / nullif(part.payable, 0)) as gross,
      sum(rated.tax * part.amount / nullif(part.payable, 0)) as tax
    from part
    join (${ratesOfBillsSql(tenantId, sql`(select distinct document_id as id from part)`)}) as rated on
      rated.document_id = part.document_id
    group by 1, 2),
  fitting as (
    select paper.id from paper
    join (select invoice_id, sum(amount) as amount from part group by 1) as covered on covered.invoice_id =
      paper.id
    join (select invoice_id, sum(tax) as tax from billed group by 1) as taxed on taxed.invoice_id = paper.id
    where covered.amount = paper.gross and abs(taxed.tax - paper.tax) <= ${sql.lit(MOST_UNITS_OFF)} *
      paper.unit),
  passed as (
    select paper.*, billed.rate, sum(billed.gross) over passing as gross_passed, sum(billed.gross) over
      whole as gross_weight,
      sum(billed.tax) over passing as tax_passed, sum(billed.tax) over whole as tax_weight
    from paper join fitting on fitting.id = paper.id join billed on billed.invoice_id = paper.id
    window whole as (partition by paper.id), passing as (partition by paper.id order by billed.rate)),
  due as (
    select passed.*,
      ${dueSql('gross_worth', 'gross_passed', 'gross_weight', 'digits')} as gross_due,
      ${dueSql('tax_worth', 'tax_passed', 'tax_weight', 'digits')} as tax_due
    from passed)
  select null::bigint as document_id, id as invoice_id, side, rate, day,
    (gross_due - lag(gross_due, 1, 0::numeric) over passing) - (tax_due - lag(tax_due, 1, 0::numeric) over
      passing) as net,
    tax_due - lag(tax_due, 1, 0::numeric) over passing as tax
  from due window passing as (partition by id order by rate)
  union all
  select null, paper.id, paper.side, single.rate, paper.day, paper.gross_worth - paper.tax_worth,
    paper.tax_worth
  from paper
  left join lateral (
    select candidate.rate from (
      select billed.rate, ${sql.lit(MOST_UNITS_OFF)} as most from billed where billed.invoice_id = paper.id
      union all
      select round(paper.tax * 100 / nullif(paper.net, 0), decimals), 1 from generate_series(0, 1) as decimals
      where not exists (select from part where part.invoice_id = paper.id)) as candidate
    where abs(paper.net * candidate.rate / 100 - paper.tax) <= candidate.most * paper.unit
    order by abs(paper.net * candidate.rate / 100 - paper.tax), candidate.rate limit 1) as single on true
  where not exists (select from fitting where fitting.id = paper.id)`;

/** Tax of bills or of invoices by rate: a relation (document_id, invoice_id, side, rate, day, net, tax). */
export const taxAmountsSql = {
  bills: taxOfBillsSql,
  invoices: taxOfInvoicesSql,
} as const;
