// Tally: goods received for a purchase order are sorted, saved in between, and turned into a receipt.
import type {
  GoodsLineInput,
  InputOf,
  ReplyOf,
  PurchaseTally,
  TallyPart,
  dropTally,
  finishTally,
  keepTally,
  tallyOf,
} from '@tradehouse/contract';
import {
  KEPT_DIGITS,
  ONE,
  checkTally,
  decimal,
  documentKinds,
  expectAllowed,
  isCountable,
  toPlainDecimal,
  sum,
} from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, mayOpen, refuseWith } from '../../../kernel/access/index.ts';
import { runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { attachFiles, releaseRecordFiles } from '../../file/index.ts';
import type { FileOwner } from '../../file/index.ts';
import { withInputPosition } from '../store/atLine.ts';
import { stateFacts } from '../links/links.ts';
import { recordStep } from '../store/journal.ts';
import { lockHeads, visibleIds } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';
import { agreedIn } from '../masked/agreed.ts';
import {
  agreedParts,
  discountOfParts,
  enteredDiscount,
  enteredMoney,
} from '../masked/agreedParts.ts';
import type { MadeLine } from '../masked/agreedParts.ts';
import { checkWarehouses, kindFor, saveDocument } from '../save/save.ts';

/** Reads the open lines of a purchase order and the order's saved tally draft. */
export async function readTally(
  context: Context,
  { id }: InputOf<typeof tallyOf>,
): Promise<ReplyOf<typeof tallyOf>> {
  if (!mayOpen(context.scope, documentKinds.purchaseOrder.url ?? '')) refuseWith('access.denied');
  const { tx, tenantId } = context;
  orRefuseMissing((await visibleIds(context, [id])).has(id) ? id : null);
  const [heads, drafts, lines] = await runTogether([
    sql<{
      kind: AnyKindCode;
      number: string | null;
      partnerName: string | null;
      overLink: boolean;
    }>`
      select d.kind, d.number, p.name as "partnerName", setting.over_link as "overLink" from document d
      join tenant_setting setting on setting.tenant_id = ${tenantId}
      left join partner p on p.tenant_id = ${tenantId} and p.id = d.partner_id
      where d.tenant_id = ${tenantId} and d.id = ${id}`.execute(tx),
    readDraft(context, id),
    readTallyLines(context, id),
  ]);
  const head = orRefuseMissing(heads.rows[0]);
  expectTallied(head);
  return {
    number: head.number ?? '',
    partnerName: head.partnerName ?? '',
    overLink: head.overLink,
    version: drafts?.version ?? 0,
    keptBy: drafts?.keptBy ?? '',
    keptAt: drafts?.keptAt ?? null,
    draft: drafts?.content ?? null,
    lines: lines.map(toTallyLineReply),
  };
}

function expectTallied({ kind, number }: Pick<DocumentRow, 'kind' | 'number'>): void {
  if (documentKinds[kind].handling !== 'tally')
    refuseWith('tally.notTallied', { number: number ?? '' });
}

interface StoredTallyDraft {
  readonly version: number;
  readonly keptBy: string;
  readonly keptAt: string;
  readonly content: PurchaseTally;
}

async function readDraft(
  { tx, tenantId }: Context,
  id: string,
): Promise<StoredTallyDraft | undefined> {
  // The saving route's schema has validated the content.
  const { rows } = await sql<StoredTallyDraft>`
    select t.version, t.content, t.updated_at as "keptAt", u.name as "keptBy" from tally t
    join app_user u on u.tenant_id = ${tenantId} and u.id = t.user_id
    where t.tenant_id = ${tenantId} and t.document_id = ${id}`.execute(tx);
  return rows[0];
}

type TallyLineReply = ReplyOf<typeof tallyOf>['lines'][number];
interface TallyOrderLine extends TallyLineReply {
  readonly ownBarcode: string;
  readonly ratio: string;
}

/** Selects the fields of a line for the reader, without the price. */
const toTallyLineReply = ({
  line,
  skuId,
  barcode,
  skuCode,
  name,
  unit,
  ...more
}: TallyOrderLine): TallyLineReply => {
  const { ordered, received, warehouseId, serialManaged, lotManaged, shelfLifeDays } = more;
  const names = { line, skuId, barcode, skuCode, name, unit };
  return { ...names, ordered, received, warehouseId, serialManaged, lotManaged, shelfLifeDays };
};

/** Reads the order's lines in base units, each under the base unit's barcode, if any. */
async function readTallyLines({ tx, tenantId }: Context, id: string): Promise<TallyOrderLine[]> {
  const { rows } = await sql<TallyOrderLine>`
    select l.line, l.sku_id as "skuId", coalesce(base.code, l.barcode) as barcode, l.barcode as "ownBarcode",
      coalesce(k.code, '') as "skuCode", p.name, coalesce(base.unit, l.unit) as unit, l.ratio::text as ratio,
      trim_scale(l.base_quantity)::text as ordered, trim_scale(l.linked_quantity)::text as received,
      l.warehouse_id as "warehouseId", p.serial_managed as "serialManaged", p.lot_managed as "lotManaged",
      p.shelf_life_days as "shelfLifeDays"
    from document_line l
    join product p on p.tenant_id = ${tenantId} and p.id = l.product_id
    join sku k on k.tenant_id = ${tenantId} and k.id = l.sku_id
    left join lateral (
      select b.code, b.unit from barcode b
      where b.tenant_id = ${tenantId} and b.sku_id = l.sku_id and b.ratio = 1 and b.enabled
      order by b.position, b.id limit 1) base on true
    where l.tenant_id = ${tenantId} and l.document_id = ${id}
    order by l.position`.execute(tx);
  return rows;
}

/** Locks the order; requires receiving rights and an open remainder. */
async function orderFor(context: Context, id: string): Promise<DocumentRow> {
  kindFor(context, 'purchaseOrder');
  kindFor(context, 'purchaseIn', '1');
  const heads = await lockHeads(context, [], [id]);
  const order = orRefuseMissing(
    (await visibleIds(context, [id])).has(id) ? heads.get(id) : undefined,
  );
  expectTallied(order);
  expectAllowed('convert', { ...stateFacts(order), purchaseProgress: 'none' });
  return order;
}

/** Refuses with `record.stale` where somebody else kept the draft meanwhile. */
async function checkVersion({ tx, tenantId }: Context, id: string, version: number): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from tally where tenant_id = ${tenantId} and document_id = ${id}`.execute(tx);
  if ((rows[0]?.version ?? 0) !== version) refuseWith('record.stale');
}

/** Requires a granted warehouse of the company, because no foreign key covers drafts. */
async function checkWarehouse(context: Context, warehouseId: string): Promise<void> {
  checkWarehouses(context, [warehouseId]);
  const { tx, tenantId } = context;
  const warehouse = await tx
    .selectFrom('warehouse')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', warehouseId)
    .executeTakeFirst();
  if (warehouse === undefined) refuseWith('record.missing', {}, { field: 'warehouseId' });
}

/** Saves a tally draft, without requiring matching sums or reasons yet. */
export async function saveTally(
  context: Context,
  { id, version, ...content }: InputOf<typeof keepTally>,
): Promise<ReplyOf<typeof keepTally>> {
  const order = await orderFor(context, id);
  if (content.warehouseId !== null) await checkWarehouse(context, content.warehouseId);
  await checkVersion(context, id, version);
  const lines = new Set((await readTallyLines(context, id)).map(({ line }) => line));
  for (const { line } of content.parts) orRefuseMissing(lines.has(line) ? line : null);
  const { tx, tenantId, scope } = context;
  await sql`
    insert into tally (tenant_id, document_id, content, user_id)
    values (${tenantId}, ${id}, ${JSON.stringify(content)}::jsonb, ${scope.userId})
    on conflict (tenant_id, document_id) do update
      set content = excluded.content, version = tally.version + 1, user_id = excluded.user_id, updated_at = excluded.updated_at`.execute(
    tx,
  );
  await attachTallyPhotos(context, id, content);
  if (version === 0) recordStep(context, order, 'tally');
  return { version: version + 1 };
}

const photosOf = (id: string): FileOwner => ({ sort: 'tally', id });

/** Attaches the photos named by a tally and releases the rest. */
const attachTallyPhotos = (
  context: Context,
  id: string,
  { photos = [] }: Pick<PurchaseTally, 'photos'>,
): Promise<void> =>
  attachFiles(
    context,
    photosOf(id),
    photos.map((photo) => photo.id),
    'photos',
  );

/**
 * Creates the receipt by the usual save, with photos, and deletes the draft. Refuses with `tally.split`,
 * `tally.reason` and `tally.nothing`, and with `document.overLinked` if more arrived than the switch
 * allows.
 */
export async function finishTallyReceipt(
  context: Context,
  { id, version, ...tally }: InputOf<typeof finishTally>,
): Promise<ReplyOf<typeof finishTally>> {
  const order = await orderFor(context, id);
  await checkVersion(context, id, version);
  const lines = await readTallyLines(context, id);
  const byLine = new Map(lines.map((line) => [line.line, line]));
  for (const { line } of tally.parts) orRefuseMissing(byLine.get(line));
  const agreed = await agreedIn(context, 'purchaseIn', [id]);
  const made = lines.flatMap((line) => receiptOf(line, tally, order));
  if (made.length === 0) refuseWith('tally.nothing');
  const parts = agreedParts(
    agreed,
    made.map(({ taking }) => taking),
  );
  const received = made.map(({ goods }, at): GoodsLineInput => {
    const part = parts[at];
    return part === undefined ? goods : { ...goods, ...enteredMoney(part.priced) };
  });
  const goods = {
    partnerId: order.partner_id,
    currency: order.currency,
    exchangeRate: toPlainDecimal(decimal(order.exchange_rate)),
    ...enteredDiscount(
      discountOfParts(
        agreed,
        made.map(({ taking }) => taking),
        parts,
      ),
    ),
    paidNow: '0',
    externalTracking: tally.tracking,
    remark: [tally.carrier, tally.remark].filter((text) => text !== '').join(' '),
    ...(tally.time === null ? {} : { time: tally.time }),
    attachments: [...(tally.photos ?? [])],
    lines: received,
  };
  await attachTallyPhotos(context, id, tally);
  await releaseRecordFiles(context, photosOf(id));
  const saved = await saveDocument(context, { kind: 'purchaseIn', goods }, { workedOut: true });
  await deleteTallyDraft(context, id);
  recordStep(context, order, 'tallied');
  return { id: saved.id, number: saved.number };
}

const deleteTallyDraft = async (context: Context, id: string): Promise<number> => {
  const { tx, tenantId } = context;
  await attachTallyPhotos(context, id, {});
  const { rows } = await sql<{ id: string }>`
    delete from tally where tenant_id = ${tenantId} and document_id = ${id} returning document_id as id`.execute(
    tx,
  );
  return rows.length;
};

/** Throws a draft away. */
export async function discardTally(
  context: Context,
  { id }: InputOf<typeof dropTally>,
): Promise<ReplyOf<typeof dropTally>> {
  kindFor(context, 'purchaseOrder');
  kindFor(context, 'purchaseIn', '1');
  const heads = await lockHeads(context, [], [id]);
  const order = orRefuseMissing(
    (await visibleIds(context, [id])).has(id) ? heads.get(id) : undefined,
  );
  const changed = await deleteTallyDraft(context, id);
  if (changed > 0) recordStep(context, order, 'dropTally');
  return { changed };
}

/** Receipt line before pricing, with the quantity taken from the order. */
interface TallyReceiptLine {
  readonly goods: GoodsLineInput;
  readonly taking: MadeLine;
}

/** Builds an order line's receipt lines: paid and gift. */
function receiptOf(
  line: TallyOrderLine,
  { parts, warehouseId }: PurchaseTally,
  order: DocumentRow,
): TallyReceiptLine[] {
  const own = parts.filter((part) => part.line === line.line);
  const at = { field: 'parts', line: parts.findIndex((part) => part.line === line.line) + 1 };
  const expected = decimal(line.ordered).minus(line.received);
  withInputPosition(at, () =>
    checkTally(
      line.barcode,
      expected,
      own.map(({ arrived, formal, defective, gift, reason }) => ({
        arrived: decimal(arrived),
        formal: decimal(formal),
        defective: decimal(defective),
        gift: decimal(gift),
        reason,
      })),
    ),
  );
  const remark = [...new Set(own.map(({ reason }) => reason.trim()))].join(' ').trim();
  const shared = { warehouseId: warehouseId ?? line.warehouseId, remark: remark.slice(0, 500) };
  const paid = own.flatMap((part) => [
    ...toTallyAllocations(part, 'formal'),
    ...toTallyAllocations(part, 'defective'),
  ]);
  const given = own.flatMap((part) => toTallyAllocations(part, 'gift'));
  const source = { sourceDocumentId: order.id, sourceLine: line.line };
  const units = tallyLineInUnits(line, totalOfAllocations(paid));
  const { barcode, quantity, ratio } = units;
  const bought = {
    ...shared,
    barcode,
    quantity: toPlainDecimal(quantity),
    allocations: paid,
    ...source,
  };
  const free = { barcode: line.barcode, quantity: totalOfAllocations(given), unitPrice: '0' };
  return [
    ...(paid.length === 0 ? [] : [{ goods: bought, taking: { ...source, quantity, ratio } }]),
    ...(given.length === 0
      ? []
      : [
          {
            goods: { ...shared, ...free, allocations: given },
            taking: { quantity: decimal(free.quantity), ratio: ONE },
          },
        ]),
  ];
}

type Allocated = NonNullable<GoodsLineInput['allocations']>[number] & { readonly quantity: string };

const toTallyAllocations = (
  part: TallyPart,
  stockType: 'formal' | 'defective' | 'gift',
): Allocated[] =>
  decimal(part[stockType]).isZero()
    ? []
    : [
        {
          quantity: part[stockType],
          lot: part.lot,
          expiry: part.expiry,
          stockType,
          serials: part.serials[stockType],
        },
      ];

/** Keeps the order's unit if the quantity is divisible, else counts in the base unit. */
function tallyLineInUnits(
  { barcode, ownBarcode, ratio }: TallyOrderLine,
  quantity: string,
): Pick<GoodsLineInput, 'barcode'> & Pick<MadeLine, 'quantity' | 'ratio'> {
  const own = decimal(quantity).dividedBy(ratio);
  const isExact = own.times(ratio).equals(quantity) && own.decimalPlaces() <= KEPT_DIGITS;
  return isExact && isCountable(own, decimal(ratio))
    ? { barcode: ownBarcode, quantity: own, ratio: decimal(ratio) }
    : { barcode, quantity: decimal(quantity), ratio: ONE };
}

const totalOfAllocations = (allocations: readonly Allocated[]): string =>
  toPlainDecimal(sum(allocations.map(({ quantity }) => decimal(quantity))));
