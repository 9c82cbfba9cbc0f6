// The lines of documents as a reader may see them.
import { maskOfKind } from '@tradehouse/contract';
import type { LineReply } from '@tradehouse/contract';
import {
  decimal,
  documentKinds,
  isOrder,
  kindCodes,
  kindsThat,
  plain,
  settledBy,
} from '@tradehouse/domain';
import type { AnyKindCode, PricedBy } from '@tradehouse/domain';
import { sql } from 'kysely';
import { seesAmounts, trimmed } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';
import type { DocumentRow } from '../store/load.ts';
import { asNamedNow } from '../masked/presentPrice.ts';

/** Money as a reader may see it. */
type Show = (amount: string | null) => string | null;

/** What of a document's money the reader may see. */
export function showing({ scope }: Context, { kind }: { readonly kind: string }): Show {
  const visible =
    seesAmounts(scope, maskOfKind(documentKinds[kind as AnyKindCode])) &&
    seesAmounts(scope, 'kind');
  return (amount) => (visible && amount !== null ? trimmed(amount) : null);
}

/** A lowest price is one of selling, in whatever document it stands. */
export const showingLowest = ({ scope }: Pick<Context, 'scope'>, show: Show): Show =>
  seesAmounts(scope, 'sale') ? show : () => null;

/** One amount of the database less another. */
export const difference = (one: string, other: string): string => plain(decimal(one).minus(other));

interface LineRow {
  document_id: string;
  line: number;
  position: number;
  role: string;
  sku_id: string | null;
  product_id: string | null;
  barcode: string;
  image_id: string | null;
  product_name: string | null;
  standard: string | null;
  model: string | null;
  color: string | null;
  brand: string | null;
  maker: string | null;
  property_one: string | null;
  property_two: string | null;
  property_three: string | null;
  attributes: string | null;
  sku_code: string | null;
  outer_code: string | null;
  shelf_position: string | null;
  serial_managed: boolean | null;
  lot_managed: boolean | null;
  unit: string;
  ratio: string;
  quantity: string;
  base_quantity: string;
  priced_by: PricedBy;
  unit_price: string;
  amount: string;
  tax_rate: string;
  tax: string;
  total: string;
  minimum_price: string | null;
  weight: string;
  warehouse_id: string | null;
  warehouse_name: string | null;
  target_warehouse_id: string | null;
  target_warehouse_name: string | null;
  supplier_id: string | null;
  supplier_name: string | null;
  reference_price: string | null;
  stock: string | null;
  allocations: LineReply['allocations'] | null;
  source_document_id: string | null;
  source_line: number | null;
  source_number: string | null;
  linked: string;
  done: string;
  purchased: string;
  account_id: string | null;
  account_name: string | null;
  item_id: string | null;
  item_name: string | null;
  settled_document_id: string | null;
  settled_number: string | null;
  settled_kind: string | null;
  settled_debt: string | null;
  settled_before: string | null;
  remark: string;
}

const askingKinds = kindCodes.filter((code) => documentKinds[code].asks);
const orderKinds = kindCodes.filter(isOrder);

/** The lines of documents, in the order of their paper, by the document. */
export async function readLines(
  context: Context,
  heads: readonly DocumentRow[],
): Promise<Map<string, LineReply[]>> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<LineRow>`
    select l.document_id, l.line, l.position, l.role, l.sku_id, l.product_id, l.barcode,
      (select f.id from stored_file f where f.tenant_id = ${tenantId} and f.owner = 'product' and f.owner_id = l.product_id
        order by f.position limit 1) as image_id, p.name as product_name, p.standard, p.model, p.color,
      p.brand, p.maker, p.property_one, p.property_two, p.property_three, p.shelf_position, s.attributes, s.code as sku_code, s.outer_code, p.serial_managed, p.lot_managed, l.unit, l.ratio, l.quantity, l.base_quantity,
      case when ${asNamedNow(tenantId)} then l.priced_by else 'total' end as priced_by, l.unit_price, l.amount, l.tax_rate, l.tax, l.total, l.minimum_price, l.weight,
      l.warehouse_id, w.name as warehouse_name, l.target_warehouse_id, t.name as target_warehouse_name,
      l.supplier_id, u.name as supplier_name,
      case when d.kind = any(${askingKinds}) then
        (select e.purchase_price from barcode e where e.tenant_id = ${tenantId} and e.id = l.barcode_id) end as reference_price,
      round((select coalesce(sum(b.quantity), 0) from stock_balance b
        where b.tenant_id = ${tenantId} and b.warehouse_id = l.warehouse_id and b.sku_id = l.sku_id) / l.ratio, 6) as stock,
      (select jsonb_agg(jsonb_build_object('quantity', trim_scale(a.quantity)::text, 'lot', a.lot, 'expiry', a.expiry,
          'serials', a.serials, 'stockType', a.stock_type, 'bin', a.bin) order by a.allocation)
        from line_allocation a
        where a.tenant_id = ${tenantId} and a.document_id = l.document_id and a.line = l.line) as allocations,
      k.source_document_id, k.source_line, o.number as source_number,
      round(l.linked_quantity / l.ratio, 6) as linked, round(l.done_quantity / l.ratio, 6) as done,
      round((select coalesce(sum(g.quantity), 0) from document_link g
        join document c on c.tenant_id = ${tenantId} and c.id = g.target_document_id and c.in_force and c.kind = any(${kindsThat('purchased')})
        where g.tenant_id = ${tenantId} and g.source_document_id = l.document_id and g.source_line = l.line) / l.ratio, 6) as purchased,
      l.account_id, c.name as account_name, l.item_id, i.name as item_name,
      l.settled_document_id, b.number as settled_number, b.kind as settled_kind,
      case when b.kind = any(${orderKinds}) then b.paid_now else b.debt end as settled_debt,
      case when b.kind = any(${orderKinds}) then b.deposit_taken else b.settled end as settled_before,
      l.remark
    from document_line l
    join document d on d.tenant_id = ${tenantId} and d.id = l.document_id
    left join product p on p.tenant_id = ${tenantId} and p.id = l.product_id
    left join sku s on s.tenant_id = ${tenantId} and s.id = l.sku_id
    left join warehouse w on w.tenant_id = ${tenantId} and w.id = l.warehouse_id
    left join warehouse t on t.tenant_id = ${tenantId} and t.id = l.target_warehouse_id
    left join partner u on u.tenant_id = ${tenantId} and u.id = l.supplier_id
    left join document_link k on k.tenant_id = ${tenantId} and k.target_document_id = l.document_id and k.target_line = l.line
    left join document o on o.tenant_id = ${tenantId} and o.id = k.source_document_id
    left join account c on c.tenant_id = ${tenantId} and c.id = l.account_id
    left join in_out_item i on i.tenant_id = ${tenantId} and i.id = l.item_id
    left join document b on b.tenant_id = ${tenantId} and b.id = l.settled_document_id
    where l.tenant_id = ${tenantId} and l.document_id = any(${heads.map(({ id }) => id)}::bigint[])
    order by l.position`.execute(tx);
  const sees = (id: string | null) =>
    id === null || scope.warehouseIds === null || scope.warehouseIds.includes(id);
  const rowsOf = Map.groupBy(rows, (row) => row.document_id);
  return new Map(
    heads.map((head) => {
      const show = showing(context, head);
      const lowest = showingLowest(context, show);
      const lines = (rowsOf.get(head.id) ?? []).map((row) =>
        lineReply(row, head, { show, lowest }, sees(row.warehouse_id)),
      );
      return [head.id, lines];
    }),
  );
}

