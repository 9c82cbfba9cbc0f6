import { freightPage } from '@tradehouse/contract';
import type { InputOf, ReplyOf, freights } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, mayOpen, refuseWith } from '../../kernel/access/index.ts';
import { logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { readPayableFreights, saveMoney } from '../document/index.ts';
import { lockAsRead, mustBeAccepted, toFreightLogSubject } from './freight.ts';
import type { Locked } from './freight.ts';

/**
 * Creates the expenditure for confirmed freight of one carrier and currency, a line each. A concurrent
 * payment waits at the rows and is refused.
 */
export async function payFreight(
  context: Context,
  { rows: read, accountId, itemId, remark = '' }: InputOf<typeof freights.pay>,
): Promise<ReplyOf<typeof freights.pay>> {
  const { tx, tenantId } = context;
  if (!mayOpen(context.scope, freightPage)) refuseWith('access.denied');
  const rows = await lockAsRead(context, read);
  rows.forEach(mustBeAccepted);
  const { company_id: companyId, currency, exchange_rate: rate } = orRefuseMissing(rows[0]);
  if (rows.some((row) => row.company_id !== companyId || row.currency !== currency))
    refuseWith('freight.several');
  const owed = rows.filter(({ actual }) => !decimal(actual ?? '0').isZero());
  if (owed.length === 0) refuseWith('freight.nothing');
  const { rows: companies } = await sql<{ partner: string | null; name: string }>`
    select partner_id as partner, name from logistics_company
    where tenant_id = ${tenantId} and id = ${companyId}`.execute(tx);
  const { partner, name } = orRefuseMissing(companies[0]);
  // Freight with different rates is paid at the rate of the day.
  const sameRate = rows.every((row) => decimal(row.exchange_rate).equals(rate));
  const expenditure = {
    kind: 'itemOut',
    ...(partner === null ? {} : { partnerId: partner }),
    accountId,
    currency,
    ...(sameRate ? { exchangeRate: toPlainDecimal(decimal(rate)) } : {}),
    remark: remark === '' ? name : remark,
    lines: owed.map(({ actual, number }) => ({
      itemId,
      amount: toPlainDecimal(decimal(actual ?? '0')),
      remark: number,
    })),
  } as const;
  const paidFreights = await readPayableFreights(
    context,
    rows.map(({ id }) => id),
  );
  const saved = await saveMoney(context, expenditure, { workedOut: true, paidFreights });
  await markFreightPaid(context, rows, saved);
  return { id: saved.id, number: saved.number };
}

async function markFreightPaid(
  context: Context,
  rows: readonly Locked[],
  { id, number: payment }: { readonly id: string; readonly number: string },
): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    update freight_info set payment_id = ${id}, version = version + 1
    where tenant_id = ${tenantId} and id = any(${rows.map((row) => row.id)}::bigint[])`.execute(tx);
  for (const row of rows)
    logChange(context, {
      ...toFreightLogSubject(row),
      action: 'update',
      before: { payment: '' },
      after: { payment },
    });
}
