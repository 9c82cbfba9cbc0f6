import type {
  GoodsLineInput,
  InputOf,
  ReplyOf,
  goodsOnTheWay,
  receiveGoods,
  takeBackReceipt,
} from '@tradehouse/contract';
import {
  KEPT_DIGITS,
  decimal,
  documentKinds,
  inForce,
  plain,
  receiptLines,
  sum,
  transitParts,
  wireStatus,
} from '@tradehouse/domain';
import type { Document, GoodsLine, LineRole, TransitPart } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, mayOpen, mayUseWarehouse, refuse } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { atLine } from '../store/atLine.ts';
import { deleteInternal } from '../save/steps.ts';
import { kindFor, saveDocument } from '../save/save.ts';
import { countLinks, stateFacts } from '../links/links.ts';
import { lockHeads, visibleIds, withLines } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import { readSettings } from '../store/references.ts';
import type { Stored } from '../store/stored.ts';

/** What of a transfer is on its way, and its receipts. */
export async function onTheWay(
  context: Context,
  { id }: InputOf<typeof goodsOnTheWay>,
): Promise<ReplyOf<typeof goodsOnTheWay>> {
  const { url } = documentKinds.transfer;
  if (!mayOpen(context.scope, url ?? '')) refuse('access.denied');
  const head = await transferOf(context, id, await headsOf(context, [id]));
  const { transfer, receipts } = await journeyOf(context, head);
  const { lines, creators } = await namesOf(context, transfer, receipts);
  return {
    parts: transitParts(transfer.document, documentsOf(receipts)).map((part) => {
      const { sent, arrived, missing, left, lot, line, ...rest } = part;
      return {
        ...rest,
        line,
        lot: lot ?? '',
        serials: [...part.serials],
        sent: plain(sent),
        arrived: plain(arrived),
        missing: plain(missing),
        left: plain(left),
        ...found(lines.get(line)),
      };
    }),
    receipts: receipts.map(({ document, head: own }) => ({
      id: document.id,
      number: document.number ?? '',
      time: own.businessTime,
      creatorName: creators.get(own.creatorId) ?? '',
      remark: own.remark,
      arrived: quantityOf(document, 'item'),
      missing: quantityOf(document, 'part'),
    })),
  };
}

const quantityOf = ({ goodsLines }: Document, role: LineRole): string =>
  plain(
    sum(goodsLines.filter((line) => line.role === role).map(({ baseQuantity }) => baseQuantity)),
  );

const documentsOf = (stored: readonly Stored[]): Document[] =>
  stored.map(({ document }) => document);

/**
 * Receives what arrived of a transfer, under the lock of its head: two receivers can't take the same goods. Refuses with
 * `transfer.notTravelling`, `transfer.left`, and like any save.
 */
export async function receive(
  context: Context,
  { id, parts, remark }: InputOf<typeof receiveGoods>,
): Promise<ReplyOf<typeof receiveGoods>> {
  kindFor(context, 'transfer', '1');
  const head = await transferOf(context, id, await lockHeads(context, [], [id]));
  const { transfer, receipts } = await journeyOf(context, head);
  const { document } = transfer;
  if (!document.travels || !inForce(document))
    refuse('transfer.notTravelling', { number: document.number ?? '' });
  const open = transitParts(document, documentsOf(receipts));
  const lines = parts.flatMap((given, index) => linesOf(document, open, given, index + 1));
  const saved = await saveDocument(context, {
    kind: 'transferIn',
    goods: {
      lines: await inWholeUnits(context, lines),
      ...(remark === undefined ? {} : { remark }),
    },
  });
  const after = found((await headsOf(context, [id])).get(id));
  return { id: saved.id, number: saved.number, status: wireStatus(stateFacts(after)) };
}

type Given = InputOf<typeof receiveGoods>['parts'][number];
interface Received {
  readonly of: GoodsLine;
  readonly input: GoodsLineInput;
}

function linesOf(
  { id, goodsLines }: Document,
  open: readonly TransitPart[],
  given: Given,
  position: number,
): Received[] {
  const at = { field: 'parts', line: position };
  const lot = given.lot === undefined || given.lot === '' ? null : given.lot;
  const stockType = given.stockType ?? 'formal';
  const of = found(goodsLines.find(({ line }) => line === given.line));
  const part = open.find(
    (one) => one.line === given.line && one.lot === lot && one.stockType === stockType,
  );
  if (part === undefined) return refuse('transfer.left', { barcode: of.barcode, left: '0' }, at);
  const arrival = {
    arrived: decimal(given.arrived),
    serials: given.serials ?? [],
    missing: decimal(given.missing ?? '0'),
    missingSerials: given.missingSerials ?? [],
  };
  return atLine(at, () => receiptLines(part, of.barcode, arrival)).map(
    ({ role, quantity, serials }) => ({
      of,
      input: {
        role,
        barcode: of.barcode,
        quantity: plain(quantity),
        warehouseId: of.targetWarehouseId,
        sourceDocumentId: id,
        sourceLine: of.line,
        allocations: [{ lot: lot ?? '', expiry: part.expiry, stockType, serials: [...serials] }],
        ...(given.remark === undefined ? {} : { remark: given.remark }),
      },
    }),
  );
}

