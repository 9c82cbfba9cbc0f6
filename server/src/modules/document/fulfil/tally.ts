// What came of a purchase order is sorted, kept while that goes on, and becomes a receipt.
import type {
  GoodsLineInput,
  InputOf,
  ReplyOf,
  Tally,
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
  plain,
  sum,
} from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, mayOpen, refuse, together } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import { attachFiles, handOver } from '../../file/index.ts';
import type { FileOwner } from '../../file/index.ts';
import { atLine } from '../store/atLine.ts';
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

/** The lines that a purchase order still counts with, and the draft that is kept of it. */
export async function readTally(
  context: Context,
  { id }: InputOf<typeof tallyOf>,
): Promise<ReplyOf<typeof tallyOf>> {
  if (!mayOpen(context.scope, documentKinds.purchaseOrder.url ?? '')) refuse('access.denied');
  const { tx, tenantId } = context;
  found((await visibleIds(context, [id])).has(id) ? id : null);
  const [heads, drafts, lines] = await together([
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
    readLines(context, id),
  ]);
  const head = found(heads.rows[0]);
  expectTallied(head.kind);
  return {
    number: head.number ?? '',
    partnerName: head.partnerName ?? '',
    overLink: head.overLink,
    version: drafts?.version ?? 0,
    keptBy: drafts?.keptBy ?? '',
    keptAt: drafts?.keptAt ?? null,
    draft: drafts?.content ?? null,
    lines: lines.map(shown),
  };
}

/** Refuses a document whose goods are not sorted. */
function expectTallied(kind: AnyKindCode): void {
  if (documentKinds[kind].handling !== 'tally') refuse('record.missing');
}

interface Draft {
  readonly version: number;
  readonly keptBy: string;
  readonly keptAt: string;
  readonly content: Tally;
}

async function readDraft({ tx, tenantId }: Context, id: string): Promise<Draft | undefined> {
  // What the content is, the schema of the call that kept it has seen to.
  const { rows } = await sql<Draft>`
    select t.version, t.content, t.updated_at as "keptAt", u.name as "keptBy" from tally t
    join app_user u on u.tenant_id = ${tenantId} and u.id = t.user_id
    where t.tenant_id = ${tenantId} and t.document_id = ${id}`.execute(tx);
  return rows[0];
}

type Shown = ReplyOf<typeof tallyOf>['lines'][number];
interface OrderLine extends Shown {
  readonly ownBarcode: string;
  readonly ratio: string;
}

/** What a reader is told of a line: its price is none of theirs. */
const shown = ({ line, skuId, barcode, skuCode, name, unit, ...more }: OrderLine): Shown => {
  const { ordered, received, warehouseId, serialManaged, lotManaged, shelfLifeDays } = more;
  const names = { line, skuId, barcode, skuCode, name, unit };
  return { ...names, ordered, received, warehouseId, serialManaged, lotManaged, shelfLifeDays };
};

/** The order's lines in base units, each named by the barcode of its base unit where it has one. */
async function readLines({ tx, tenantId }: Context, id: string): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
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

/** The order under its lock, if the user may receive what comes of it and it still expects something. */
async function orderFor(context: Context, id: string): Promise<DocumentRow> {
  kindFor(context, 'purchaseOrder');
  kindFor(context, 'purchaseIn', '1');
  const heads = await lockHeads(context, [], [id]);
  const order = found((await visibleIds(context, [id])).has(id) ? heads.get(id) : undefined);
  expectTallied(order.kind);
  expectAllowed('convert', { ...stateFacts(order), purchaseProgress: 'none' });
  return order;
}

