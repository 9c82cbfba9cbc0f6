import type { BillLine, InputOf, freights } from '@tradehouse/contract';
import { digitsIn, freightOf, matchBill } from '@tradehouse/domain';
import type { Billable, BillMatch } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, given, log, refuse, trimmed } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { exactMoney } from '../system/index.ts';
import { lockFreight, mustBeOpen, mustSeeFreight, subjectOf } from './freight.ts';
import { freightFrom, freightStateSql, seenFreight } from './freightRows.ts';

type Bill = InputOf<typeof freights.takeBill>;

interface Candidate extends Billable {
  readonly documentNumber: string;
  readonly currency: string;
  readonly digits: number;
  readonly estimated: string;
  readonly actual: string | null;
}

interface Found {
  readonly match: BillMatch;
  readonly row: Candidate | null;
}

/** As they may be kept: as they are typed, and without blanks in either case. So each is found by an index. */
const spellings = (number: string): readonly string[] => {
  const bare = number.replaceAll(/\s/g, '');
  return [number.trim(), bare.toUpperCase(), bare.toLowerCase()];
};

/** The freight of a carrier that numbers of its bill may mean: of what the reader may see. */
async function candidates(context: Context, { companyId, lines }: Bill): Promise<Candidate[]> {
  const { tx, tenantId } = context;
  const numbers = [...new Set(lines.flatMap(({ number }) => spellings(number)))];
  const called = sql`any(${numbers}::text[])`;
  const { rows } = await sql<Candidate & { own: string; ownDigits: number }>`
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

async function matched(context: Context, bill: Bill): Promise<readonly Found[]> {
  mustSeeFreight(context);
  return matchBill(
    bill.lines.map(({ number }) => number),
    await candidates(context, bill),
  );
}

const shown = (amount: string | null) => (amount === null ? null : trimmed(amount));

/** Which freight each line of a carrier's bill is of. */
export async function previewBill(context: Context, bill: Bill): Promise<{ lines: BillLine[] }> {
  const lines = await matched(context, bill);
  return {
    lines: lines.map(({ match, row }) => ({
      match,
      documentNumber: row?.documentNumber ?? '',
      currency: row?.currency ?? '',
      estimated: shown(row?.estimated ?? null),
      actual: shown(row?.actual ?? null),
    })),
  };
}

/** Takes a carrier's bill, all of its lines or none. What was billed before is billed again, until it is accepted. */
export async function takeBill(context: Context, bill: Bill): Promise<{ changed: number }> {
  const { tx, tenantId } = context;
  const lines = await matched(context, bill);
  const taken = lines.map(({ match, row }, at) => {
    const { number = '', amount = '0', weight } = bill.lines[at] ?? {};
    const line = at + 1;
    if (match !== 'matched' || row === null)
      return refuse('freight.billLine', { line, number }, { field: 'lines', line });
    return {
      id: row.id,
      actual: exactMoney(amount, row.digits, { field: 'amount', line }),
      weight: weight ?? null,
    };
  });
  const byId = new Map(taken.map((one) => [one.id, one]));
  const before = await lockFreight(context, [...byId.keys()]);
  before.forEach(mustBeOpen);
  await sql`
    update freight_info f set actual = given.actual, billable_weight = coalesce(given.weight, f.billable_weight),
      version = f.version + 1
    from ${given(taken, 'id bigint, actual numeric, weight numeric')}
    where f.tenant_id = ${tenantId} and f.id = given.id returning f.id`.execute(tx);
  for (const row of before)
    log(context, {
      ...subjectOf(row),
      action: 'import',
      before: { actual: row.actual },
      after: { actual: found(byId.get(row.id)).actual },
    });
  return { changed: before.length };
}
