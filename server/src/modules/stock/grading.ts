import type {
  GoodsDocumentInput,
  InputOf,
  ReplyOf,
  RowOf,
  gradeGoods,
  markDefective,
  ungradedSerials,
} from '@tradehouse/contract';
import { formalTable, gradingTable, ungradedTable } from '@tradehouse/contract';
import { toPlainDecimal, decimal, grades, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  orRefuseMissing,
  grantedWarehouses,
  mayUseWarehouse,
  refuseWith,
  seesAmounts,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import { matchesKeyword, bindTable } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { FiltersOf } from '../../kernel/table/index.ts';
import { deleteInternal, saveDocument } from '../document/index.ts';
import { lockSkus } from '../posting/index.ts';
import { inWarehouses } from './countLists.ts';
import {
  askedByBarcode,
  askedOfAll,
  baseBarcodes,
  firstByBarcode,
  namedSpot,
  ofProducts,
} from './skuNames.ts';

type GradingLine = GoodsDocumentInput['lines'][number];
/** Grade of goods before a grading. */
type GradedFrom = 'ungraded' | 'formal';
type Photos = NonNullable<InputOf<typeof markDefective>['photos']>;

async function baseBarcode({ tx, tenantId }: Context, skuId: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select code from barcode where tenant_id = ${tenantId} and sku_id = ${skuId} and ratio = 1
    order by position limit 1`.execute(tx);
  return orRefuseMissing(rows[0]).code;
}

/**
 * Grades ungraded goods: one line out of ungraded stock, one line in per grade, at unchanged value.
 * Refuses beyond the ungraded stock with `stock.shortage`, even where stock may be
 * negative: absent goods cannot be inspected.
 */
export async function gradeUngradedGoods(
  context: Context,
  input: InputOf<typeof gradeGoods>,
  { from = 'ungraded', photos = [] }: { readonly from?: GradedFrom; readonly photos?: Photos } = {},
): Promise<ReplyOf<typeof gradeGoods>> {
  const { skuId, warehouseId, lot = '', reason = '' } = input;
  if (!mayUseWarehouse(context.scope, warehouseId)) refuseWith('record.missing');
  const barcode = await baseBarcode(context, skuId);
  const parts = grades.flatMap((stockType) => {
    const part = input[stockType];
    return part === undefined || decimal(part.quantity).isZero() ? [] : [{ stockType, ...part }];
  });
  if (parts.length === 0) refuseWith('grading.nothing', {}, { field: 'formal' });
  const line = (
    role: 'part' | 'item',
    stockType: GradedFrom | (typeof grades)[number],
    quantity: string,
    serials: readonly string[],
  ): GradingLine => ({
    role,
    barcode,
    quantity,
    warehouseId,
    allocations: [
      {
        stockType,
        ...(lot === '' ? {} : { lot }),
        ...(serials.length === 0 ? {} : { serials: [...serials] }),
      },
    ],
  });
  const all = sum(parts.map(({ quantity }) => decimal(quantity)));
  const whole = toPlainDecimal(all);
  await mustLie(context, { skuId, warehouseId, lot, barcode }, from, all);
  const lines = [
    line(
      'part',
      from,
      whole,
      parts.flatMap(({ serials = [] }) => serials),
    ),
    ...parts.map(({ stockType, quantity, serials = [] }) =>
      line('item', stockType, quantity, serials),
    ),
  ];
  const { id, number } = await saveDocument(context, {
    kind: 'regrade',
    goods: { lines, remark: reason, status: '1', attachments: [...photos] },
  });
  return { id, number };
}

interface GradingSpot {
  readonly skuId: string;
  readonly warehouseId: string;
  readonly lot: string;
  readonly barcode: string;
}

async function mustLie(
  context: Context,
  spot: GradingSpot,
  from: GradedFrom,
  wanted: Decimal,
): Promise<void> {
  const { tx, tenantId } = context;
  const [, { rows }] = await lockSkus(context, [spot.skuId], () =>
    sql<{ quantity: string }>`
      select quantity from stock_balance
      where tenant_id = ${tenantId} and sku_id = ${spot.skuId} and warehouse_id = ${spot.warehouseId}
        and lot = ${spot.lot} and stock_type = ${from}`.execute(tx),
  );
  await refuseBeyond(context, spot, wanted.minus(rows[0]?.quantity ?? 0));
}

/** Refuses missing goods with `stock.shortage`; `line` is the requesting line. */
export async function refuseBeyond(
  { tx, tenantId }: Context,
  { warehouseId, barcode }: Pick<GradingSpot, 'warehouseId' | 'barcode'>,
  missing: Decimal,
  line = 1,
): Promise<void> {
  if (missing.lte(0)) return;
  const { rows } = await sql<{ warehouse: string; date: string; product: string }>`
    select w.name as warehouse, (now() at time zone s.time_zone)::date as date,
      coalesce((
        select p.name from barcode b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
        where b.tenant_id = ${tenantId} and b.code = ${barcode} limit 1
      ), ${barcode}) as product
    from warehouse w join tenant_setting s on s.tenant_id = ${tenantId}
    where w.tenant_id = ${tenantId} and w.id = ${warehouseId}`.execute(tx);
  refuseWith(
    'stock.shortage',
    { number: '', line, barcode, ...orRefuseMissing(rows[0]), missing: toPlainDecimal(missing) },
    { field: 'quantity', line },
  );
}

/**
 * Marks formal goods defective. Their loss of value becomes a cost of the day: cost is kept per SKU, so all
 * of its stock is worth that much less.
 */
export async function markGoodsDefective(
  context: Context,
  input: InputOf<typeof markDefective>,
): Promise<ReplyOf<typeof markDefective>> {
  const { skuId, warehouseId, lot = '', quantity, serials, reason, photos = [] } = input;
  const { tx, tenantId, scope } = context;
  const percent = decimal(input.writeDown ?? '0');
  if (percent.gt(0) && !seesAmounts(scope, 'cost')) refuseWith('access.denied');
  const part = { quantity, ...(serials === undefined ? {} : { serials }) };
  const grading = { skuId, warehouseId, lot, reason, defective: part };
  const saved = await gradeUngradedGoods(context, grading, { from: 'formal', photos });
  if (percent.isZero()) return saved;
  // The grading locks the SKU, so its value is current. With negative stock elsewhere these goods exceed
  // the total stock: the loss is limited to the SKU's value.
  const { rows } = await sql<{ worth: string }>`
    select least(cost.value, round(
      cost.value / nullif(cost.quantity, 0) * ${quantity}::numeric * ${toPlainDecimal(percent)}::numeric / 100,
      setting.currency_digits)) as worth
    from sku_cost cost join tenant_setting setting on setting.tenant_id = ${tenantId}
    where cost.tenant_id = ${tenantId} and cost.sku_id = ${skuId}`.execute(tx);
  const worth = decimal(rows[0]?.worth ?? '0');
  if (worth.lte(0)) return saved;
  const barcode = await baseBarcode(context, skuId);
  const line = { barcode, quantity, amount: toPlainDecimal(worth.negated()), warehouseId };
  const allocations = [{ stockType: 'defective' as const, ...(lot === '' ? {} : { lot }) }];
  await saveDocument(
    context,
    {
      kind: 'valueAdjustment',
      subject: writeDownOf(saved.id),
      goods: { lines: [{ ...line, allocations }], remark: reason, status: '1' },
    },
    { workedOut: true },
  );
  return saved;
}

/** Key for finding the write-down document of a grading to defective. */
const writeDownOf = (id: string): string => `regrade:${id}`;

/** Reverses a grading: goods not moved since become ungraded again. */
export async function revertGrading(context: Context, id: string): Promise<{ changed: number }> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<{ warehouse_ids: string[] }>`
    select warehouse_ids from document
    where tenant_id = ${tenantId} and id = ${id} and kind = 'regrade' and deleted_at is null`.execute(
    tx,
  );
  const { warehouse_ids: ids } = orRefuseMissing(rows[0]);
  if (!ids.every((one) => mayUseWarehouse(scope, one))) refuseWith('record.missing');
  const { rows: less } = await sql<{ id: string }>`
    select id from document
    where tenant_id = ${tenantId} and kind = 'valueAdjustment' and subject = ${writeDownOf(id)} and deleted_at is null`.execute(
    tx,
  );
  for (const one of less) await deleteInternal(context, one.id);
  await deleteInternal(context, id);
  return { changed: 1 };
}

/** Serials of a SKU that are ungraded or formal in a warehouse. */
export async function serialsToGrade(
  { tx, tenantId, scope }: Context,
  { skuId, warehouseId, formal = false }: InputOf<typeof ungradedSerials>,
): Promise<ReplyOf<typeof ungradedSerials>> {
  const { rows } = await sql<{ serial: string }>`
    select serial from serial_number card
    where card.tenant_id = ${tenantId} and card.sku_id = ${skuId} and card.warehouse_id = ${warehouseId}
      and card.stock_type = ${formal ? 'formal' : 'ungraded'} and ${grantedWarehouses(scope, 'card.warehouse_id')}
    order by serial limit 10000`.execute(tx);
  return { serials: rows.map(({ serial }) => serial), quantity: String(rows.length) };
}

type GradingFilters = FiltersOf<typeof formalTable>;

/** Goods in the state `from` in requested warehouses, aliased `held`. */
const stockToGradeSql = (
  context: Context,
  from: GradedFrom,
  { warehouses }: GradingFilters,
): RawBuilder<unknown> => sql`
  held.tenant_id = ${context.tenantId} and held.stock_type = ${from} and held.quantity > 0
    and ${inWarehouses(context, 'held.warehouse_id', warehouses)}`;

interface GradingRowParts {
  readonly columns: RawBuilder<unknown>;
  readonly joins: RawBuilder<unknown>;
  /** A condition on `held`. */
  readonly only?: RawBuilder<unknown>;
}

/** Goods in the state `from`: columns and source relations. */
function gradingRowsSql(
  context: Context,
  from: GradedFrom,
  asked: GradingFilters,
  { columns, joins, only = sql`true` }: GradingRowParts,
) {
  const { keyword } = asked;
  const { tenantId } = context;
  return sql`
    select held.sku_id || '-' || held.warehouse_id || '-' || held.lot as id, held.sku_id as "skuId",
      held.warehouse_id as "warehouseId", coalesce(base.code, '') as barcode, held.lot, held.quantity${columns}
    from stock_balance held
    left join ${baseBarcodes(tenantId)} base on base.sku_id = held.sku_id
    ${joins}
    where ${stockToGradeSql(context, from, asked)} and ${only}
      and ${keyword === undefined ? sql`true` : ofProducts(tenantId, matchesKeyword(tenantId, keyword))}`;
}

const inWords = {
  pages: 'whole',
  beside({ tenantId }: Context) {
    const { by, joins, columns } = namedSpot(tenantId);
    return {
      by,
      joins,
      columns: {
        ...columns,
        productId: sql`product.id`,
        serialManaged: sql`product.serial_managed`,
      },
    };
  },
} as const;

type GradingNameColumn =
  | 'productId'
  | 'name'
  | 'attributes'
  | 'warehouseName'
  | 'unit'
  | 'serialManaged';

/** Ungraded goods, with time and document of the last receipt. */
export const ungradedRows = bindTable(
  ungradedTable,
  (context, asked) => {
    const { tenantId, scope } = context;
    const more = {
      columns: sql`, came.document_id as "documentId", came.kind, coalesce(came.number, '') as number,
      came.business_date as since, (now() at time zone setting.time_zone)::date - came.business_date as days`,
      joins: sql`
      join tenant_setting setting on setting.tenant_id = ${tenantId}
      left join lateral (
        select case when seen.visible then document.id end as document_id, document.kind,
          case when seen.visible then document.number end as number, move.business_date
        from stock_move move
        join document on document.tenant_id = ${tenantId} and document.id = move.document_id and document.deleted_at is null
        cross join lateral (select ${visibleDocuments(scope, 'document')} as visible) as seen
        where move.tenant_id = ${tenantId} and move.sku_id = held.sku_id and move.stock_type = 'ungraded'
          and move.lot = held.lot and move.to_place = 'warehouse' and move.to_id = held.warehouse_id
        order by move.posting_number desc limit 1) came on true`,
    };
    return sql<
      Omit<RowOf<typeof ungradedTable>, GradingNameColumn>
    >`${gradingRowsSql(context, 'ungraded', asked, more)}`;
  },
  inWords,
);

const asTheyLie = { columns: sql``, joins: sql`` };

export const formalRows = bindTable(
  formalTable,
  (context, asked) =>
    sql<
      Omit<RowOf<typeof formalTable>, GradingNameColumn>
    >`${gradingRowsSql(context, 'formal', asked, asTheyLie)}`,
  {
    ...inWords,
    totals(context, query) {
      const asked = askedOfAll(formalTable, query);
      return (
        asked &&
        sql`select count(*) as "#", coalesce(sum(held.quantity), 0) as quantity
          from stock_balance held where ${stockToGradeSql(context, 'formal', asked)}`
      );
    },
    end(context, query) {
      const asked = askedByBarcode(formalTable, query);
      if (asked === null) return null;
      const ofSku = sql`select from stock_balance held where ${stockToGradeSql(context, 'formal', asked)} and held.sku_id = named.id`;
      const first = firstByBarcode(context.tenantId, ofSku, query.offset + query.limit);
      return gradingRowsSql(context, 'formal', asked, {
        ...asTheyLie,
        only: sql`held.sku_id = any(array${first})`,
      });
    },
  },
);

export const gradingRows = bindTable(gradingTable, (context, { warehouses }) => {
  const { tenantId } = context;
  return sql<RowOf<typeof gradingTable>>`
    select document.id, document.number, document.business_time as time, out.barcode, product.name,
      warehouse.name as "warehouseName", coalesce(parts.lot, '') as lot, came.graded_from as "gradedFrom",
      coalesce(parts.formal, 0) as formal,
      coalesce(parts.defective, 0) as defective, coalesce(parts.gift, 0) as gift,
      coalesce((
        select sum(move.value) from document less
        join stock_move move on move.tenant_id = ${tenantId} and move.document_id = less.id and move.to_place = 'variance'
        where less.tenant_id = ${tenantId} and less.kind = 'valueAdjustment' and less.subject = 'regrade:' || document.id
          and less.deleted_at is null), 0) as "writtenDown",
      coalesce((
        select string_agg(file.id::text, ',' order by file.position) from stored_file file
        where file.tenant_id = ${tenantId} and file.owner = 'document' and file.owner_id = document.id), '') as "photoIds",
      creator.name as "creatorName", document.remark
    from document
    join document_line out on out.tenant_id = ${tenantId} and out.document_id = document.id and out.role = 'part'
    join product on product.tenant_id = ${tenantId} and product.id = out.product_id
    join warehouse on warehouse.tenant_id = ${tenantId} and warehouse.id = out.warehouse_id
    join app_user creator on creator.tenant_id = ${tenantId} and creator.id = document.creator_id
    left join lateral (
      select move.stock_type as graded_from from stock_move move
      where move.tenant_id = ${tenantId} and move.document_id = document.id and move.to_place = 'regrade' limit 1) came on true
    left join lateral (
      select max(move.lot) as lot, sum(move.quantity) filter (where move.stock_type = 'formal') as formal,
        sum(move.quantity) filter (where move.stock_type = 'defective') as defective,
        sum(move.quantity) filter (where move.stock_type = 'gift') as gift
      from stock_move move
      where move.tenant_id = ${tenantId} and move.document_id = document.id and move.from_place = 'regrade') parts on true
    where document.tenant_id = ${tenantId} and document.kind = 'regrade' and document.deleted_at is null
      and ${inWarehouses(context, 'out.warehouse_id', warehouses)}`;
});
