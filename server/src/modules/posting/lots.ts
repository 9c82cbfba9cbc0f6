import { documentKinds, inForce } from '@tradehouse/domain';
import type { Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import { given, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';

interface Lot {
  readonly sku_id: string;
  readonly lot: string;
  readonly expiry: string | null;
}

/** A lot as a line names it, and where that line stands. */
interface NamedLot extends Lot {
  readonly number: string;
  readonly barcode: string;
  readonly place: number;
}

const nameOf = ({ sku_id, lot }: Pick<Lot, 'sku_id' | 'lot'>): string => `${sku_id} ${lot}`;

/**
 * Makes the lots of these documents known. A lot has one expiry: that of the documents which name it. Another is taken as
 * long as no other document names the lot; else it is refused with that one's number. Runs under the locks of the SKUs.
 */
export async function recordLots(context: Context, documents: readonly Document[]): Promise<void> {
  const { tx, tenantId } = context;
  const named = namedLots(documents);
  if (named.length === 0) return;
  const lots = distinctLots(named);
  const { rows } = await sql<Lot>`
    insert into lot (tenant_id, sku_id, lot, expiry)
    select ${tenantId}::bigint, given.* from ${given(lots, COLUMNS)}
    on conflict (tenant_id, sku_id, lot) do update set expiry = coalesce(lot.expiry, excluded.expiry)
    returning sku_id, lot, expiry`.execute(tx);
  const known = new Map(rows.map((row) => [nameOf(row), row.expiry]));
  const others = named.filter((lot) => differs(lot, known.get(nameOf(lot)) ?? null));
  if (others.length > 0) await correct(context, others, known, documents);
}

const COLUMNS = 'sku_id bigint, lot text, expiry date';

/** Gives lots another expiry; refuses those that another document names. */
async function correct(
  { tx, tenantId }: Context,
  lots: readonly NamedLot[],
  known: ReadonlyMap<string, string | null>,
  documents: readonly Document[],
): Promise<void> {
  const rows = distinctLots(lots);
  const { rows: naming } = await sql<Pick<Lot, 'sku_id' | 'lot'> & { other: string }>`
    select line.sku_id, part.lot, min(coalesce(document.number, '')) as other
    from ${given(rows, COLUMNS)}
    join document_line line on line.tenant_id = ${tenantId} and line.sku_id = given.sku_id
    join line_allocation part on part.tenant_id = ${tenantId} and part.document_id = line.document_id
      and part.line = line.line and part.lot = given.lot
    join document on document.tenant_id = ${tenantId} and document.id = line.document_id and document.deleted_at is null
    where line.tenant_id = ${tenantId} and document.id <> all(${documents.map(({ id }) => id)}::bigint[])
    group by 1, 2`.execute(tx);
  const others = new Map(naming.map((row) => [nameOf(row), row.other]));
  for (const lot of lots) {
    const other = others.get(nameOf(lot));
    if (other !== undefined) refuseExpiry(lot, known.get(nameOf(lot)) ?? null, other);
  }
  await sql`
    update lot set expiry = given.expiry from ${given(rows, COLUMNS)}
    where lot.tenant_id = ${tenantId} and lot.sku_id = given.sku_id and lot.lot = given.lot`.execute(
    tx,
  );
}

/** The SKUs of which a document in the books says another expiry than before: no goods move, and yet a lot changes. */
export function correctedSkus(document: Document, before: Document | null): string[] {
  const moves = Object.keys(documentKinds[document.kind].goods).length > 0;
  if (before === null || !moves || !inForce(document)) return [];
  const said = (lot: Lot) => `${nameOf(lot)} ${lot.expiry ?? ''}`;
  const known = new Set(namedLots([before]).map(said));
  return namedLots([document]).flatMap((lot) =>
    lot.expiry === null || known.has(said(lot)) ? [] : [lot.sku_id],
  );
}

const namedLots = (documents: readonly Document[]): NamedLot[] =>
  documents
    .filter(({ deleted }) => !deleted)
    .flatMap(({ number, goodsLines }) =>
      goodsLines.flatMap(({ skuId, barcode, allocations }, index) =>
        allocations.flatMap(({ lot, expiry }) =>
          lot === null || lot === ''
            ? []
            : [{ sku_id: skuId, lot, expiry, number: number ?? '', barcode, place: index + 1 }],
        ),
      ),
    );

function distinctLots(named: readonly NamedLot[]): Lot[] {
  const lots = new Map<string, Lot>();
  for (const one of named) {
    const { sku_id, lot, expiry } = one;
    const before = lots.get(nameOf(one))?.expiry ?? null;
    if (before !== null && differs(one, before)) refuseExpiry(one, before, one.number);
    lots.set(nameOf(one), { sku_id, lot, expiry: expiry ?? before });
  }
  return [...lots.values()];
}

const differs = ({ expiry }: Lot, held: string | null): boolean =>
  expiry !== null && expiry !== held;

/** `other` is the number of the document that says so. */
const refuseExpiry = (
  { lot, number, barcode, place }: NamedLot,
  held: string | null,
  other: string,
): never =>
  refuse(
    'lot.otherExpiry',
    { lot, expiry: held ?? '', other, number, barcode },
    { field: 'allocations', line: place },
  );