/** A return's debt counts against its partner's: what it settles is shown below zero. */
const turned = (kind: string | null): boolean =>
  kind !== null && documentKinds[kind as AnyKindCode].trade?.sign === -1;

function lineReply(
  row: LineRow,
  head: DocumentRow,
  { show, lowest }: { readonly show: Show; readonly lowest: Show },
  seesStock: boolean,
): LineReply {
  const owed = (amount: string | null) => {
    const shown = show(amount);
    return shown !== null && shown !== '0' && turned(row.settled_kind) ? `-${shown}` : shown;
  };
  return {
    line: row.line,
    position: row.position,
    role: row.role,
    skuId: row.sku_id,
    productId: row.product_id,
    barcode: row.barcode,
    imageId: row.image_id,
    productName: row.product_name ?? '',
    standard: row.standard ?? '',
    model: row.model ?? '',
    color: row.color ?? '',
    brand: row.brand ?? '',
    maker: row.maker ?? '',
    propertyOne: row.property_one ?? '',
    propertyTwo: row.property_two ?? '',
    propertyThree: row.property_three ?? '',
    attributes: row.attributes ?? '',
    skuCode: row.sku_code ?? '',
    outerSkuCode: row.outer_code ?? '',
    shelfPosition: row.shelf_position ?? '',
    serialManaged: row.serial_managed ?? false,
    lotManaged: row.lot_managed ?? false,
    unit: row.unit,
    ratio: trimmed(row.ratio),
    quantity: trimmed(row.quantity),
    baseQuantity: trimmed(row.base_quantity),
    pricedBy: row.priced_by,
    unitPrice: show(row.unit_price),
    amount: show(row.amount),
    taxRate: trimmed(row.tax_rate),
    tax: show(row.tax),
    total: show(row.total),
    minimumPrice: lowest(row.minimum_price),
    referencePrice: show(row.reference_price),
    weight: trimmed(row.weight),
    warehouseId: row.warehouse_id,
    warehouseName: row.warehouse_name ?? '',
    targetWarehouseId: row.target_warehouse_id,
    targetWarehouseName: row.target_warehouse_name ?? '',
    supplierId: row.supplier_id,
    supplierName: row.supplier_name ?? '',
    stock:
      row.warehouse_id === null || row.stock === null || !seesStock ? null : trimmed(row.stock),
    allocations: row.allocations ?? [],
    sourceDocumentId: row.source_document_id,
    sourceLine: row.source_line,
    sourceNumber: row.source_number ?? '',
    linkedQuantity: trimmed(row.linked),
    doneQuantity: trimmed(row.done),
    purchasedQuantity: trimmed(row.purchased),
    accountId: row.account_id,
    accountName: row.account_name ?? '',
    itemId: row.item_id,
    itemName: row.item_name ?? '',
    settledDocumentId: row.settled_document_id,
    settledNumber: row.settled_number ?? '',
    settledDebt: owed(row.settled_debt),
    // What others settled of it: this document's own part is in its amount. Of a deposit drafts count, too.
    settledBefore: owed(
      (head.in_force || settledBy(head.kind) === 'deposit') && row.settled_before !== null
        ? difference(row.settled_before, absolute(row.amount))
        : row.settled_before,
    ),
    remark: row.remark,
  };
}

const absolute = (amount: string): string => amount.replace('-', '');
