import { labelledLines, MOST_COPIES, MOST_LABEL_ROWS, priceMasks } from '@tradehouse/contract';
import type { InputOf, LabelGoods, LabelPrice, ReplyOf } from '@tradehouse/contract';
import type { labelGoods } from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  grantedWarehouses,
  mayOpen,
  refuseWith,
  seesAmounts,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import { isNamedBy } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';

type LabelGoodsQuery = InputOf<typeof labelGoods>;

/** Goods for labels: a barcode, perhaps with a lot or serial, and the number of labels. */
interface LabelGoodsRow extends LabelGoods {
  readonly code: string | null;
}

/** Reads the label contents of all named goods: a single query, plus another for documents. */
export async function goodsOnLabels(
  context: Context,
  asked: LabelGoodsQuery,
): Promise<ReplyOf<typeof labelGoods>> {
  const { codes = [], documentIds = [] } = asked;
  await requireLabelDocuments(context, documentIds);
  const { rows } = await labelGoodsSql(context, asked).execute(context.tx);
  if (rows.length > MOST_LABEL_ROWS) refuseWith('label.tooManyRows', { most: MOST_LABEL_ROWS });
  const known = new Set(rows.map(({ code }) => code));
  return {
    rows: rows.map(({ code: _code, ...row }) => row),
    unknown: codes.filter((code) => !known.has(code)),
  };
}

/** Document kinds that receive goods, with a page open to the caller. */
const listLabelKinds = ({ scope }: Context) =>
  kindCodes.filter(
    (kind) => labelledLines(kind).length > 0 && mayOpen(scope, documentKinds[kind].url ?? ''),
  );

async function requireLabelDocuments(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { tx, tenantId, scope } = context;
  const { rows } = await sql`
    select d.id from document d
    where d.tenant_id = ${tenantId} and d.id = any(${[...new Set(ids)]}::bigint[])
      and d.kind = any(${listLabelKinds(context)}::text[]) and d.deleted_at is null and ${visibleDocuments(scope, 'd')}`.execute(
    tx,
  );
  if (rows.length < new Set(ids).size) refuseWith('record.missing');
}

/** Preferred barcode of the SKU `sku_id` of `of`, in the smallest unit. */
const smallestBarcodeSql = (tenantId: string, of: string): RawBuilder<unknown> => sql`lateral (
  select u.id from barcode u
  where u.tenant_id = ${tenantId} and u.sku_id = ${sql.ref(`${of}.sku_id`)} and u.enabled and u.ratio = 1
  order by u.is_default desc, u.position, u.id limit 1)`;

/** Barcodes typed or scanned. */
const byCode = (tenantId: string, codes: readonly string[]) => sql`
  select b.id as barcode_id, '' as lot, null::date as expiry, '' as serial, 1 as copies, a.code, 1 as part, a.at, 0 as then
  from unnest(${codes}::text[]) with ordinality as a(code, at)
  join barcode b on b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, sql`a.code`)} and b.enabled`;

/** Codes without a barcode: serials in a warehouse. */
const bySerial = ({ tenantId, scope }: Context, codes: readonly string[]) => sql`
  select u.id, n.lot, null::date, n.serial, 1, a.code, 1, a.at, 1
  from unnest(${codes}::text[]) with ordinality as a(code, at)
  join serial_number n on n.tenant_id = ${tenantId} and n.serial = a.code and n.warehouse_id is not null
    and ${grantedWarehouses(scope, 'n.warehouse_id')}
  join ${smallestBarcodeSql(tenantId, 'n')} u on true
  where not exists (select from barcode b where b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, sql`a.code`)} and b.enabled)`;

/** Every SKU of products, in the smallest unit. */
const byProduct = (tenantId: string, ids: readonly string[]) => sql`
  select u.id, '', null::date, '', 1, null::text, 2, a.at, k.id
  from unnest(${ids}::bigint[]) with ordinality as a(id, at)
  join sku k on k.tenant_id = ${tenantId} and k.product_id = a.id
  join lateral (
    select o.id from barcode o
    where o.tenant_id = ${tenantId} and o.sku_id = k.id and o.enabled and o.ratio = 1
    order by o.is_default desc, o.position, o.id limit 1) u on true`;

