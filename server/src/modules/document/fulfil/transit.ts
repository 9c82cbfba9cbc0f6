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
  isDocumentInForce,
  isCountable,
  toPlainDecimal,
  receiptLines,
  sum,
  transitParts,
  wireStatus,
} from '@tradehouse/domain';
import type { Document, GoodsLine, LineRole, TransitPart } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  orRefuseMissing,
  mayOpen,
  mayUseWarehouse,
  refuseWith,
} from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { withInputPosition } from '../store/atLine.ts';
import { deleteInternal } from '../save/steps.ts';
import { kindFor, saveDocument } from '../save/save.ts';
import { countLinks, stateFacts } from '../links/links.ts';
import { lockHeads, visibleIds, withLines } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import { readDocumentSettings } from '../store/references.ts';
import type { StoredDocument } from '../store/stored.ts';
import { refuseKind } from './refuseKind.ts';

/** Returns a transfer's goods in transit and the transfer's receipts. */
export async function readGoodsInTransit(
  context: Context,
  { id }: InputOf<typeof goodsOnTheWay>,
): Promise<ReplyOf<typeof goodsOnTheWay>> {
  const { url } = documentKinds.transfer;
  if (!mayOpen(context.scope, url ?? '')) refuseWith('access.denied');
  const head = await transferOf(context, id, await readTransferHeads(context, [id]));
  const { transfer, receipts } = await journeyOf(context, head);
  const { lines, creators } = await readTransferNames(context, transfer, receipts);
  return {
    parts: transitParts(transfer.document, documentsOfStored(receipts)).map((part) => {
      const { sent, arrived, missing, left, lot, line, ...rest } = part;
      return {
        ...rest,
        line,
        lot: lot ?? '',
        serials: [...part.serials],
        sent: toPlainDecimal(sent),
        arrived: toPlainDecimal(arrived),
        missing: toPlainDecimal(missing),
        left: toPlainDecimal(left),
        ...orRefuseMissing(lines.get(line)),
      };
    }),
    receipts: receipts.map(({ document, head: own }) => ({
      id: document.id,
      number: document.number ?? '',
      time: own.businessTime,
      creatorName: creators.get(own.creatorId) ?? '',
      remark: own.remark,
      arrived: sumRoleQuantity(document, 'item'),
      missing: sumRoleQuantity(document, 'part'),
    })),
  };
}

const sumRoleQuantity = ({ goodsLines }: Document, role: LineRole): string =>
  toPlainDecimal(
    sum(goodsLines.filter((line) => line.role === role).map(({ baseQuantity }) => baseQuantity)),
  );

const documentsOfStored = (stored: readonly StoredDocument[]): Document[] =>
  stored.map(({ document }) => document);

/**
 * Receives arrived goods under the transfer's lock: two receivers cannot take the same goods. Refuses with
 * `transfer.notTravelling`, `transfer.left`, and like any save.
 */
export async function receiveTransfer(
  context: Context,
  { id, parts, remark }: InputOf<typeof receiveGoods>,
): Promise<ReplyOf<typeof receiveGoods>> {
  kindFor(context, 'transfer', '1');
  const head = await transferOf(context, id, await lockHeads(context, [], [id]));
  const { transfer, receipts } = await journeyOf(context, head);
  const { document } = transfer;
  if (!document.travels || !isDocumentInForce(document))
    refuseWith('transfer.notTravelling', { number: document.number ?? '' });
  const open = transitParts(document, documentsOfStored(receipts));
  const lines = parts.flatMap((given, index) =>
    toTransferReceiptLines(document, open, given, index + 1),
  );
  const saved = await saveDocument(context, {
    kind: 'transferIn',
    goods: {
      lines: await receiptLinesInUnits(context, lines),
      ...(remark === undefined ? {} : { remark }),
    },
  });
  const after = orRefuseMissing((await readTransferHeads(context, [id])).get(id));
  return { id: saved.id, number: saved.number, status: wireStatus(stateFacts(after)) };
}

type TransferReceiptPart = InputOf<typeof receiveGoods>['parts'][number];
interface Received {
  readonly of: GoodsLine;
  readonly input: GoodsLineInput;
}

