import {
  KEPT_DIGITS,
  checkTaken,
  decimal,
  documentKinds,
  exactShare,
  expectAllowed,
  isDocumentInForce,
  isReturningKind,
  isWithinRounding,
  kindsThat,
  makesProgress,
  moneyDigitsOf,
  netOf,
  toPlainDecimal,
  progressOfLines,
  progressOn,
  rounded,
  sourceIdsOf,
  sum,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, Document, GoodsLine, TaxMode } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../../kernel/access/index.ts';
import { rowsAsTable, runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { checkMinimumPrice } from '../draft/goodsChecks.ts';
import { withInputPosition } from '../store/atLine.ts';
import type { DocumentDayChange } from '../store/days.ts';
import { isSameImportedLine } from '../draft/importedLine.ts';
import { countDeposits } from './deposits.ts';
import { refuseInvoiced } from './invoiced.ts';
import { moneyBackBySource, readTakenParts } from './takenParts.ts';
import type { DocumentRow } from '../store/load.ts';
import type { StoredDocument } from '../store/stored.ts';
import { visibleIds } from '../store/load.ts';
import type { References } from '../store/references.ts';

/**
 * Checks a document's sources: suitable kinds, approved, not complete, a single partner, existing lines
 * with equal goods. The heads are locked.
 */
export async function checkSources(
  context: Context,
  { document, head: { importedFrom } }: StoredDocument,
  before: Document | null,
  heads: ReadonlyMap<string, DocumentRow>,
  { settings, barcodes }: References,
): Promise<void> {
  const ids = sourceIdsOf(document);
  if (ids.length === 0) return;
  const visible = await visibleIds(context, ids);
  const known = new Set(before === null ? [] : sourceIdsOf(before));
  const kinds = new Set<string>();
  for (const id of ids) {
    const head = heads.get(id);
    const line = document.goodsLines.findIndex(({ source }) => source?.documentId === id) + 1;
    withInputPosition({ field: 'sourceDocumentId', line }, () => {
      if (head === undefined || !visible.has(id)) refuseWith('record.missing');
      else checkSource(document, head, known.has(id), settings.purchaseBySale);
    });
    kinds.add(head?.kind ?? '');
  }
  if (kinds.size > 1) refuseWith('document.bothSources');
  const imported = importedFrom === null ? null : { before };
  await checkSourceLines(context, document, barcodes, imported);
}

function checkSource(
  document: Document,
  head: DocumentRow,
  wasLinked: boolean,
  purchaseBySale: boolean,
): void {
  const number = head.number ?? '';
  const progress = progressOn(head.kind, document.kind);
  if (progress === undefined || (progress === 'purchased' && !purchaseBySale)) {
    refuseWith('document.sourceKind', { source: head.kind, target: document.kind });
  }
  if (head.approval !== 'approved') refuseWith('document.sourceState', { number });
  if (progress === 'purchased' && head.purchase_closed && !wasLinked)
    refuseWith('document.sourceState', { number });
  // Complete documents take no new children; an existing child may still change, and returns stay allowed.
  if (progress === 'fulfilled' && !wasLinked) {
    expectAllowed('convert', { ...stateFacts(head), purchaseProgress: 'none' });
  }
  const samePartner =
    documentKinds[head.kind].partner?.type === documentKinds[document.kind].partner?.type;
  if (samePartner && head.partner_id !== document.partnerId)
    refuseWith('document.sourcePartner', { number });
}

export const stateFacts = (head: DocumentRow) => ({
  number: head.number,
  approval: head.approval,
  deleted: head.deleted_at !== null,
  closed: head.closed,
  progress: head.progress,
  purchaseProgress: head.purchase_progress,
});

const linkedLinesOf = ({
  goodsLines,
}: Document): (GoodsLine & { readonly source: NonNullable<GoodsLine['source']> })[] =>
  goodsLines.flatMap((line) => (line.source === null ? [] : [{ ...line, source: line.source }]));

/** Document line with the named source line; null if gone. */
interface NamedLine {
  readonly document_id: string;
  readonly line: number;
  readonly kind: AnyKindCode | null;
  readonly number: string | null;
  readonly currency: string | null;
  readonly quantity: string | null;
  readonly total: string | null;
  readonly tax: string | null;
  readonly tax_mode: TaxMode | null;
  readonly unit_price: string | null;
  readonly ratio: string | null;
  /** Number of lines of further live documents linked to the source line. */
  readonly others: number;
}

async function checkSourceLines(
  { tx, tenantId }: Context,
  document: Document,
  barcodes: References['barcodes'],
  imported: ImportedReturn | null,
): Promise<void> {
  const wanted = linkedLinesOf(document).map(({ source, skuId }, at) => ({
    at,
    document_id: source.documentId,
    line: source.line,
    sku_id: skuId,
  }));
  const { rows } = await sql<NamedLine>`
    select given.document_id, given.line, o.kind, coalesce(o.number, '') as number, o.currency, l.base_quantity as quantity, l.total,
      l.tax, l.unit_price, l.ratio, o.tax_mode,
      (select count(*)::integer from document_link k
        join document c on c.tenant_id = ${tenantId} and c.id = k.target_document_id and c.deleted_at is null
        where k.tenant_id = ${tenantId} and k.source_document_id = l.document_id and k.source_line = l.line
          and c.id <> ${document.id}) as others
    from ${rowsAsTable(wanted, 'at int, document_id bigint, line int, sku_id bigint')}
    left join document_line l
      on l.tenant_id = ${tenantId} and l.document_id = given.document_id and l.line = given.line and l.sku_id = given.sku_id
    left join document o on o.tenant_id = ${tenantId} and o.id = l.document_id
    order by given.at`.execute(tx);
  const lost = rows.find(({ kind }) => kind === null);
  if (lost !== undefined) {
    const at = document.goodsLines.findIndex(
      ({ source }) => source?.documentId === lost.document_id && source.line === lost.line,
    );
    refuseWith('document.sourceChanged', {}, { field: 'sourceLine', line: at + 1 });
  }
  linkedLinesOf(document).forEach((line, at) => {
    const source = rows[at];
    if (source === undefined) return;
    if (imported === null || !keepsImportedPrice(line, imported.before))
      checkReturnPrice(document, line, source);
    // The source's approver accepted the prices.
    if (
      documentKinds[document.kind].minimumPrice !== 'refused' ||
      isPricedAtLeastAgreed(document, line, source)
    )
      return;
    checkMinimumPrice(document, line, barcodes.get(line.barcode)?.prices.minimum ?? null);
  });
}

/** An imported document as it stood; null: it is brought in now. */
interface ImportedReturn {
  readonly before: Document | null;
}

/** History is brought in as it happened, and a draft of it keeps each price that was no lower. */
function keepsImportedPrice(line: GoodsLine, before: Document | null): boolean {
  if (before === null) return true;
  const kept = before.goodsLines.find((one) => one.line === line.line);
  if (kept === undefined || !isSameImportedLine(kept, line)) return false;
  return line.total.times(kept.baseQuantity).lte(kept.total.times(line.baseQuantity));
}

/** Goods of a document less its discount. */
const moneyOfReturn = ({ goodsLines, discount }: Document): Decimal =>
  sum(goodsLines.map(({ total }) => total)).minus(discount);

/** Goods less their part of the discount, by source line. */
function moneyBySourceLine(document: Document): ReadonlyMap<string, Decimal> {
  const goods = sum(document.goodsLines.map(({ total }) => total));
  const part = goods.isZero() ? goods : moneyOfReturn(document).dividedBy(goods);
  const lines = linkedLinesOf(document);
  return new Map(
    [...Map.groupBy(lines, ({ source }) => `${source.documentId} ${source.line}`)].map(
      ([key, own]) => [key, sum(own.map(({ total }) => total.times(part)))],
    ),
  );
}

/** An imported return keeps what it gave back for each source line, or gives back less. */
function keepsImportedMoney(before: Document | null, after: Document): boolean {
  if (before === null) return true;
  const known = moneyBySourceLine(before);
  return (
    moneyOfReturn(after).lte(moneyOfReturn(before)) &&
    [...moneyBySourceLine(after)].every(([key, money]) => money.lte(known.get(key) ?? -1))
  );
}

/**
 * The unit price of a line is at least the agreed one, in the line's unit and in the document's tax mode. A last
 * part that took the rest of its source may be below the agreed price by rounding.
 */
function isPricedAtLeastAgreed(document: Document, line: GoodsLine, source: NamedLine): boolean {
  const { currency, quantity, total, tax, others } = source;
  if (currency !== document.currency || total === null || quantity === null) return false;
  if (source.tax_mode === document.taxMode) {
    const price = decimal(source.unit_price ?? 0)
      .times(line.ratio)
      .dividedBy(source.ratio ?? 1);
    if (line.unitPrice.gte(rounded(price, KEPT_DIGITS))) return true;
  }
  const named = (amounts: { readonly total: Decimal; readonly tax: Decimal }): Decimal =>
    document.taxMode === 'inclusive' ? amounts.total : netOf(amounts);
  const whole = named({ total: decimal(total), tax: decimal(tax ?? 0) });
  const below = exactShare(whole, line.baseQuantity, decimal(quantity)).minus(named(line));
  return below.lte(0) || isWithinRounding(below, others + 1, moneyDigitsOf(document));
}

/** Refuses returns above the sale price; at a higher price, a return names no source. */
function checkReturnPrice(document: Document, line: GoodsLine, source: NamedLine): void {
  const { kind, currency, number, quantity, total, others } = source;
  if (kind === null || total === null || quantity === null) return;
  if (progressOn(kind, document.kind) !== 'returned' || currency !== document.currency) return;
  const agreed = exactShare(decimal(total), line.baseQuantity, decimal(quantity));
  const digits = moneyDigitsOf(document);
  const beyond = line.total.minus(agreed);
  const own = linkedLinesOf(document).filter(
    (one) => one.source.documentId === source.document_id && one.source.line === source.line,
  );
  if (beyond.lte(0) || isWithinRounding(beyond, others + own.length, digits)) return;
  const priceOf = (amount: Decimal) =>
    toPlainDecimal(rounded(amount.dividedBy(line.quantity), Math.max(digits, 4)));
  const at = document.goodsLines.findIndex((one) => one.line === line.line) + 1;
  refuseWith(
    'document.returnPrice',
    {
      line: at,
      barcode: line.barcode,
      number: number ?? '',
      price: priceOf(line.total),
      agreed: priceOf(agreed),
      digits,
    },
    { field: 'unitPrice', line: at },
  );
}

interface SourceLine {
  readonly document_id: string;
  readonly line: number;
  readonly kind: AnyKindCode;
  readonly number: string;
  readonly barcode: string;
  readonly ratio: string;
  readonly base_quantity: string;
  readonly linked: string;
  readonly done: string;
  readonly purchased_linked: string;
  readonly purchased_done: string;
  readonly returned: boolean;
  readonly closed: boolean;
}

/**
 * Counts again, under the locks of the sources' heads, what children take of them: live children count against the limit
 * (D7, D8), children in force move progress. `before` and `after` are a child's two states; either may be missing.
 * Answers what the deposits they use change in the orders' days. Imported returns may exceed their source.
 */
export async function countLinks(
  context: Context,
  before: Document | null,
  after: Document,
  { settings }: Pick<References, 'settings'>,
  isImported = false,
): Promise<DocumentDayChange[]> {
  const ids = [
    ...new Set([...(before === null ? [] : sourceIdsOf(before)), ...sourceIdsOf(after)]),
  ];
  if (ids.length === 0) return [];
  const lines = await readSourceLines(context, ids);
  checkLimits(after, lines, settings.overLink);
  const [, , deposits] = await runTogether([
    writeLineCounts(context, lines),
    writeProgress(context, lines),
    countDeposits(context, ids),
  ]);
  await checkReturnedParts(context, after);
  // A document approved before the rule may be unapproved.
  const isKept = before?.approval === 'approved';
  if (!isKept && !(isImported && keepsImportedMoney(before, after)))
    await checkMoneyBack(context, after, lines);
  return deposits;
}

/** Kinds that cover only the purchase side of their sources. */
const purchasing = Object.entries(documentKinds)
  .flatMap(([target, { sources }]) =>
    Object.entries(sources).map(([source, name]) => ({ target, source, name })),
  )
  .filter(({ name }) => name === 'purchased')
  .map(({ source, target }) => `${source} ${target}`);

const returning = kindsThat('returned');

async function readSourceLines(
  { tx, tenantId }: Context,
  ids: readonly string[],
): Promise<SourceLine[]> {
  const { rows } = await sql<SourceLine>`
    select l.document_id, l.line, o.kind, o.number, o.closed, l.barcode, l.ratio, l.base_quantity,
      coalesce(sum(k.quantity) filter (where c.deleted_at is null and o.kind || ' ' || c.kind <> all(${purchasing})), 0) as linked,
      coalesce(sum(k.quantity) filter (where c.in_force and o.kind || ' ' || c.kind <> all(${purchasing})), 0) as done,
      coalesce(sum(k.quantity) filter (where c.deleted_at is null and o.kind || ' ' || c.kind = any(${purchasing})), 0) as purchased_linked,
      coalesce(sum(k.quantity) filter (where c.in_force and o.kind || ' ' || c.kind = any(${purchasing})), 0) as purchased_done,
      coalesce(bool_or(c.deleted_at is null and c.kind = any(${returning})), false) as returned
    from document o
    join document_line l on l.tenant_id = ${tenantId} and l.document_id = o.id and l.sku_id is not null
    left join document_link k
      on k.tenant_id = ${tenantId} and k.source_document_id = l.document_id and k.source_line = l.line
    left join document c on c.tenant_id = ${tenantId} and c.id = k.target_document_id
    where o.tenant_id = ${tenantId} and o.id = any(${ids}::bigint[])
    group by l.tenant_id, l.document_id, l.line, o.tenant_id, o.id
    order by l.document_id, l.line`.execute(tx);
  return rows;
}

/** Over-linking is a setting, but a return may never exceed the delivery. */
function checkLimits(after: Document, lines: readonly SourceLine[], overLink: boolean): void {
  if (after.deleted) return;
  for (const { source, barcode, ratio, line, baseQuantity } of linkedLinesOf(after)) {
    const origin = lines.find(
      (one) => one.document_id === source.documentId && one.line === source.line,
    );
    if (origin === undefined) continue;
    const progress = progressOn(origin.kind, after.kind);
    if (progress === undefined) continue;
    const taken = decimal(progress === 'purchased' ? origin.purchased_linked : origin.linked);
    const at = after.goodsLines.findIndex((one) => one.line === line);
    withInputPosition({ field: 'quantity', line: at + 1 }, () =>
      checkTaken(
        progress,
        { barcode, number: origin.number, ratio, baseQuantity: decimal(origin.base_quantity) },
        taken,
        baseQuantity,
        overLink,
      ),
    );
  }
}

async function writeLineCounts(
  { tx, tenantId }: Context,
  lines: readonly SourceLine[],
): Promise<void> {
  const rows = lines.map(({ document_id, line, linked: live, done }) => ({
    document_id,
    line,
    linked: live,
    done,
  }));
  await sql`
    update document_line l set linked_quantity = given.linked, done_quantity = given.done
    from ${rowsAsTable(rows, 'document_id bigint, line int, linked numeric, done numeric')}
    where l.tenant_id = ${tenantId} and l.document_id = given.document_id and l.line = given.line
      and (l.linked_quantity, l.done_quantity) is distinct from (given.linked, given.done)`.execute(
    tx,
  );
}

/** Updates a head's progress from the lines; an order not fully shipped any more loses `arrived`. */
async function writeProgress(
  { tx, tenantId }: Context,
  lines: readonly SourceLine[],
): Promise<void> {
  const rows = [...Map.groupBy(lines, ({ document_id }) => document_id)].map(([id, own]) => {
    const of = (done: 'done' | 'purchased_done') =>
      progressOfLines(
        own.map((line) => ({
          baseQuantity: decimal(line.base_quantity),
          done: decimal(line[done]),
        })),
      );
    return {
      id,
      progress: own.some(({ kind }) => makesProgress(kind)) ? of('done') : 'none',
      purchase_progress: of('purchased_done'),
      has_return: own.some(({ returned }) => returned),
    };
  });
  await sql`
    update document d set progress = given.progress, purchase_progress = given.purchase_progress, has_return = given.has_return,
      arrived = d.arrived and given.progress = 'complete'
    from ${rowsAsTable(rows, 'id bigint, progress text, purchase_progress text, has_return boolean')}
    where d.tenant_id = ${tenantId} and d.id = given.id
      and (d.progress, d.purchase_progress, d.has_return)
        is distinct from (given.progress, given.purchase_progress, given.has_return)`.execute(tx);
}

/** Refuses returning more of a lot or serial than the origin line delivered (D8). */
async function checkReturnedParts({ tx, tenantId }: Context, after: Document): Promise<void> {
  if (after.deleted || !isReturningKind(after.kind)) return;
  const parts = linkedLinesOf(after).filter(({ allocations }) =>
    allocations.some(({ lot, serials }) => lot !== null || serials.length > 0),
  );
  if (parts.length === 0) return;
  const wanted = parts.map(({ source }) => ({ document_id: source.documentId, line: source.line }));
  const { rows } = await sql<{ document_id: string; line: number; what: string; number: string }>`
    with origin as (
      select distinct document_id, line from ${rowsAsTable(wanted, 'document_id bigint, line int')}),
    delivered as (
      select a.document_id, a.line, a.lot, coalesce(s.serial, '') as serial,
        sum(case when s.serial is null then a.quantity else 1 end) as quantity
      from line_allocation a
      join origin on origin.document_id = a.document_id and origin.line = a.line
      left join lateral unnest(a.serials) as s(serial) on true
      where a.tenant_id = ${tenantId}
      group by 1, 2, 3, 4),
    returned as (
      select k.source_document_id as document_id, k.source_line as line, a.lot, coalesce(s.serial, '') as serial,
        sum(case when s.serial is null then a.quantity else 1 end) as quantity
      from document_link k
      join origin on origin.document_id = k.source_document_id and origin.line = k.source_line
      join document c on c.tenant_id = ${tenantId} and c.id = k.target_document_id and c.deleted_at is null
      join line_allocation a
        on a.tenant_id = ${tenantId} and a.document_id = k.target_document_id and a.line = k.target_line
      left join lateral unnest(a.serials) as s(serial) on true
      where k.tenant_id = ${tenantId}
      group by 1, 2, 3, 4)
    select document_id, line, case serial when '' then lot else serial end as what,
      (select o.number from document o where o.tenant_id = ${tenantId} and o.id = document_id) as number
    from returned left join delivered using (document_id, line, lot, serial)
    where returned.quantity > coalesce(delivered.quantity, 0) and (serial <> '' or lot <> '')
    order by 1, 2 limit 1`.execute(tx);
  const over = rows[0];
  if (over === undefined) return;
  const at = after.goodsLines.findIndex(
    ({ source }) => source?.documentId === over.document_id && source.line === over.line,
  );
  refuseWith(
    'document.overReturn',
    { barcode: after.goodsLines[at]?.barcode ?? '', what: over.what, number: over.number },
    { field: 'allocations', line: at + 1 },
  );
}

/** Refuses returns that refund more than the goods' price less the source's discount. */
async function checkMoneyBack(
  context: Context,
  after: Document,
  sources: readonly SourceLine[],
): Promise<void> {
  if (after.deleted || !isReturningKind(after.kind) || moneyOfReturn(after).lte(0)) return;
  const digits = moneyDigitsOf(after);
  const returned = await readTakenParts(context, sourceIdsOf(after), after.kind, '0');
  const money = moneyBackBySource(returned, digits);
  const over = sources.filter(({ document_id }) => money.get(document_id)?.excess.gt(0) === true);
  const [first] = over;
  if (first === undefined) return;
  const { back, cost } = orRefuseMissing(money.get(first.document_id));
  // A discount is shared over all sources of the return.
  const ids = new Set(over.map(({ document_id }) => document_id));
  const excess = toPlainDecimal(sum([...ids].map((id) => orRefuseMissing(money.get(id)).excess)));
  const { number } = first;
  const facts = { number, back: toPlainDecimal(back), cost: toPlainDecimal(cost), excess, digits };
  if (documentKinds[after.kind].amounts.includes('discount'))
    refuseWith('document.moneyBack', facts, { field: 'discount' });
  refuseWith('document.moneyBackByPrice', facts, { field: 'lines' });
}

/** Refuses changes against dependents: children, settlements, a deposit in use. */
export async function checkNothingStandsOn(
  context: Context,
  head: Pick<DocumentRow, 'id' | 'number'>,
  after: Document,
): Promise<void> {
  const number = head.number ?? '';
  if (isDocumentInForce(after) && after.approval === 'approved' && !after.closed) return;
  const { tx, tenantId } = context;
  const { rows } = await sql<{
    child: string | null;
    settling: string | null;
    invoice: string | null;
    freight: boolean;
  }>`
    select
      (select c.number from document_link k
        join document c on c.tenant_id = ${tenantId} and c.id = k.target_document_id and c.deleted_at is null
        where k.tenant_id = ${tenantId} and k.source_document_id = ${head.id} limit 1) as child,
      (select c.number from document_line l
        join document c on c.tenant_id = ${tenantId} and c.id = l.document_id and c.deleted_at is null
        where l.tenant_id = ${tenantId} and l.settled_document_id = ${head.id} limit 1) as settling,
      (select x.number from invoice_bill p
        join invoice x on x.tenant_id = ${tenantId} and x.id = p.invoice_id and not x.voided
        where p.tenant_id = ${tenantId} and p.document_id = ${head.id} limit 1) as invoice,
      exists (
        select from freight_info f
        where f.tenant_id = ${tenantId} and (f.document_id = ${head.id} or f.carried_by_id = ${head.id})
          and f.confirmed_at is not null) as freight`.execute(tx);
  const { child = null, settling = null, invoice = null, freight = false } = rows[0] ?? {};
  if (child !== null) refuseWith('document.hasChildren', { number, child });
  if (settling !== null && !isDocumentInForce(after))
    refuseWith('document.isSettled', { number, settling });
  if (invoice !== null && !isDocumentInForce(after)) refuseInvoiced(context, number, invoice);
  // The freight is owed or paid.
  if (freight && after.deleted) refuseWith('freight.ofDocument', { number });
}
