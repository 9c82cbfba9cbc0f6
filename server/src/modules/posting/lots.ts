import { documentKinds, isDocumentInForce } from '@tradehouse/domain';
import type { Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

interface Lot {
  readonly sku_id: string;
  readonly lot: string;
  readonly expiry: string | null;
}

/** Lot named by a line, with the line's position. */
interface NamedLot extends Lot {
  readonly number: string;
  readonly barcode: string;
  readonly place: number;
}

const lotKeyOf = ({ sku_id, lot }: Pick<Lot, 'sku_id' | 'lot'>): string => `${sku_id} ${lot}`;

/**
 * Records the lots of these documents. A lot's single expiry comes from the documents that name the lot. A
 * different expiry is accepted if no further document names the lot, otherwise refused with the conflicting
 * number. Runs under the SKU locks.
 */
export async function recordLots(context: Context, documents: readonly Document[]): Promise<void> {
  const { tx, tenantId } = context;
  const named = namedLots(documents);
  if (named.length === 0) return;
  const lots = distinctLots(named);
  const { rows } = await sql<Lot>`
    insert into lot (tenant_id, sku_id, lot, expiry)
    select ${tenantId}::bigint, given.* from ${rowsAsTable(lots, COLUMNS)}
    on conflict (tenant_id, sku_id, lot) do update set expiry = coalesce(lot.expiry, excluded.expiry)
    returning sku_id, lot, expiry`.execute(tx);
  const known = new Map(rows.map((row) => [lotKeyOf(row), row.expiry]));
  const others = named.filter((lot) => hasOtherExpiry(lot, known.get(lotKeyOf(lot)) ?? null));
  if (others.length > 0) await correctLotExpiry(context, others, known, documents);
}

const COLUMNS = 'sku_id bigint, lot text, expiry date';

/** Changes the expiry of lots; refuses lots named by further documents. */
async function correctLotExpiry(
  { tx, tenantId }: Context,
  lots: readonly NamedLot[],
  known: ReadonlyMap<string, string | null>,
  documents: readonly Document[],
): Promise<void> {
  const rows = distinctLots(lots);
  const { rows: naming } = await sql<Pick<Lot, 'sku_id' | 'lot'> & { other: string }>`
    select line.sku_id, part.lot, min(coalesce(document.number, '')) as other
    from ${rowsAsTable(rows, COLUMNS)}
    join document_line line on line.tenant_id = ${tenantId} and line.sku_id = given.sku_id
    join line_allocation part on part.tenant_id = ${tenantId} and part.document_id = line.document_id
      and part.line = line.line and part.lot = given.lot
    join document on document.tenant_id = ${tenantId} and document.id = line.document_id and document.deleted_at is null
    where line.tenant_id = ${tenantId} and document.id <> all(${documents.map(({ id }) => id)}::bigint[])
    group by 1, 2`.execute(tx);
  const others = new Map(naming.map((row) => [lotKeyOf(row), row.other]));
  for (const lot of lots) {
    const other = others.get(lotKeyOf(lot));
    if (other !== undefined) refuseExpiry(lot, known.get(lotKeyOf(lot)) ?? null, other);
  }
  await sql`
    update lot set expiry = given.expiry from ${rowsAsTable(rows, COLUMNS)}
    where lot.tenant_id = ${tenantId} and lot.sku_id = given.sku_id and lot.lot = given.lot`.execute(
    tx,
  );
}

/** Clears the expiry of lots, unless a document other than an opening names the expiry. */
export async function clearLotExpiries(
  { tx, tenantId }: Context,
  lots: readonly { readonly skuId: string; readonly lot: string }[],
): Promise<void> {
  if (lots.length === 0) return;
  const rows = lots.map(({ skuId, lot }) => ({ sku_id: skuId, lot }));
  await sql`
    update lot set expiry = null from ${rowsAsTable(rows, 'sku_id bigint, lot text')}
    where lot.tenant_id = ${tenantId} and lot.sku_id = given.sku_id and lot.lot = given.lot and not exists (
      select from document_line line
      join line_allocation part on part.tenant_id = ${tenantId} and part.document_id = line.document_id
        and part.line = line.line and part.lot = given.lot and part.expiry is not null
      join document on document.tenant_id = ${tenantId} and document.id = line.document_id
        and document.deleted_at is null and document.kind <> 'openingStock'
      where line.tenant_id = ${tenantId} and line.sku_id = given.sku_id)`.execute(tx);
}

/** SKUs for which a booked document changes an expiry: no goods move, but a lot changes. */
export function correctedSkus(document: Document, before: Document | null): string[] {
  const moves = Object.keys(documentKinds[document.kind].goods).length > 0;
  if (before === null || !moves || !isDocumentInForce(document)) return [];
  const said = (lot: Lot) => `${lotKeyOf(lot)} ${lot.expiry ?? ''}`;
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
    const before = lots.get(lotKeyOf(one))?.expiry ?? null;
    if (before !== null && hasOtherExpiry(one, before)) refuseExpiry(one, before, one.number);
    lots.set(lotKeyOf(one), { sku_id, lot, expiry: expiry ?? before });
  }
  return [...lots.values()];
}

const hasOtherExpiry = ({ expiry }: Lot, held: string | null): boolean =>
  expiry !== null && expiry !== held;

/** Refuses an expiry; `other` is the number of the conflicting document. */
const refuseExpiry = (
  { lot, number, barcode, place }: NamedLot,
  held: string | null,
  other: string,
): never =>
  refuseWith(
    'lot.otherExpiry',
    { lot, expiry: held ?? '', other, number, barcode },
    { field: 'allocations', line: place },
  );