function toTransferReceiptLines(
  { id, goodsLines }: Document,
  open: readonly TransitPart[],
  given: TransferReceiptPart,
  position: number,
): Received[] {
  const at = { field: 'parts', line: position };
  const lot = given.lot === undefined || given.lot === '' ? null : given.lot;
  const stockType = given.stockType ?? 'formal';
  const of = goodsLines.find(({ line }) => line === given.line);
  if (of === undefined) return refuseWith('record.missing', {}, at);
  const part = open.find(
    (one) => one.line === given.line && one.lot === lot && one.stockType === stockType,
  );
  if (part === undefined)
    return refuseWith('transfer.left', { barcode: of.barcode, left: '0' }, at);
  const arrival = {
    arrived: decimal(given.arrived),
    serials: given.serials ?? [],
    missing: decimal(given.missing ?? '0'),
    missingSerials: given.missingSerials ?? [],
  };
  return withInputPosition(at, () => receiptLines(part, of.barcode, arrival)).map(
    ({ role, quantity, serials }) => ({
      of,
      input: {
        role,
        barcode: of.barcode,
        quantity: toPlainDecimal(quantity),
        warehouseId: of.targetWarehouseId,
        sourceDocumentId: id,
        sourceLine: of.line,
        allocations: [{ lot: lot ?? '', expiry: part.expiry, stockType, serials: [...serials] }],
        ...(given.remark === undefined ? {} : { remark: given.remark }),
      },
    }),
  );
}

/** Converts base quantities to the line's unit if divisible, else keeps the base unit. */
async function receiptLinesInUnits(
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
    const isWhole = own.decimalPlaces() <= KEPT_DIGITS && isCountable(own, of.ratio);
    return isWhole || code === undefined
      ? { ...input, quantity: toPlainDecimal(own) }
      : { ...input, barcode: code };
  });
}

/** Deletes a transfer's receipt; refused once the goods are used. */
export async function deleteTransferReceipt(
  context: Context,
  { id }: InputOf<typeof takeBackReceipt>,
): Promise<ReplyOf<typeof takeBackReceipt>> {
  kindFor(context, 'transfer', '1');
  // Locks the transfer's head with the receipt's, because the receipt's lines link to the transfer.
  const heads = await lockHeads(context, [id], []);
  const row = orRefuseMissing(heads.get(id));
  // Receipts are visible with their transfer; a refusal never shows the number of an invisible document.
  if (row.kind !== 'transferIn' && (await visibleIds(context, [id])).has(id))
    refuseKind(context, row, 'transfer.receiptKind');
  if (row.kind !== 'transferIn' || row.deleted_at !== null) refuseWith('record.missing');
  const [before] = await withLines(context, [row]);
  const { document, head } = orRefuseMissing(before);
  const transferId = orRefuseMissing(document.goodsLines[0]?.source).documentId;
  await transferOf(context, transferId, heads);
  if (!head.warehouseIds.every((one) => mayUseWarehouse(context.scope, one)))
    refuseWith('access.denied');
  await deleteInternal(context, id);
  const { settings } = await readDocumentSettings(context);
  await countLinks(context, document, { ...document, deleted: true }, { settings });
  return { changed: 1 };
}

async function readTransferHeads(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<Map<string, DocumentRow>> {
  const { rows } = await sql<DocumentRow>`
    select * from document d where d.tenant_id = ${tenantId} and d.id = any(${ids}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads the head of a transfer visible to the user. */
async function transferOf(
  context: Context,
  id: string,
  heads: ReadonlyMap<string, DocumentRow>,
): Promise<DocumentRow> {
  const row = orRefuseMissing(
    (await visibleIds(context, [id])).has(id) ? heads.get(id) : undefined,
  );
  return documentKinds[row.kind].travels ? row : refuseKind(context, row, 'transfer.kind');
}

/** Reads a transfer and the live receipts, oldest first. */
async function journeyOf(
  context: Context,
  head: DocumentRow,
): Promise<{ readonly transfer: StoredDocument; readonly receipts: readonly StoredDocument[] }> {
  const { tx, tenantId } = context;
  const { rows } = await sql<DocumentRow>`
    select * from document d
    where d.tenant_id = ${tenantId} and d.deleted_at is null and d.kind = 'transferIn' and d.id in (
      select k.target_document_id from document_link k
      where k.tenant_id = ${tenantId} and k.source_document_id = ${head.id})
    order by d.id`.execute(tx);
  const [transfer, ...receipts] = await withLines(context, [head, ...rows]);
  return { transfer: orRefuseMissing(transfer), receipts };
}

interface LineNames {
  readonly barcode: string;
  readonly productName: string;
  readonly unit: string;
  readonly serialManaged: boolean;
  readonly targetWarehouseName: string;
}

/** Reads line names in base units and the receipts' creators. */
async function readTransferNames(
  { tx, tenantId }: Context,
  { document }: StoredDocument,
  receipts: readonly StoredDocument[],
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
