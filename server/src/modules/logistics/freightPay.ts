import { freightPage } from '@tradehouse/contract';
import type { InputOf, ReplyOf, freights } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, log, mayOpen, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { saveMoney } from '../document/index.ts';
import { lockAsRead, mustBeAccepted, subjectOf } from './freight.ts';
import type { Locked } from './freight.ts';

/**
 * Makes the expenditure that pays accepted freight of one carrier and one currency, a line for each. Of two who pay the same
 * the second waits at the rows, and is refused.
 */
export async function payFreight(
  context: Context,
  { rows: read, accountId, itemId, remark = '' }: InputOf<typeof freights.pay>,
): Promise<ReplyOf<typeof freights.pay>> {
  const { tx, tenantId } = context;
  if (!mayOpen(context.scope, freightPage)) refuse('access.denied');
  const rows = await lockAsRead(context, read);
  rows.forEach(mustBeAccepted);
  const { company_id: companyId, currency, exchange_rate: rate } = found(rows[0]);
  if (rows.some((row) => row.company_id !== companyId || row.currency !== currency))
    refuse('freight.several');
  const owed = rows.filter(({ actual }) => !decimal(actual ?? '0').isZero());
  if (owed.length === 0) refuse('freight.nothing');
  const { rows: companies } = await sql<{ partner: string | null; name: string }>`
    select partner_id as partner, name from logistics_company
    where tenant_id = ${tenantId} and id = ${companyId}`.execute(tx);
  const { partner, name } = found(companies[0]);
  // Freight noted at several rates is paid at that of the day.
  const sameRate = rows.every((row) => decimal(row.exchange_rate).equals(rate));
  const saved = await saveMoney(context, {
    kind: 'itemOut',
    ...(partner === null ? {} : { partnerId: partner }),
    accountId,
    currency,
    ...(sameRate ? { exchangeRate: plain(decimal(rate)) } : {}),
    remark: remark === '' ? name : remark,
    lines: owed.map(({ actual, number }) => ({
      itemId,
      amount: plain(decimal(actual ?? '0')),
      remark: number,
    })),
  });
  await pays(context, rows, saved);
  return { id: saved.id, number: saved.number };
}

async function pays(
  context: Context,
  rows: readonly Locked[],
  { id, number: payment }: { readonly id: string; readonly number: string },
): Promise<void> {
  const { tx, tenantId } = context;
  await sql`
    update freight_info set payment_id = ${id}, version = version + 1
    where tenant_id = ${tenantId} and id = any(${rows.map((row) => row.id)}::bigint[])`.execute(tx);
  for (const row of rows)
    log(context, {
      ...subjectOf(row),
      action: 'update',
      before: { payment: '' },
      after: { payment },
    });
}
