import type { InputOf, closePeriod, reopenPeriod } from '@tradehouse/contract';
import { sql } from 'kysely';
import { found, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { setClosedUntil, saveNothing } from '../system/index.ts';
import { openAt, refusePartialView } from './checklist.ts';
import type { Open } from './checklist.ts';

interface Books {
  readonly closedUntil: string | null;
  readonly today: string;
}

/** Up to when the books are closed; until the commit no document is saved, and what is under way is waited for. */
async function heldBooks(context: Context): Promise<Books> {
  const { tx, tenantId } = context;
  await saveNothing(context);
  const { rows } = await sql<Books>`
    select closed_until as "closedUntil", (now() at time zone time_zone)::date as today
    from tenant_setting where tenant_id = ${tenantId}`.execute(tx);
  return found(rows[0]);
}

/**
 * Closes the books up to a day. Refuses a day to come (`closing.future`), one that is closed (`closing.closed`), and what is
 * open that the caller has not confirmed (`closing.open`).
 */
export async function close(
  context: Context,
  { until, confirmed = false }: InputOf<typeof closePeriod>,
): Promise<{ closedUntil: string }> {
  refusePartialView(context);
  const { closedUntil, today } = await heldBooks(context);
  const at = { field: 'until' };
  if (until > today) refuse('closing.future', { date: today }, at);
  if (closedUntil !== null && until <= closedUntil)
    refuse('closing.closed', { date: closedUntil }, at);
  const open = await openAt(context, until);
  const left = Object.values(open).reduce((all, one) => all + one, 0);
  if (left > 0 && !confirmed) refuse('closing.open', { count: left });
  await setClosedUntil(context, { action: 'closePeriod', until, reason: '' });
  await noteClosing(context, { action: 'closePeriod', closedUntil, until, reason: '', open });
  return { closedUntil: until };
}

/**
 * Opens days again. Refuses where nothing is closed, or none of the days is (`closing.notClosed`).
 */
export async function reopen(
  context: Context,
  { until, reason }: InputOf<typeof reopenPeriod>,
): Promise<{ closedUntil: string | null }> {
  refusePartialView(context);
  const { closedUntil } = await heldBooks(context);
  if (closedUntil === null || (until !== null && until >= closedUntil))
    return refuse('closing.notClosed', { date: closedUntil ?? '' }, { field: 'until' });
  await setClosedUntil(context, { action: 'reopenPeriod', until, reason });
  // Counted once the days are open again: what is closed counts as settled.
  const open = await openAt(context, closedUntil);
  await noteClosing(context, { action: 'reopenPeriod', closedUntil, until, reason, open });
  return { closedUntil: until };
}

interface Closing {
  readonly action: 'closePeriod' | 'reopenPeriod';
  readonly closedUntil: string | null;
  readonly until: string | null;
  readonly reason: string;
  readonly open: Open;
}

async function noteClosing(
  context: Context,
  { action, closedUntil, until, reason, open }: Closing,
): Promise<void> {
  const { tx, tenantId, scope } = context;
  await sql`
    insert into period_closing (tenant_id, action, closed_before, closed_until, reason, user_id, drafts, negative_stock,
      unpaid_sales, unpaid_purchases, not_invoiced, unmatched_rows)
    values (${tenantId}, ${action}, ${closedUntil}, ${until}, ${reason}, ${scope.userId}, ${open.drafts}, ${open.negativeStock},
      ${open.unpaidSales}, ${open.unpaidPurchases}, ${open.notInvoiced}, ${open.unmatched})`.execute(
    tx,
  );
}
