// Document lines with the amounts visible to the reader.
import { lineEntries, maskOfKind } from '@tradehouse/contract';
import type { FoundLineName, LineReply } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import {
  ZERO,
  decimal,
  documentKinds,
  exchangeOnLines,
  isOrder,
  kindCodes,
  kindsThat,
  toPlainDecimal,
  purseSettledByKind,
  settlingBeside,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import { seesAmounts } from '../../../kernel/access/index.ts';
import { fieldsShown, kitStockSql, trimTrailingZeros } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import type { MaskAmount } from '../../../kernel/table/index.ts';
import type { DocumentRow } from '../store/load.ts';
import { promotionsHidden } from '../masked/amountsHidden.ts';
import { asNamedNow } from '../masked/presentPrice.ts';

/** Returns a formatter that hides money from the reader. */
export function amountMaskFor(
  { scope }: Context,
  { kind }: { readonly kind: AnyKindCode },
): MaskAmount {
  const visible = seesAmounts(scope, maskOfKind(documentKinds[kind])) && seesAmounts(scope, 'kind');
  return (amount) => (visible && amount !== null ? trimTrailingZeros(amount) : null);
}

/** Exchange terms for taking further documents' money. */
export const takerOf = ({ kind, exchange_rate, money_digits }: DocumentRow) => ({
  kind,
  exchangeRate: decimal(exchange_rate),
  moneyDigits: money_digits,
});

/** Shows a minimum price only to users with sale-price rights, because a minimum price is a sale price. */
export const showingLowest = ({ scope }: Pick<Context, 'scope'>, show: MaskAmount): MaskAmount =>
  seesAmounts(scope, 'sale') ? show : () => null;

export const differenceText = (one: string, other: string): string =>
  toPlainDecimal(decimal(one).minus(other));

/** Database row of a line: stored columns by column name, and computed fields by field name. */
type DetailLineRow = Selectable<Database['document_line']> &
  Readonly<Record<FoundLineName, unknown>> & {
    readonly settled_kind: AnyKindCode | null;
    readonly settledDebt: string | null;
    readonly settledBefore: string | null;
    readonly stock: string | null;
  };

const askingKinds = kindCodes.filter((code) => documentKinds[code].asks);
const orderKinds = kindCodes.filter(isOrder);

/** Kinds that settle open amounts beside bills: opening debts or overpayments. */
const besideKinds = kindCodes.filter((code) =>
  ['receivable', 'payable'].includes(purseSettledByKind(code) ?? ''),
);
/** Kinds that may add amounts beside bills, by settling kind, with sign. */
const bringing = (['receivable', 'payable'] as const).flatMap((purse) =>
  besideKinds
    .filter((code) => purseSettledByKind(code) === purse)
    .flatMap((code) => settlingBeside(purse).map((one) => [code, ...one] as const)),
);
const besideSign = sql`case when d.kind = any(${besideKinds.filter((code) => purseSettledByKind(code) === 'payable')}) then -1 else 1 end`;

/** SQL expression of each line field without a column; a missing field fails to compile. */
const foundIn = ({
  tenantId,
  scope,
}: Context): Readonly<Record<FoundLineName, RawBuilder<unknown>>> => ({
  imageId: sql`(select f.id from stored_file f
    where f.tenant_id = ${tenantId} and f.owner = 'product' and f.owner_id = l.product_id order by f.position limit 1)`,
  productName: sql`p.name`,
  standard: sql`p.standard`,
  model: sql`p.model`,
  color: sql`p.color`,
  brand: sql`p.brand`,
  maker: sql`p.maker`,
  propertyOne: sql`p.property_one`,
  propertyTwo: sql`p.property_two`,
  propertyThree: sql`p.property_three`,
  shelfPosition: sql`p.shelf_position`,
  kitContents: sql`coalesce((
    select string_agg(concat(whole.name, nullif(' ' || part_sku.attributes, ' '), ' × ',
      trim_scale(part.quantity * l.base_quantity)), '; ' order by whole.name, part_sku.id)
    from line_part part
    join sku part_sku on part_sku.tenant_id = ${tenantId} and part_sku.id = part.sku_id
    join product whole on whole.tenant_id = ${tenantId} and whole.id = part_sku.product_id
    where part.tenant_id = ${tenantId} and part.document_id = l.document_id and part.line = l.line), '')`,
  serialManaged: sql`coalesce(p.serial_managed, false)`,
  lotManaged: sql`coalesce(p.lot_managed, false)`,
  attributes: sql`s.attributes`,
  skuCode: sql`s.code`,
  outerSkuCode: sql`s.outer_code`,
  warehouseName: sql`w.name`,
  targetWarehouseName: sql`t.name`,
  supplierName: sql`u.name`,
  pricedBy: sql`case when ${asNamedNow(tenantId)} then l.priced_by else 'total' end`,
  minimumPrice: sql`l.minimum_price`,
  referencePrice: sql`case when d.kind = any(${askingKinds}) then
    (select e.purchase_price from barcode e where e.tenant_id = ${tenantId} and e.id = l.barcode_id) end`,
  stock: sql`case when p.kit then ${kitStockSql(
    { tenantId, scope },
    {
      productId: sql`p.id`,
      ratio: sql`l.ratio`,
      isWanted: (id) => sql`${id} = l.warehouse_id`,
    },
  )} else round((select coalesce(sum(b.quantity), 0) from stock_balance b
    where b.tenant_id = ${tenantId} and b.warehouse_id = l.warehouse_id and b.sku_id = l.sku_id) / l.ratio, 6) end`,
  allocations: sql`coalesce((
    select jsonb_agg(jsonb_build_object('quantity', trim_scale(a.quantity)::text, 'lot', a.lot, 'expiry', a.expiry,
      'serials', a.serials, 'stockType', a.stock_type, 'bin', a.bin) order by a.allocation)
    from line_allocation a
    where a.tenant_id = ${tenantId} and a.document_id = l.document_id and a.line = l.line), '[]')`,
  sourceDocumentId: sql`k.source_document_id`,
  sourceLine: sql`k.source_line`,
  sourceNumber: sql`o.number`,
  linkedQuantity: sql`round(l.linked_quantity / l.ratio, 6)`,
  doneQuantity: sql`round(l.done_quantity / l.ratio, 6)`,
  purchasedQuantity: sql`round((select coalesce(sum(g.quantity), 0) from document_link g
    join document c on c.tenant_id = ${tenantId} and c.id = g.target_document_id and c.in_force and c.kind = any(${kindsThat('purchased')})
    where g.tenant_id = ${tenantId} and g.source_document_id = l.document_id and g.source_line = l.line) / l.ratio, 6)`,
  accountName: sql`c.name`,
  itemName: sql`i.name`,
  settledNumber: sql`b.number`,
  settledOn: sql`b.business_date::text`,
  settledDueOn: sql`b.due_on::text`,
  settledDebt: sql`case when b.kind = any(${orderKinds}) then b.paid_now when b.id is not null then b.debt
    when d.kind = any(${besideKinds}) then coalesce((select greatest(o.total_amount * ${besideSign}, 0) from document o
      where o.tenant_id = ${tenantId} and o.kind = 'openingBalance' and o.partner_id = d.partner_id and o.currency = d.currency
        and o.deleted_at is null), 0) end`,
  settledBefore: sql`case when b.kind = any(${orderKinds}) then b.deposit_taken when b.id is not null then b.settled
    when d.kind = any(${besideKinds}) then coalesce((select sum(m.amount * way.sign)
      from unnest(${bringing.map(([code]) => code)}::text[], ${bringing.map(([, kind]) => kind)}::text[],
        ${bringing.map(([, , sign]) => sign)}::int[]) as way(of, kind, sign)
      join document n on n.tenant_id = ${tenantId} and n.kind = way.kind
      join document_line m on m.tenant_id = ${tenantId} and m.document_id = n.id and m.settled_document_id is null
      where way.of = d.kind and n.partner_id = d.partner_id and n.currency = d.currency
        and n.deleted_at is null and n.in_force), 0) end`,
});

/** The lines of documents, in the order of their paper, by the document. */
export async function readDetailLines(
  context: Context,
  heads: readonly DocumentRow[],
): Promise<Map<string, LineReply[]>> {
  const { tx, tenantId, scope } = context;
  const found = Object.entries(foundIn(context)).map(
    ([name, expression]) => sql`${expression} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<DetailLineRow>`
    select l.*, b.kind as settled_kind, ${sql.join(found)}
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
      const show = amountMaskFor(context, head);
      const lowest = showingLowest(context, show);
      const own = rowsOf.get(head.id) ?? [];
      const exchange = exchangeOfLines(head, own);
      const lines = own.map((row, at) => ({
        ...lineReply(context, row, head, { show, lowest, seesStock: sees(row.warehouse_id) }),
        exchangeDifference: show(toPlainDecimal(exchange[at] ?? ZERO)),
      }));
      return [head.id, lines];
    }),
  );
}

