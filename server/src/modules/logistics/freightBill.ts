import type { FreightBillLine, InputOf, freights } from '@tradehouse/contract';
import { digitsIn, freightOf, matchBill, spellFreightNumber } from '@tradehouse/domain';
import type { Billable, BillMatch } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { trimTrailingZeros } from '../../kernel/table/index.ts';
import { rowsAsTable, logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { changeFreightBooks } from '../document/index.ts';
import { exactMoney } from '../system/index.ts';
import { lockFreight, requireOpenFreight, mustSeeFreight, toFreightLogSubject } from './freight.ts';
import { freightFrom, freightStateSql, seenFreight } from './freightRows.ts';

type CarrierBill = InputOf<typeof freights.takeBill>;

interface FreightCandidate extends Billable {
  readonly documentNumber: string;
  readonly currency: string;
  readonly digits: number;
  readonly estimated: string;
  readonly actual: string | null;
}

interface BillLineMatch {
  readonly match: BillMatch;
  readonly row: FreightCandidate | null;
}

/** Reads a carrier's visible freight matching a bill's numbers. */
async function readFreightCandidates(
  context: Context,
  { companyId, lines }: CarrierBill,
): Promise<FreightCandidate[]> {
  const { tx, tenantId } = context;
  const numbers = [...new Set(lines.flatMap(({ number }) => spellFreightNumber(number)))];
  const called = sql`any(${numbers}::text[])`;
  const { rows } = await sql<Omit<FreightCandidate, 'digits'> & { own: string; ownDigits: number }>`
    select f.id, array[coalesce(o.tracking, ''), coalesce(o.number, ''), coalesce(d.number, '')] as names,
      ${freightStateSql} as state, coalesce(d.number, '') as "documentNumber", f.currency, f.estimated, f.actual,
      setting.currency as own, setting.currency_digits as "ownDigits"
    from ${freightFrom(context)}
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    where f.company_id = ${companyId} and ${seenFreight(context)}
      and f.id in (
        select of_order.id from freight_info of_order
        where of_order.tenant_id = ${tenantId} and of_order.order_id in (
          select id from logistics_order where tenant_id = ${tenantId} and tracking = ${called}
          union all select id from logistics_order where tenant_id = ${tenantId} and number = ${called})
        union select of_document.id from freight_info of_document
        where of_document.tenant_id = ${tenantId} and of_document.document_id in (
          select id from document
          where tenant_id = ${tenantId} and kind = any(${Object.keys(freightOf)}::text[]) and number = ${called}))
    order by f.id`.execute(tx);
  return rows.map(({ own, ownDigits, ...row }) => ({
    ...row,
    digits: digitsIn(row.currency, { currency: own, currencyDigits: ownDigits }),
  }));
}

async function matchCarrierBill(
  context: Context,
  bill: CarrierBill,
): Promise<readonly BillLineMatch[]> {
  mustSeeFreight(context);
  return matchBill(
    bill.lines.map(({ number }) => number),
    await readFreightCandidates(context, bill),
  );
}

const toAmountText = (amount: string | null) =>
  amount === null ? null : trimTrailingZeros(amount);

/** Matches each line of a carrier's bill to freight. */
export async function previewBill(
  context: Context,
  bill: CarrierBill,
): Promise<{ lines: FreightBillLine[] }> {
  const lines = await matchCarrierBill(context, bill);
  return {
    lines: lines.map(({ match, row }) => ({
      match,
      documentNumber: row?.documentNumber ?? '',
      currency: row?.currency ?? '',
      estimated: toAmountText(row?.estimated ?? null),
      actual: toAmountText(row?.actual ?? null),
    })),
  };
}

/** Records a carrier's bill, all lines or none. A new bill replaces an earlier bill until confirmed. */
export async function takeBill(context: Context, bill: CarrierBill): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const lines = await matchCarrierBill(context, bill);
  const taken = lines.map(({ match, row }, at) => {
    const { number = '', amount = '0', weight } = bill.lines[at] ?? {};
    const line = at + 1;
    if (match !== 'matched' || row === null)
      return refuseWith('freight.billLine', { line, number }, { field: 'lines', line });
    return {
      id: row.id,
      actual: exactMoney(amount, row.digits, { field: 'amount', line }),
      weight: weight ?? null,
    };
  });
  const byId = new Map(taken.map((one) => [one.id, one]));
  const before = await lockFreight(context, [...byId.keys()]);
  before.forEach(requireOpenFreight);
  await changeFreightBooks(
    context,
    before.map((row) => row.document_id),
    () =>
      sql`
    update freight_info f set actual = given.actual, billable_weight = coalesce(given.weight, f.billable_weight),
      version = f.version + 1
    from ${rowsAsTable(taken, 'id bigint, actual numeric, weight numeric')}
    where f.tenant_id = ${tenantId} and f.id = given.id returning f.id`.execute(tx),
  );
  for (const row of before)
    logChange(context, {
      ...toFreightLogSubject(row),
      action: 'import',
      before: { actual: row.actual },
      after: { actual: orRefuseMissing(byId.get(row.id)).actual },
    });
  return { changed: before.length };
}