/** Goods received by documents: each serial singly, everything else by lot, in received quantity. */
function byDocument(context: Context, ids: readonly string[]): RawBuilder<unknown> {
  const { tenantId } = context;
  const lines = listLabelKinds(context).flatMap((kind) =>
    labelledLines(kind).map((role) => ({ kind, role })),
  );
  return sql`
  select l.barcode_id, coalesce(p.lot, ''), p.expiry, coalesce(s.serial, ''),
    case when s.serial is null then least(ceil(coalesce(p.quantity, l.base_quantity) / l.ratio), ${MOST_COPIES})::int else 1 end, null::text, 3, a.at,
    row_number() over (order by a.at, l.position, p.allocation, s.at)
  from unnest(${ids}::bigint[]) with ordinality as a(id, at)
  join document d on d.tenant_id = ${tenantId} and d.id = a.id
  join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.base_quantity > 0
  join unnest(${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ role }) => role)}::text[]) as way(kind, role)
    on way.kind = d.kind and way.role = l.role
  left join line_allocation p on p.tenant_id = ${tenantId} and p.document_id = d.id and p.line = l.line
  left join lateral unnest(p.serials) with ordinality as s(serial, at) on true`;
}

/** Lots and serials of barcodes in the caller's warehouses. */
const byPiece = ({ tenantId, scope }: Context, codes: readonly string[]) => sql`
  select b.id, h.lot, null::date, h.serial, 1, null::text, 4, a.at, row_number() over (order by a.at, h.lot, h.serial)
  from unnest(${codes}::text[]) with ordinality as a(code, at)
  join barcode b on b.tenant_id = ${tenantId} and ${isNamedBy('b', tenantId, sql`a.code`)} and b.enabled
  join lateral (
    select n.lot, n.serial from serial_number n
    where n.tenant_id = ${tenantId} and n.sku_id = b.sku_id and n.warehouse_id is not null
      and ${grantedWarehouses(scope, 'n.warehouse_id')}
    union all
    select held.lot, '' from stock_balance held
    where held.tenant_id = ${tenantId} and held.sku_id = b.sku_id and held.lot <> '' and held.quantity > 0
      and ${grantedWarehouses(scope, 'held.warehouse_id')}
      and not exists (select from serial_number o where o.tenant_id = ${tenantId} and o.sku_id = b.sku_id)
    group by held.lot) h on true`;

/** Price of the barcode; null if hidden from the caller. */
const labelPriceSql = ({ scope }: Context, name: LabelPrice): RawBuilder<string | null> =>
  seesAmounts(scope, priceMasks[name])
    ? sql`trim_scale(${sql.ref(`b.${name}_price`)})::text`
    : sql`null::text`;

function labelGoodsSql(context: Context, asked: LabelGoodsQuery): RawBuilder<LabelGoodsRow> {
  const { tenantId } = context;
  const { codes = [], productIds = [], documentIds = [], pieces = [] } = asked;
  return sql<LabelGoodsRow>`
  with wanted as (${byCode(tenantId, codes)}
    union all ${bySerial(context, codes)}
    union all ${byProduct(tenantId, productIds)}
    union all ${byDocument(context, documentIds)}
    union all ${byPiece(context, pieces)})
  select w.code, b.code as barcode, p.name as "productName", p.english_name as "englishName", k.code as "skuCode", p.standard,
    p.model, p.color, p.brand, k.attributes, p.origin, b.unit,
    case when b.ratio = 1 then '' else concat_ws(' ', trim_scale(b.ratio)::text, base.unit) end as contents,
    p.shelf_position as "shelfPosition", w.lot,
    coalesce(coalesce(w.expiry, t.expiry)::text, '') as expiry, w.serial, w.copies,
    jsonb_build_object('retail', ${labelPriceSql(context, 'retail')}, 'sale', ${labelPriceSql(context, 'sale')},
      'distributor', ${labelPriceSql(context, 'distributor')}, 'supply', ${labelPriceSql(context, 'supply')}) as prices,
    p.lot_managed as "lotManaged", p.serial_managed as "serialManaged", p.label_template_id as "templateId"
  from wanted w
  join barcode b on b.tenant_id = ${tenantId} and b.id = w.barcode_id
  join product p on p.tenant_id = ${tenantId} and p.id = b.product_id and p.removed_at is null
  join sku k on k.tenant_id = ${tenantId} and k.id = b.sku_id
  left join lot t on t.tenant_id = ${tenantId} and t.sku_id = b.sku_id and t.lot = w.lot
  left join lateral (
    select u.unit from barcode u where u.tenant_id = ${tenantId} and u.sku_id = b.sku_id and u.ratio = 1
    order by u.position, u.id limit 1) base on b.ratio <> 1
  order by w.part, w.at, w.then, b.id limit ${MOST_LABEL_ROWS + 1}`;
}
