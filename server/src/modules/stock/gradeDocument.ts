// Grading of a document's own goods after receipt: formal, defective, gifts and missing.
import type {
  GoodsLineInput,
  InputOf,
  ReplyOf,
  gradeDocument,
  goodsToGrade,
} from '@tradehouse/contract';
import {
  ONE,
  decimal,
  documentKinds,
  findings,
  progressOn,
  sum,
  targetsOf,
} from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  orRefuseMissing,
  grantedWarehouses,
  mayOpen,
  refuseWith,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import {
  agreedIn,
  agreedParts,
  discountOfParts,
  enteredDiscount,
  enteredMoney,
  saveDocument,
} from '../document/index.ts';
import { lockSkus } from '../posting/index.ts';
import { gradeUngradedGoods, refuseBeyond } from './grading.ts';

interface GradedDocumentHead {
  readonly kind: KindCode;
  readonly number: string;
  /** Returns are possible only from an approved document. */
  readonly approved: boolean;
  readonly partnerId: string | null;
  readonly partnerName: string;
  readonly currency: string;
  readonly exchangeRate: string;
}

/**
 * Reads a document in force and visible to the user; refuses with `record.missing` and `access.denied`.
 * With a button it is locked, so that no document is reversed during grading.
 */
async function readHeadForGrading(
  { tx, tenantId, scope }: Context,
  id: string,
  button?: '1',
): Promise<GradedDocumentHead> {
  const { rows } = await sql<GradedDocumentHead>`
    select d.kind, coalesce(d.number, '') as number, d.approval = 'approved' as approved, d.partner_id as "partnerId", coalesce(p.name, '') as "partnerName",
      d.currency, trim_scale(d.exchange_rate)::text as "exchangeRate"
    from document d left join partner p on p.tenant_id = ${tenantId} and p.id = d.partner_id
    where d.tenant_id = ${tenantId} and d.id = ${id} and d.deleted_at is null and d.in_force
      and ${visibleDocuments(scope, 'd')}
    ${button === undefined ? sql`` : sql`for update of d`}`.execute(tx);
  const head = orRefuseMissing(rows[0]);
  if (!mayOpen(scope, documentKinds[head.kind].url ?? '', button)) refuseWith('access.denied');
  return head;
}

/** Kind of return for goods that did not come, if any. */
const claimOf = (kind: KindCode): KindCode | undefined =>
  targetsOf(kind).find((to) => progressOn(kind, to) === 'returned');

type GoodsToGradePart = ReplyOf<typeof goodsToGrade>['parts'][number];
interface UngradedPart extends GoodsToGradePart {
  readonly skuId: string;
  readonly warehouseId: string;
}

/** Line roles by which a kind brings goods into a warehouse. */
const inboundRolesOf = (kind: KindCode): string[] =>
  Object.entries(documentKinds[kind].goods).flatMap(([role, { to }]) =>
    to === 'warehouse' ? [role] : [],
  );

async function waitingOf(
  { tx, tenantId, scope }: Context,
  id: string,
  kind: KindCode,
): Promise<readonly UngradedPart[]> {
  const { rows } = await sql<UngradedPart>`
    select l.line, l.sku_id as "skuId", base.code as barcode, coalesce(k.code, '') as "skuCode", p.name, base.unit,
      l.warehouse_id as "warehouseId", w.name as "warehouseName", a.lot, p.serial_managed as "serialManaged",
      array(select card.serial from serial_number card
        where card.tenant_id = ${tenantId} and card.sku_id = l.sku_id and card.warehouse_id = l.warehouse_id
          and card.stock_type = 'ungraded' and card.serial = any(a.serials) order by 1) as serials,
      trim_scale(a.quantity)::text as booked,
      trim_scale(least(a.quantity, coalesce(held.quantity, 0)))::text as left
    from document_line l
    join (select part.line, part.lot, sum(part.quantity) as quantity,
        (select array_agg(one) from line_allocation own, unnest(own.serials) one
          where own.tenant_id = ${tenantId} and own.document_id = ${id} and own.line = part.line
            and own.lot = part.lot and own.stock_type = 'ungraded') as serials
      from line_allocation part
      where part.tenant_id = ${tenantId} and part.document_id = ${id} and part.stock_type = 'ungraded'
      group by part.line, part.lot) a on a.line = l.line
    join sku k on k.tenant_id = ${tenantId} and k.id = l.sku_id
    join product p on p.tenant_id = ${tenantId} and p.id = l.product_id
    join warehouse w on w.tenant_id = ${tenantId} and w.id = l.warehouse_id
    join lateral (select code, unit from barcode own
      where own.tenant_id = ${tenantId} and own.sku_id = l.sku_id and own.ratio = 1 order by own.position limit 1) base on true
    left join stock_balance held on held.tenant_id = ${tenantId} and held.sku_id = l.sku_id
      and held.warehouse_id = l.warehouse_id and held.lot = a.lot and held.stock_type = 'ungraded'
    where l.tenant_id = ${tenantId} and l.document_id = ${id} and l.role = any(${inboundRolesOf(kind)}::text[])
      and l.base_quantity > 0 and ${grantedWarehouses(scope, 'l.warehouse_id')}
    order by l.position, a.lot`.execute(tx);
  return rows;
}