/** Computes each line's exchange difference; goods settle nothing. */
function exchangeOfLines(head: DocumentRow, rows: readonly DetailLineRow[]): readonly Decimal[] {
  if (purseSettledByKind(head.kind) === null) return [];
  const lines = rows.map(({ amount, booked, settled_document_id: settledDocumentId }) => ({
    amount: decimal(amount),
    booked: decimal(booked ?? amount),
    settledDocumentId,
  }));
  return exchangeOnLines(takerOf(head), lines);
}

/** True for returns: their debt counts against the partner's, so settlements show negative. */
const isReturnTrade = (kind: AnyKindCode | null): boolean =>
  kind !== null && documentKinds[kind].trade?.sign === -1;

/** Sight of the reader of a line. */
interface LineSight {
  readonly show: MaskAmount;
  readonly lowest: MaskAmount;
  readonly seesStock: boolean;
}

function lineReply(
  { scope }: Context,
  row: DetailLineRow,
  head: DocumentRow,
  { show, lowest, seesStock }: LineSight,
): LineReply {
  const owed = (amount: string | null) => {
    const shown = show(amount);
    return shown !== null && shown !== '0' && isReturnTrade(row.settled_kind) ? `-${shown}` : shown;
  };
  return {
    ...shownOf(row, show),
    minimumPrice: lowest(row.minimum_price),
    promotions: promotionsHidden(scope, documentKinds[head.kind]) ? '' : row.promotions,
    stock:
      row.warehouse_id === null || row.stock === null || !seesStock
        ? null
        : trimTrailingZeros(row.stock),
    settledDebt: owed(row.settledDebt),
    // Excludes the line's own part, which is in the amount. Deposits count drafts too.
    settledBefore: owed(
      (head.in_force || purseSettledByKind(head.kind) === 'deposit') && row.settledBefore !== null
        ? differenceText(row.settledBefore, ownPart(row))
        : row.settledBefore,
    ),
  };
}

const shownOf = fieldsShown(
  lineEntries.filter(([, { reads }]) => reads !== 'paper' && reads !== 'worked'),
) as (
  row: DetailLineRow,
  show: MaskAmount,
  // SAFETY: the field's type defines the stored or computed value and the reply's format.
) => LineReply;

/** Settled amount in the bill's sign; beside bills, use of kept money is negative. */
const ownPart = ({ settled_document_id: bill, amount }: DetailLineRow): string =>
  bill === null ? amount : amount.replace('-', '');
