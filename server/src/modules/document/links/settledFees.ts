import { decimal, receivesMoney, toPlainDecimal } from '@tradehouse/domain';
import type { Decimal, Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import { runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { postDocuments } from '../../posting/index.ts';
import { lockHeads, withLines } from '../store/load.ts';
import { readDocumentSettings } from '../store/references.ts';
import { postingOf } from '../store/saving.ts';
import type { DocumentSaving } from '../store/saving.ts';
import { writeExpenseShares } from '../store/write.ts';
import { settledIdsOf } from './settle.ts';

/**
 * Shares the fees of receipts over the settled bills, after receipts were saved, approved, undone or deleted.
 * The bills are locked. Their ledger entries stay: only trade of the bills changes.
 */
export async function shareSettledFees(
  context: Context,
  savings: readonly DocumentSaving[],
): Promise<void> {
  const changed = savings.filter(({ before, after }) =>
    isSharingFees(before?.document, after.document),
  );
  const ids = changed.flatMap(({ before, after }) => [
    ...(before === null ? [] : settledIdsOf(before.document)),
    ...settledIdsOf(after.document),
  ]);
  if (ids.length === 0) return;
  const [heads, fees] = await runTogether([
    lockHeads(context, [], [...new Set(ids)]),
    readSettledFees(context, ids),
  ]);
  const bills = await withLines(context, [...heads.values()]);
  const changes = bills.flatMap((before): DocumentSaving[] => {
    const { document, head } = before;
    const settledFees = fees.get(document.id);
    if (settledFees === undefined || settledFees.equals(document.settledFees)) return [];
    return [{ before, after: { document: { ...document, settledFees }, head } }];
  });
  if (changes.length === 0) return;
  const documents = changes.map(({ after }) => after.document);
  const { settings } = await readDocumentSettings(context);
  await runTogether([
    writeSettledFees(context, documents),
    writeExpenseShares(context, documents),
    postDocuments(context, changes.map(postingOf), settings),
  ]);
}

const isSharingFees = (...states: readonly (Document | undefined)[]): boolean =>
  states.some(
    (document) =>
      document !== undefined && receivesMoney(document.kind) && !document.paymentFee.isZero(),
  );

/** Reads the shares of receipts in force, by bill. */
async function readSettledFees(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, Decimal>> {
  const { rows } = await sql<{ id: string; fees: string }>`
    select bill.id, coalesce(sum(share.payment_fee), 0) as fees
    from unnest(${[...new Set(ids)]}::bigint[]) as bill(id)
    left join (
      select line.settled_document_id, line.payment_fee
      from document_line line
      join document receipt on receipt.tenant_id = ${tenantId} and receipt.id = line.document_id
        and receipt.in_force
      where line.tenant_id = ${tenantId} and line.settled_document_id = any(${ids}::bigint[])
        and line.payment_fee <> 0) share on share.settled_document_id = bill.id
    group by 1`.execute(tx);
  return new Map(rows.map(({ id, fees }) => [id, decimal(fees)]));
}

async function writeSettledFees(
  { tx, tenantId }: Context,
  documents: readonly Document[],
): Promise<void> {
  const given = documents.map(
    ({ id, settledFees }) => sql`(${id}::bigint, ${toPlainDecimal(settledFees)}::numeric)`,
  );
  await sql`
    update document d set settled_fees = given.fees
    from (values ${sql.join(given)}) as given(id, fees)
    where d.tenant_id = ${tenantId} and d.id = given.id`.execute(tx);
}
