import type { InputOf, InvoiceBill, InvoiceInfo, ReplyOf, invoices } from '@tradehouse/contract';
import {
  ZERO,
  decimal,
  invoicedAs,
  moneyDigitsOf,
  toPlainDecimal,
  rounded,
  sum,
  uninvoiced,
} from '@tradehouse/domain';
import type { Decimal, InvoiceDirection, InvoicedBill } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, refuseWith, visibleInvoices } from '../../kernel/access/index.ts';
import { idsFromList, trimTrailingZeros } from '../../kernel/table/index.ts';
import { runTogether } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import {
  billOfRow,
  invoicedAmount,
  lockHeads,
  moneyTermsOf,
  visibleIds,
} from '../document/index.ts';
import { seesInvoices } from './rights.ts';

export interface LockedBill extends InvoicedBill {
  readonly id: string;
  /** Decimals of the bill's worth in the company's own currency. */
  readonly moneyDigits: number;
}

/** Reads the amounts of bills on invoices in force except `except`. */
async function invoicedOf(
  { tx, tenantId }: Context,
  ids: readonly string[],
  except: string | undefined,
): Promise<ReadonlyMap<string, Decimal>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; amount: string }>`
    select bill.id, ${invoicedAmount(tenantId, sql.ref('bill.id'), except)} as amount
    from unnest(${ids}::bigint[]) as bill(id)`.execute(tx);
  return new Map(rows.map(({ id, amount }) => [id, decimal(amount)]));
}

/**
 * Locks bills in id order until the transaction ends, returned in given order: concurrent writers wait.
 * Refuses missing, invisible and duplicate bills.
 */
export async function lockBills(
  context: Context,
  ids: readonly string[],
  except?: string,
): Promise<readonly LockedBill[]> {
  const heads = await lockHeads(context, [], ids);
  const visible = await visibleIds(context, ids);
  // Invoiced amounts are read under the locks.
  const taken = await invoicedOf(context, ids, except);
  const seen = new Set<string>();
  return ids.map((id, at) => {
    const field = { field: 'bills', line: at + 1 };
    const row = visible.has(id) ? heads.get(id) : undefined;
    if (row === undefined) return refuseWith('record.missing', {}, field);
    if (seen.has(id)) refuseWith('invoice.billTwice', { number: row.number ?? '' }, field);
    seen.add(id);
    const bill = billOfRow(row, taken.get(id) ?? ZERO);
    const { moneyDigits } = moneyTermsOf(row);
    return { ...bill, id, moneyDigits };
  });
}

interface StartRow {
  readonly id: string;
  readonly kind: Parameters<typeof invoicedAs>[0];
  readonly number: string | null;
  readonly time: string;
  readonly currency: string;
  readonly payable: string;
  readonly taxed: string;
  readonly exchange_rate: string;
  readonly money_digits: number;
  readonly partner_id: string | null;
  readonly partner_name: string | null;
  readonly in_force: boolean;
  readonly taken: string;
}

/** Reads the bills with ids in `ids`, an array or a query. */
async function billsWithin(
  { tx, tenantId }: Context,
  ids: RawBuilder<unknown>,
  except?: string,
): Promise<readonly StartRow[]> {
  const { rows } = await sql<StartRow>`
    select d.id, d.kind, d.number, d.business_time as time, d.currency, d.payable, d.tax_amount as taxed,
      d.exchange_rate, d.money_digits, d.partner_id, d.in_force,
      (select x.name from partner x where x.tenant_id = ${tenantId} and x.id = d.partner_id) as partner_name,
      ${invoicedAmount(tenantId, sql.ref('d.id'), except)} as taken
    from document d
    where d.tenant_id = ${tenantId} and d.id = any(${ids}) and d.deleted_at is null
    order by d.business_time, d.id`.execute(tx);
  return rows;
}

const billAmountFromRow = ({ kind, payable }: StartRow): Decimal =>
  decimal(payable).times(invoicedAs(kind)?.sign ?? 1);
const leftOf = (row: StartRow): Decimal =>
  uninvoiced({ amount: billAmountFromRow(row), invoiced: decimal(row.taken) });

const shownBill = (row: StartRow, sees: boolean): InvoiceBill => ({
  documentId: row.id,
  kind: row.kind,
  number: row.number ?? '',
  time: new Date(row.time).toISOString(),
  currency: row.currency,
  amount: sees ? toPlainDecimal(billAmountFromRow(row)) : null,
  left: sees ? toPlainDecimal(leftOf(row)) : null,
});

/** Computes the tax in the remaining amount of a bill, in proportion. */
const taxLeft = (row: StartRow): Decimal =>
  decimal(row.payable).isZero()
    ? ZERO
    : rounded(
        decimal(row.taxed).times(leftOf(row)).dividedBy(row.payable),
        moneyDigitsOf(moneyTermsOf(row)),
      );