/** Refuses with `record.stale` where somebody else kept the draft meanwhile. */
async function checkVersion({ tx, tenantId }: Context, id: string, version: number): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from tally where tenant_id = ${tenantId} and document_id = ${id}`.execute(tx);
  if ((rows[0]?.version ?? 0) !== version) refuse('record.stale');
}

/** No key binds what stands in a draft, so it is looked up: a warehouse of the company that the user may use. */
async function checkWarehouse(context: Context, warehouseId: string): Promise<void> {
  checkWarehouses(context, [warehouseId]);
  const { tx, tenantId } = context;
  const warehouse = await tx
    .selectFrom('warehouse')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', warehouseId)
    .executeTakeFirst();
  if (warehouse === undefined) refuse('record.missing', {}, { field: 'warehouseId' });
}

/** Keeps a tally as it stands, sums and reasons not yet asked for. */
export async function keep(
  context: Context,
  { id, version, ...content }: InputOf<typeof keepTally>,
): Promise<ReplyOf<typeof keepTally>> {
  const order = await orderFor(context, id);
  if (content.warehouseId !== null) await checkWarehouse(context, content.warehouseId);
  await checkVersion(context, id, version);
  const lines = new Set((await readLines(context, id)).map(({ line }) => line));
  for (const { line } of content.parts) found(lines.has(line) ? line : null);
  const { tx, tenantId, scope } = context;
  await sql`
    insert into tally (tenant_id, document_id, content, user_id)
    values (${tenantId}, ${id}, ${JSON.stringify(content)}::jsonb, ${scope.userId})
    on conflict (tenant_id, document_id) do update
      set content = excluded.content, version = tally.version + 1, user_id = excluded.user_id, updated_at = excluded.updated_at`.execute(
    tx,
  );
  await hang(context, id, content);
  if (version === 0) recordStep(context, order, 'tally');
  return { version: version + 1 };
}

const photosOf = (id: string): FileOwner => ({ sort: 'tally', id });

/** Hangs the photos that a tally names on it, and lets go of the others. */
const hang = (
  context: Context,
  id: string,
  { photos = [] }: Pick<Tally, 'photos'>,
): Promise<void> =>
  attachFiles(
    context,
    photosOf(id),
    photos.map((photo) => photo.id),
    'photos',
  );

/**
 * Makes the receipt of what was sorted, as any save does, its photos attached, and forgets the draft. Refuses with
 * `tally.split`, `tally.reason` and `tally.nothing`, and with `document.overLinked` where more came than the switch
 * allows.
 */
export async function finish(
  context: Context,
  { id, version, ...tally }: InputOf<typeof finishTally>,
): Promise<ReplyOf<typeof finishTally>> {
  const order = await orderFor(context, id);
  await checkVersion(context, id, version);
  const lines = await readLines(context, id);
  const byLine = new Map(lines.map((line) => [line.line, line]));
  for (const { line } of tally.parts) found(byLine.get(line));
  const agreed = await agreedIn(context, 'purchaseIn', [id]);
  const made = lines.flatMap((line) => receiptOf(line, tally, order));
  if (made.length === 0) refuse('tally.nothing');
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
    exchangeRate: plain(decimal(order.exchange_rate)),
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
  await hang(context, id, tally);
  await handOver(context, photosOf(id));
  const saved = await saveDocument(context, { kind: 'purchaseIn', goods }, { workedOut: true });
  await forget(context, id);
  recordStep(context, order, 'tallied');
  return { id: saved.id, number: saved.number };
}

const forget = async (context: Context, id: string): Promise<number> => {
  const { tx, tenantId } = context;
  await hang(context, id, {});
  const { rows } = await sql<{ id: string }>`
    delete from tally where tenant_id = ${tenantId} and document_id = ${id} returning document_id as id`.execute(
    tx,
  );
  return rows.length;
};

/** Throws a draft away. */
export async function drop(
  context: Context,
  { id }: InputOf<typeof dropTally>,
): Promise<ReplyOf<typeof dropTally>> {
  kindFor(context, 'purchaseOrder');
  kindFor(context, 'purchaseIn', '1');
  const heads = await lockHeads(context, [], [id]);
  const order = found((await visibleIds(context, [id])).has(id) ? heads.get(id) : undefined);
  const changed = await forget(context, id);
  if (changed > 0) recordStep(context, order, 'dropTally');
  return { changed };
}

/** A line of the receipt before it is priced, and what it takes of the order. */
interface ReceiptLine {
  readonly goods: GoodsLineInput;
  readonly taking: MadeLine;
}

/** The lines of the receipt that come of one line of the order: one that is paid, one that is given. */
function receiptOf(
  line: OrderLine,
  { parts, warehouseId }: Tally,
  order: DocumentRow,
): ReceiptLine[] {
  const own = parts.filter((part) => part.line === line.line);
  const at = { field: 'parts', line: parts.findIndex((part) => part.line === line.line) + 1 };
  const expected = decimal(line.ordered).minus(line.received);
  atLine(at, () =>
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
  const paid = own.flatMap((part) => [...taken(part, 'formal'), ...taken(part, 'defective')]);
  const given = own.flatMap((part) => taken(part, 'gift'));
  const source = { sourceDocumentId: order.id, sourceLine: line.line };
  const units = inWholeUnits(line, total(paid));
  const { barcode, quantity, ratio } = units;
  const bought = { ...shared, barcode, quantity: plain(quantity), allocations: paid, ...source };
  const free = { barcode: line.barcode, quantity: total(given), unitPrice: '0' };
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

const taken = (part: TallyPart, stockType: 'formal' | 'defective' | 'gift'): Allocated[] =>
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

/** The line keeps the order's unit where it divides, else it is counted in the base unit. */
function inWholeUnits(
  { barcode, ownBarcode, ratio }: OrderLine,
  quantity: string,
): Pick<GoodsLineInput, 'barcode'> & Pick<MadeLine, 'quantity' | 'ratio'> {
  const own = decimal(quantity).dividedBy(ratio);
  return own.times(ratio).equals(quantity) && own.decimalPlaces() <= KEPT_DIGITS
    ? { barcode: ownBarcode, quantity: own, ratio: decimal(ratio) }
    : { barcode, quantity: decimal(quantity), ratio: ONE };
}

const total = (allocations: readonly Allocated[]): string =>
  plain(sum(allocations.map(({ quantity }) => decimal(quantity))));
