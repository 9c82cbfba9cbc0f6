import type { InputOf, closePeriod, reopenPeriod } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { setClosedUntil, saveNothing } from '../system/index.ts';
import { openAt, refusePartialClosingView } from './checklist.ts';
import type { OpenItemCounts } from './checklist.ts';

interface ClosingState {
  readonly closedUntil: string | null;
  readonly today: string;
}

/** Locks and reads the closing date: waits for running saves, and blocks saves until the commit. */
async function heldBooks(context: Context): Promise<ClosingState> {
  const { tx, tenantId } = context;
  await saveNothing(context);
  const { rows } = await sql<ClosingState>`
    select closed_until as "closedUntil", (now() at time zone time_zone)::date as today
    from tenant_setting where tenant_id = ${tenantId}`.execute(tx);
  return orRefuseMissing(rows[0]);
}

/**
 * Closes the books up to a day. Refuses a future day (`closing.future`) and a closed day
 * (`closing.closed`). Without the caller's confirmation, also refuses today (`closing.today`, decision
 * 0081) and open items (`closing.open`).
 */
export async function closeBooks(
  context: Context,
  { until, confirmed = false }: InputOf<typeof closePeriod>,
): Promise<{ closedUntil: string }> {
  refusePartialClosingView(context);
  const { closedUntil, today } = await heldBooks(context);
  const at = { field: 'until' };
  if (until > today) refuseWith('closing.future', { date: today }, at);
  if (closedUntil !== null && until <= closedUntil)
    refuseWith('closing.closed', { date: closedUntil }, at);
  if (until === today && !confirmed) refuseWith('closing.today', { date: today }, at);
  const open = await openAt(context, until);
  const left = Object.values(open).reduce((all, one) => all + one, 0);
  if (left > 0 && !confirmed) refuseWith('closing.open', { count: left });
  await setClosedUntil(context, { action: 'closePeriod', until, reason: '' });
  await noteClosing(context, { action: 'closePeriod', closedUntil, until, reason: '', open });
  return { closedUntil: until };
}

/**
 * Opens days again. Refuses where nothing is closed, or none of the days is (`closing.notClosed`).
 */
export async function reopenBooks(
  context: Context,
  { until, reason }: InputOf<typeof reopenPeriod>,
): Promise<{ closedUntil: string | null }> {
  refusePartialClosingView(context);
  const { closedUntil } = await heldBooks(context);
  if (closedUntil === null || (until !== null && until >= closedUntil))
    return refuseWith('closing.notClosed', { date: closedUntil ?? '' }, { field: 'until' });
  await setClosedUntil(context, { action: 'reopenPeriod', until, reason });
  // Counted after the days are reopened, because closed days count like settled ones.
  const open = await openAt(context, closedUntil);
  await noteClosing(context, { action: 'reopenPeriod', closedUntil, until, reason, open });
  return { closedUntil: until };
}

interface Closing {
  readonly action: 'closePeriod' | 'reopenPeriod';
  readonly closedUntil: string | null;
  readonly until: string | null;
  readonly reason: string;
  readonly open: OpenItemCounts;
}

async function noteClosing(
  context: Context,
  { action, closedUntil, until, reason, open }: Closing,
): Promise<void> {
  const { tx, tenantId, scope } = context;
  await sql`
    insert into period_closing (tenant_id, action, closed_before, closed_until, reason, user_id, drafts, negative_stock,
      unpaid_sales, unpaid_purchases, not_invoiced, unmatched_rows, not_revalued)
    values (${tenantId}, ${action}, ${closedUntil}, ${until}, ${reason}, ${scope.userId}, ${open.drafts}, ${open.negativeStock},
      ${open.unpaidSales}, ${open.unpaidPurchases}, ${open.notInvoiced}, ${open.unmatched},
      ${open.notRevalued})`.execute(tx);
}