/** Reads bills for starting an invoice: a single partner and direction, each with a remainder. */
export async function startBills(
  context: Context,
  { ids }: InputOf<typeof invoices.startBills>,
): Promise<ReplyOf<typeof invoices.startBills>> {
  const wanted = idsFromList(ids);
  const visible = await visibleIds(context, wanted);
  const seen = wanted.filter((id) => visible.has(id));
  const rows = await billsWithin(context, sql`${seen}::bigint[]`);
  if (rows.length < wanted.length) refuseWith('record.missing');
  const [first] = rows;
  const { partner_id: partnerId, partner_name: partnerName } = orRefuseMissing(first);
  const direction = invoicedAs(orRefuseMissing(first).kind)?.direction ?? null;
  for (const row of rows)
    mayBegin(row, { direction, partnerId, currency: orRefuseMissing(first).currency });
  const sees = direction !== null && seesInvoices(context.scope, direction);
  const gross = sum(rows.map(leftOf));
  const tax = sum(rows.map(taxLeft));
  return {
    direction,
    partnerId,
    partnerName: partnerName ?? '',
    net: sees ? toPlainDecimal(gross.minus(tax)) : null,
    tax: sees ? toPlainDecimal(tax) : null,
    bills: rows.map((row) => shownBill(row, sees)),
  };
}

interface InvoiceStartTerms {
  readonly direction: InvoiceDirection | null;
  readonly partnerId: string | null;
  readonly currency: string;
}

function mayBegin(row: StartRow, { direction, partnerId, currency }: InvoiceStartTerms): void {
  const number = row.number ?? '';
  if (direction === null || invoicedAs(row.kind)?.direction !== direction)
    refuseWith('invoice.billKind', { number });
  if (row.partner_id !== partnerId) refuseWith('invoice.billPartner', { number });
  if (!row.in_force) refuseWith('invoice.billDraft', { number });
  if (row.currency !== currency) refuseWith('invoice.billCurrency', { number });
  if (leftOf(row).isZero()) refuseWith('invoice.nothingLeft', { number });
}

/** Bill of an invoice with the invoiced part. */
interface InvoicePartRow extends StartRow {
  readonly part: string;
}

/** Reads an invoice's bills with their parts; `taken` counts further invoices only. */
export async function readInvoiceParts(
  context: Context,
  invoiceId: string,
): Promise<readonly InvoicePartRow[]> {
  const { tx, tenantId } = context;
  const own = sql`from invoice_bill where tenant_id = ${tenantId} and invoice_id = ${invoiceId}`;
  const [bills, { rows }] = await runTogether([
    billsWithin(context, sql`select document_id ${own}`, invoiceId),
    sql<{ id: string; amount: string }>`select document_id as id, amount ${own}`.execute(tx),
  ]);
  const parts = new Map(rows.map(({ id, amount }) => [id, amount]));
  return bills.map((bill) => ({ ...bill, part: parts.get(bill.id) ?? '0' }));
}

/** Formats an invoice's bill for the form, with the amount available to this invoice. */
export const shownPart = (row: InvoicePartRow, sees: boolean): InvoiceInfo['bills'][number] => ({
  ...shownBill(row, sees),
  invoiced: sees ? trimTrailingZeros(row.part) : null,
});

/** Reads the visible invoices of a bill, and the bill's uninvoiced amount. */
export async function invoicesOfBill(
  context: Context,
  id: string,
): Promise<ReplyOf<typeof invoices.ofBill>> {
  const { tx, tenantId, scope } = context;
  const visible = await visibleIds(context, [id]);
  const [bill] = visible.has(id) ? await billsWithin(context, sql`array[${id}::bigint]`) : [];
  const row = orRefuseMissing(bill);
  const direction = invoicedAs(row.kind)?.direction;
  if (direction === undefined) return refuseWith('record.missing');
  const sees = seesInvoices(scope, direction);
  const { rows } = await sql<ReplyOf<typeof invoices.ofBill>['invoices'][number]>`
    select v.id, v.number, v.invoice_date::text as "invoiceDate", case when v.voided then '1' else '0' end as status,
      ${sees ? sql`trim_scale(part.amount)::text` : sql`null::text`} as amount
    from invoice_bill part
    join invoice v on v.tenant_id = ${tenantId} and v.id = part.invoice_id
    where part.tenant_id = ${tenantId} and part.document_id = ${id} and ${visibleInvoices(scope, 'v')}
    order by v.invoice_date, v.id`.execute(tx);
  return {
    amount: sees ? toPlainDecimal(billAmountFromRow(row)) : null,
    uninvoiced: sees ? toPlainDecimal(leftOf(row)) : null,
    invoices: rows,
  };
}
