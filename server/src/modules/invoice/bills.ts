import type { InputOf, InvoiceBill, InvoiceInfo, ReplyOf, invoices } from '@tradehouse/contract';
import {
  ZERO,
  decimal,
  invoicedAs,
  moneyDigitsOf,
  plain,
  rounded,
  sum,
  uninvoiced,
} from '@tradehouse/domain';
import type { Decimal, InvoiceDirection, InvoicedBill } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { found, idsOf, refuse, together, trimmed, visibleInvoices } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
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
  readonly exchangeRate: Decimal;
  /** Decimals of what it is worth in the company's own currency. */
  readonly moneyDigits: number;
}

/** What other invoices than `except` that stand have of each of these. */
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
 * The bills, in the order they are asked for, locked in that of their ids until the transaction ends: who writes
 * invoices of them, or changes one, waits. Refuses one that is missing or that this user may not see, and one twice.
 */
export async function lockBills(
  context: Context,
  ids: readonly string[],
  except?: string,
): Promise<readonly LockedBill[]> {
  const heads = await lockHeads(context, [], ids);
  const visible = await visibleIds(context, ids);
  // What stands on them is read once they are locked.
  const taken = await invoicedOf(context, ids, except);
  const seen = new Set<string>();
  return ids.map((id, at) => {
    const field = { field: 'bills', line: at + 1 };
    const row = visible.has(id) ? heads.get(id) : undefined;
    if (row === undefined) return refuse('record.missing', {}, field);
    if (seen.has(id)) refuse('invoice.billTwice', { number: row.number ?? '' }, field);
    seen.add(id);
    const bill = billOfRow(row, taken.get(id) ?? ZERO);
    const { exchangeRate, moneyDigits } = moneyTermsOf(row);
    return { ...bill, id, exchangeRate, moneyDigits };
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

/** The bills whose ids `ids`, an array or a query, names. */
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

const amountOf = ({ kind, payable }: StartRow): Decimal =>
  decimal(payable).times(invoicedAs(kind)?.sign ?? 1);
const leftOf = (row: StartRow): Decimal =>
  uninvoiced({ amount: amountOf(row), invoiced: decimal(row.taken) });

const shownBill = (row: StartRow, sees: boolean): InvoiceBill => ({
  documentId: row.id,
  kind: row.kind,
  number: row.number ?? '',
  time: new Date(row.time).toISOString(),
  currency: row.currency,
  amount: sees ? plain(amountOf(row)) : null,
  left: sees ? plain(leftOf(row)) : null,
});

/** The tax in what is left of a bill: its own share of it. */
const taxLeft = (row: StartRow): Decimal =>
  decimal(row.payable).isZero()
    ? ZERO
    : rounded(
        decimal(row.taxed).times(leftOf(row)).dividedBy(row.payable),
        moneyDigitsOf(moneyTermsOf(row)),
      );

/** Bills that an invoice is begun from: of one partner and direction, each with something left. */
export async function startBills(
  context: Context,
  { ids }: InputOf<typeof invoices.startBills>,
): Promise<ReplyOf<typeof invoices.startBills>> {
  const wanted = idsOf(ids);
  const visible = await visibleIds(context, wanted);
  const seen = wanted.filter((id) => visible.has(id));
  const rows = await billsWithin(context, sql`${seen}::bigint[]`);
  if (rows.length < wanted.length) refuse('record.missing');
  const [first] = rows;
  const { partner_id: partnerId, partner_name: partnerName } = found(first);
  const direction = invoicedAs(found(first).kind)?.direction ?? null;
  for (const row of rows) mayBegin(row, { direction, partnerId, currency: found(first).currency });
  const sees = direction !== null && seesInvoices(context.scope, direction);
  const gross = sum(rows.map(leftOf));
  const tax = sum(rows.map(taxLeft));
  return {
    direction,
    partnerId,
    partnerName: partnerName ?? '',
    net: sees ? plain(gross.minus(tax)) : null,
    tax: sees ? plain(tax) : null,
    bills: rows.map((row) => shownBill(row, sees)),
  };
}

interface Beginning {
  readonly direction: InvoiceDirection | null;
  readonly partnerId: string | null;
  readonly currency: string;
}

function mayBegin(row: StartRow, { direction, partnerId, currency }: Beginning): void {
  const number = row.number ?? '';
  if (direction === null || invoicedAs(row.kind)?.direction !== direction)
    refuse('invoice.billKind', { number });
  if (row.partner_id !== partnerId) refuse('invoice.billPartner', { number });
  if (!row.in_force) refuse('invoice.billDraft', { number });
  if (row.currency !== currency) refuse('invoice.billCurrency', { number });
  if (leftOf(row).isZero()) refuse('invoice.nothingLeft', { number });
}

/** A bill of an invoice, and what the invoice has of it. */
interface PartRow extends StartRow {
  readonly part: string;
}

/** The bills of an invoice with what it has of each; of them is taken what the others have. */
export async function partsOf(context: Context, invoiceId: string): Promise<readonly PartRow[]> {
  const { tx, tenantId } = context;
  const own = sql`from invoice_bill where tenant_id = ${tenantId} and invoice_id = ${invoiceId}`;
  const [bills, { rows }] = await together([
    billsWithin(context, sql`select document_id ${own}`, invoiceId),
    sql<{ id: string; amount: string }>`select document_id as id, amount ${own}`.execute(tx),
  ]);
  const parts = new Map(rows.map(({ id, amount }) => [id, amount]));
  return bills.map((bill) => ({ ...bill, part: parts.get(bill.id) ?? '0' }));
}

/** A bill of an invoice as its form shows it, with what is left of it for this invoice. */
export const shownPart = (row: PartRow, sees: boolean): InvoiceInfo['bills'][number] => ({
  ...shownBill(row, sees),
  invoiced: sees ? trimmed(row.part) : null,
});

/** The invoices of a bill that this user may see, and what of it is on none of those that stand. */
export async function invoicesOfBill(
  context: Context,
  id: string,
): Promise<ReplyOf<typeof invoices.ofBill>> {
  const { tx, tenantId, scope } = context;
  const visible = await visibleIds(context, [id]);
  const [bill] = visible.has(id) ? await billsWithin(context, sql`array[${id}::bigint]`) : [];
  const row = found(bill);
  const direction = invoicedAs(row.kind)?.direction;
  if (direction === undefined) return refuse('record.missing');
  const sees = seesInvoices(scope, direction);
  const { rows } = await sql<ReplyOf<typeof invoices.ofBill>['invoices'][number]>`
    select v.id, v.number, v.invoice_date::text as "invoiceDate", case when v.voided then '1' else '0' end as status,
      ${sees ? sql`trim_scale(part.amount)::text` : sql`null::text`} as amount
    from invoice_bill part
    join invoice v on v.tenant_id = ${tenantId} and v.id = part.invoice_id
    where part.tenant_id = ${tenantId} and part.document_id = ${id} and ${visibleInvoices(scope, 'v')}
    order by v.invoice_date, v.id`.execute(tx);
  return {
    amount: sees ? plain(amountOf(row)) : null,
    uninvoiced: sees ? plain(leftOf(row)) : null,
    invoices: rows,
  };
}
