import type { LogAction } from '@tradehouse/contract';
// Changes to a document's head in any state, without moving goods or money.
import { billOf, documentKinds } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { orRefuseMissing, mayOpen, refuseWith } from '../../../kernel/access/index.ts';
import { atOnce, rowsAsTable } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { noteUnfolded } from '../../posting/index.ts';
import { recordStep, tellChanged } from '../store/journal.ts';
import { bookedOff, dayRows, ledChanges } from '../store/days.ts';
import type { DocumentDayChange } from '../store/days.ts';
import { depositTakers } from '../links/deposits.ts';
import { lockHeads, visibleIds } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import { checkWarehouses } from '../save/save.ts';

/** Locks the heads of documents that the user may change; all of them or `record.missing`. */
async function ownHeads(context: Context, ids: readonly string[]): Promise<DocumentRow[]> {
  const wanted = [...new Set(ids)];
  const heads = await lockHeads(context, wanted, []);
  const visible = await visibleIds(context, wanted);
  return wanted.map((id) => {
    const head = orRefuseMissing(visible.has(id) ? heads.get(id) : undefined);
    const { url } = documentKinds[head.kind];
    if (url === null) return refuseWith('document.internal');
    if (!mayOpen(context.scope, url, '1')) return refuseWith('access.denied');
    checkWarehouses(context, head.warehouse_ids);
    return head;
  });
}

function recordCorrection(
  context: Context,
  head: DocumentRow,
  action: LogAction,
  before: object,
  after: object,
): void {
  recordStep(context, head, action, { before, after });
  tellChanged(context, head, action);
}

/** Changes the remark of a document, approved or not. */
export async function writeRemark(
  context: Context,
  id: string,
  remark: string,
): Promise<{ changed: number }> {
  const [head] = await ownHeads(context, [id]);
  const document = orRefuseMissing(head);
  if (document.remark === remark) return { changed: 0 };
  const { tx, tenantId } = context;
  await sql`
    update document set remark = ${remark}, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  recordCorrection(context, document, 'remark', { remark: document.remark }, { remark });
  return { changed: 1 };
}

/**
 * Closes the unpurchased rest of partly purchased sales orders; all or none. The order's own state stays.
 * Refuses with `document.notClosable` if nothing, or everything, is purchased.
 */
export async function closePurchases(
  context: Context,
  ids: readonly string[],
): Promise<{ changed: number }> {
  const heads = await ownHeads(context, ids);
  for (const { id, number, purchase_progress, purchase_closed } of heads) {
    if (purchase_progress !== 'partial' || purchase_closed)
      refuseWith('document.notClosable', { number: number ?? '', id });
  }
  const { tx, tenantId } = context;
  await sql`
    update document set purchase_closed = true, version = version + 1, updated_at = now()
    where tenant_id = ${tenantId} and id = any(${heads.map(({ id }) => id)}::bigint[])`.execute(tx);
  for (const head of heads)
    recordCorrection(
      context,
      head,
      'closePurchase',
      { purchaseClosed: false },
      { purchaseClosed: true },
    );
  return { changed: heads.length };
}

interface Recount {
  readonly column: 'settled' | 'deposit_taken';
  /** Part booked beyond the amount's worth. */
  readonly off: 'settled_off' | 'deposit_taken_off';
  /**
   * Figure computed from the documents behind it, or their booked amount, in the row `d`; `sign` is -1 if a
   * bill of the kind is owed the opposite way.
   */
  readonly counted: (tenantId: string, what: 'amount' | 'booked') => RawBuilder<unknown>;
}

const recounts = {
  debt: {
    column: 'settled',
    off: 'settled_off',
    counted: (tenantId, what) => sql`coalesce((
      select sum(${sql.ref(`l.${what}`)}) from document_line l
      join document c on c.tenant_id = ${tenantId} and c.id = l.document_id and c.in_force
      where l.tenant_id = ${tenantId} and l.settled_document_id = d.id), 0) * sign`,
  },
  deposit: {
    column: 'deposit_taken',
    off: 'deposit_taken_off',
    counted: (tenantId, what) => sql`coalesce((
      select sum(${sql.ref(`taken.${what}`)}) from (${depositTakers(tenantId, sql`array[d.id]`)}) taken), 0)`,
  },
} as const satisfies Record<string, Recount>;

/**
 * Recounts a figure kept by linked documents: settled debt, or used and refunded deposit. Returns the
 * number of wrong figures; because saves maintain figures, any result but 0 means a foreign write.
 */
export async function recountFigures(
  context: Context,
  ids: readonly string[],
  what: keyof typeof recounts,
): Promise<{ changed: number }> {
  const { column, off, counted }: Recount = recounts[what];
  const { tx, tenantId } = context;
  const heads = await ownHeads(context, ids);
  const signed = heads.map(({ id, kind }) => ({
    id,
    sign: billOf(kind)?.sign ?? 1,
  }));
  // A bill partly settled before bookings were stored has the right figure and no booked difference.
  const countedOff = bookedOff('d', sql`counted.now`, sql`counted.booked`);
  const { rows } = await sql<{ id: string; now: string; off: string }>`
    update document d set ${sql.ref(column)} = counted.now, ${sql.ref(off)} = ${countedOff}
    from (select d.id, ${counted(tenantId, 'amount')} as now, ${counted(tenantId, 'booked')} as booked
      from ${rowsAsTable(signed, 'id bigint, sign int')}
      join document d on d.tenant_id = ${tenantId} and d.id = given.id) counted
    where d.tenant_id = ${tenantId} and d.id = counted.id
      and (d.${sql.ref(column)} <> counted.now or d.${sql.ref(off)} <> ${countedOff})
    returning d.id, counted.now, ${sql.ref(`d.${off}`)} as off`.execute(tx);
  const corrected = new Map(rows.map((row) => [row.id, row]));
  const days = heads.flatMap((head): DocumentDayChange[] => {
    const row = corrected.get(head.id);
    if (row === undefined) return [];
    const { now } = row;
    recordCorrection(context, head, 'recount', { [what]: head[column] }, { [what]: now });
    return ledChanges(
      { ...head, [column]: now, [off]: row.off },
      { [column]: head[column], [off]: head[off] },
    );
  });
  await atOnce(context.tx, noteUnfolded(context, { documents: dayRows(days) }));
  return { changed: corrected.size };
}