/** Quantities arrive in base units: a line keeps its own unit where it divides, else it is counted in the base unit. */
async function inWholeUnits(
  { tx, tenantId }: Context,
  lines: readonly Received[],
): Promise<GoodsLineInput[]> {
  const skuIds = [...new Set(lines.map(({ of }) => of.skuId))];
  const { rows } = await sql<{ sku_id: string; code: string }>`
    select distinct on (sku_id) sku_id, code from barcode
    where tenant_id = ${tenantId} and sku_id = any(${skuIds}::bigint[]) and ratio = 1 and enabled
    order by sku_id, position, id`.execute(tx);
  const base = new Map(rows.map(({ sku_id, code }) => [sku_id, code]));
  return lines.map(({ of, input }) => {
    const own = decimal(input.quantity).dividedBy(of.ratio);
    const code = base.get(of.skuId);
    return own.decimalPlaces() > KEPT_DIGITS && code !== undefined
      ? { ...input, barcode: code }
      : { ...input, quantity: plain(own) };
  });
}

/** Deletes a receipt of a transfer; refused where what arrived is used already. */
export async function takeBack(
  context: Context,
  { id }: InputOf<typeof takeBackReceipt>,
): Promise<ReplyOf<typeof takeBackReceipt>> {
  kindFor(context, 'transfer', '1');
  // The transfer's head is locked with its receipt's, since the receipt's lines come from it.
  const heads = await lockHeads(context, [id], []);
  const row = found(heads.get(id));
  if (row.kind !== 'transferIn' || row.deleted_at !== null) refuse('record.missing');
  const [before] = await withLines(context, [row]);
  const { document, head } = found(before);
  const transferId = found(document.goodsLines[0]?.source).documentId;
  await transferOf(context, transferId, heads);
  if (!head.warehouseIds.every((one) => mayUseWarehouse(context.scope, one)))
    refuse('access.denied');
  await deleteInternal(context, id);
  const { settings } = await readSettings(context);
  await countLinks(context, document, { ...document, deleted: true }, { settings });
  return { changed: 1 };
}

async function headsOf(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, DocumentRow>> {
  const { rows } = await sql<DocumentRow>`
    select * from document d where d.tenant_id = ${tenantId} and d.id = any(${ids}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The head of a transfer that the user may see. */
async function transferOf(
  context: Context,
  id: string,
  heads: ReadonlyMap<string, DocumentRow>,
): Promise<DocumentRow> {
  const row = found((await visibleIds(context, [id])).has(id) ? heads.get(id) : undefined);
  return documentKinds[row.kind].travels ? row : refuse('record.missing');
}

/** A transfer and its live receipts, oldest first. */
async function journeyOf(
  context: Context,
  head: DocumentRow,
): Promise<{ readonly transfer: Stored; readonly receipts: readonly Stored[] }> {
  const { tx, tenantId } = context;
  const { rows } = await sql<DocumentRow>`
    select * from document d
    where d.tenant_id = ${tenantId} and d.deleted_at is null and d.kind = 'transferIn' and d.id in (
      select k.target_document_id from document_link k
      where k.tenant_id = ${tenantId} and k.source_document_id = ${head.id})
    order by d.id`.execute(tx);
  const [transfer, ...receipts] = await withLines(context, [head, ...rows]);
  return { transfer: found(transfer), receipts };
}

interface LineNames {
  readonly barcode: string;
  readonly productName: string;
  readonly unit: string;
  readonly serialManaged: boolean;
  readonly targetWarehouseName: string;
}

/** How the lines of a transfer are called, in their base unit, and who wrote its receipts. */
async function namesOf(
  { tx, tenantId }: Context,
  { document }: Stored,
  receipts: readonly Stored[],
): Promise<{
  readonly lines: ReadonlyMap<number, LineNames>;
  readonly creators: ReadonlyMap<string, string>;
}> {
  const { rows } = await sql<LineNames & { line: number }>`
    select l.line, l.barcode, p.name as "productName", p.serial_managed as "serialManaged", w.name as "targetWarehouseName",
      coalesce((select b.unit from barcode b
        where b.tenant_id = ${tenantId} and b.sku_id = l.sku_id and b.ratio = 1 order by b.position, b.id limit 1), l.unit) as unit
    from document_line l
    join product p on p.tenant_id = ${tenantId} and p.id = l.product_id
    join warehouse w on w.tenant_id = ${tenantId} and w.id = l.target_warehouse_id
    where l.tenant_id = ${tenantId} and l.document_id = ${document.id}`.execute(tx);
  const creators = await sql<{ id: string; name: string }>`
    select u.id, u.name from app_user u
    where u.tenant_id = ${tenantId} and u.id = any(${receipts.map(({ head }) => head.creatorId)}::bigint[])`.execute(
    tx,
  );
  return {
    lines: new Map(rows.map(({ line, ...names }) => [line, names])),
    creators: new Map(creators.rows.map(({ id, name }) => [id, name])),
  };
}