const toGoodsToGradePart = ({
  line,
  barcode,
  skuCode,
  name,
  unit,
  ...more
}: UngradedPart): GoodsToGradePart => {
  const { warehouseName, lot, serialManaged, serials, booked, left } = more;
  return {
    line,
    barcode,
    skuCode,
    name,
    unit,
    warehouseName,
    lot,
    serialManaged,
    serials,
    booked,
    left,
  };
};

export async function readGoodsToGrade(
  context: Context,
  { id }: InputOf<typeof goodsToGrade>,
): Promise<ReplyOf<typeof goodsToGrade>> {
  const { kind, number, partnerName, approved } = await readHeadForGrading(context, id);
  const claim = approved ? claimOf(kind) : undefined;
  const claims = claim !== undefined && mayOpen(context.scope, documentKinds[claim].url ?? '', '1');
  return {
    number,
    partnerName,
    claims,
    parts: (await waitingOf(context, id, kind)).map(toGoodsToGradePart),
  };
}

async function readDocumentSkuIds({ tx, tenantId }: Context, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct sku_id as id from document_line
    where tenant_id = ${tenantId} and document_id = ${id} and sku_id is not null`.execute(tx);
  return rows.map((row) => row.id);
}

type GradingPart = InputOf<typeof gradeDocument>['parts'][number];
const gradedQuantityOf = (part: GradingPart['formal']) => decimal(part?.quantity ?? 0);

/**
 * Grades a document's goods. Refuses with `grading.nothing`, `grading.reason`, `stock.shortage` if too
 * little waits, and like a return for unclaimable goods.
 */
export async function gradeGoodsOf(
  context: Context,
  { id, parts }: InputOf<typeof gradeDocument>,
): Promise<ReplyOf<typeof gradeDocument>> {
  const head = await readHeadForGrading(context, id, '1');
  const [, waiting] = await lockSkus(context, await readDocumentSkuIds(context, id), () =>
    waitingOf(context, id, head.kind),
  );
  const pairs = parts.map((part) => {
    const { line, lot = '' } = part;
    return {
      part,
      of: orRefuseMissing(waiting.find((one) => one.line === line && one.lot === lot)),
    };
  });
  for (const [of, own] of Map.groupBy(pairs, (pair) => pair.of)) {
    const stated = sum(
      own.flatMap(({ part }) => findings.map((finding) => gradedQuantityOf(part[finding]))),
    );
    const line = pairs.findLastIndex((pair) => pair.of === of) + 1;
    await refuseBeyond(context, of, stated.minus(of.left), line);
  }
  let graded = 0;
  for (const { part, of } of pairs) {
    const { line: _, missing, ...stated } = part;
    if (sum([stated.formal, stated.defective, stated.gift].map(gradedQuantityOf)).isZero()) {
      if (gradedQuantityOf(missing).isZero()) refuseWith('grading.nothing', {}, { field: 'parts' });
      continue;
    }
    await gradeUngradedGoods(context, { ...stated, skuId: of.skuId, warehouseId: of.warehouseId });
    graded += 1;
  }
  const lost = pairs.filter(({ part }) => gradedQuantityOf(part.missing).gt(0));
  return {
    graded,
    claim: lost.length === 0 ? null : await draftClaimReturn(context, id, head, lost),
  };
}

/** Writes missing goods into a return to the sender, for approval. */
async function draftClaimReturn(
  context: Context,
  id: string,
  { kind, partnerId, currency, exchangeRate }: GradedDocumentHead,
  lost: readonly { readonly part: GradingPart; readonly of: UngradedPart }[],
): Promise<{ id: string; number: string }> {
  const back = claimOf(kind);
  if (back === undefined || !mayOpen(context.scope, documentKinds[back].url ?? '', '1'))
    return refuseWith('access.denied');
  const agreed = await agreedIn(context, back, [id]);
  const made = lost.map(({ part, of }) => ({
    sourceDocumentId: id,
    sourceLine: of.line,
    quantity: gradedQuantityOf(part.missing),
    ratio: ONE,
  }));
  const parts = agreedParts(agreed, made);
  const lines = lost.map(({ part: { missing, reason = '' }, of }, at): GoodsLineInput => {
    if (reason.trim() === '')
      refuseWith('grading.reason', { barcode: of.barcode }, { field: 'parts' });
    return {
      barcode: of.barcode,
      quantity: missing?.quantity ?? '0',
      ...enteredMoney(orRefuseMissing(parts[at]).priced),
      warehouseId: of.warehouseId,
      sourceDocumentId: id,
      sourceLine: of.line,
      remark: reason,
      allocations: [{ stockType: 'ungraded', lot: of.lot, serials: [...(missing?.serials ?? [])] }],
    };
  });
  const discount = enteredDiscount(discountOfParts(agreed, made, parts));
  const goods = { partnerId, currency, exchangeRate, ...discount, paidNow: '0', lines };
  const saved = await saveDocument(context, { kind: back, goods }, { workedOut: true });
  return { id: saved.id, number: saved.number };
}
