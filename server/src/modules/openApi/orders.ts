import type { InputOf, ReplyOf, openOrder } from '@tradehouse/contract';
import { KEPT_DIGITS, decimal, normalText, toPlainDecimal, rounded } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith, visibleDocuments } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import { saveGoods } from '../document/index.ts';
import { customerOf, mustSell } from '../externalOrder/index.ts';

type OpenOrderInput = InputOf<typeof openOrder>;
type OpenOrderInputLine = OpenOrderInput['lines'][number];
type OpenOrderReply = ReplyOf<typeof openOrder>;

/**
 * Creates a program's sales order, like the user would: a draft. A known number returns the existing order;
 * of concurrent requests, one inserts.
 */
export async function writeOrder(
  context: Context,
  order: OpenOrderInput,
  { application }: Pick<EndpointCall, 'application'>,
): Promise<OpenOrderReply> {
  mustSell(context);
  const { tx, tenantId } = context;
  const { id: appId } = orRefuseMissing(application);
  const number = normalText(order.externalOrder);
  // Waits for a concurrent insert of the number.
  const { rows } = await sql`
    insert into oauth_order (tenant_id, app_id, number) values (${tenantId}, ${appId}, ${number})
    on conflict (tenant_id, app_id, number) do nothing returning number`.execute(tx);
  if (rows.length === 0) return { known: true, order: await findOpenOrder(context, appId, number) };
  const partnerId = await customerOf(context, order);
  const facts = await sellingFacts(context, partnerId);
  const barcodes = await readOrderBarcodes(context, order.lines);
  const { id, number: given } = await saveGoods(context, {
    kind: 'saleOrder',
    partnerId,
    externalOrder: number,
    remark: order.remark ?? '',
    ...(order.couponCode === undefined ? {} : { couponCode: order.couponCode }),
    lines: order.lines.map((line, at) =>
      toSalesOrderLine(line, barcodes[at] ?? '', facts, order.applyPromotions === true),
    ),
  });
  await sql`
    update oauth_order set document_id = ${id}
    where tenant_id = ${tenantId} and app_id = ${appId} and number = ${number}`.execute(tx);
  return { known: false, order: { id, number: given } };
}

/** Returns the existing sales order; null: deleted since, or invisible to the user. */
async function findOpenOrder(
  { tx, tenantId, scope }: Context,
  appId: string,
  number: string,
): Promise<OpenOrderReply['order']> {
  const { rows } = await sql<{ id: string; number: string }>`
    select d.id, d.number from oauth_order o join document d on d.tenant_id = ${tenantId} and d.id = o.document_id
    where o.tenant_id = ${tenantId} and o.app_id = ${appId} and o.number = ${number} and d.deleted_at is null
      and ${visibleDocuments(scope, 'd')}`.execute(tx);
  return rows[0] ?? null;
}

interface SellingFacts {
  readonly tax_rate: string;
  readonly digits: number;
  /** Prices of documents include tax. */
  readonly inclusive: boolean;
}

async function sellingFacts({ tx, tenantId }: Context, partnerId: string): Promise<SellingFacts> {
  const { rows } = await sql<SellingFacts>`
    select coalesce(p.tax_rate, 0)::text as tax_rate,
      s.currency_digits as digits, s.price_includes_tax as inclusive
    from partner p join tenant_setting s on s.tenant_id = ${tenantId}
    where p.tenant_id = ${tenantId} and p.id = ${partnerId}`.execute(tx);
  return orRefuseMissing(rows[0]);
}

/** Returns each line's barcode: given, or the SKU code's base-unit barcode. */
async function readOrderBarcodes(
  { tx, tenantId }: Context,
  lines: readonly OpenOrderInputLine[],
): Promise<readonly string[]> {
  const asked = lines.flatMap(({ skuCode }) => skuCode ?? []);
  const { rows } = await sql<{ sku: string; barcode: string }>`
    select s.code as sku, b.code as barcode from sku s
    join barcode b on b.tenant_id = ${tenantId} and b.sku_id = s.id and b.ratio = 1 and b.enabled
    where s.tenant_id = ${tenantId} and s.code <> '' and s.code = any(${asked}::text[])
    order by b.position, b.id`.execute(tx);
  return lines.map(({ barcode, skuCode }, at) => {
    if ((barcode === undefined) === (skuCode === undefined))
      refuseWith('openOrder.goods', { line: at + 1 }, { field: 'barcode', line: at + 1 });
    if (skuCode === undefined) return barcode ?? '';
    const known = rows.filter(({ sku }) => sku === skuCode);
    const [first] = known;
    if (first === undefined || known.length > 1)
      refuseWith(
        first === undefined ? 'openOrder.unknownSku' : 'openOrder.severalSkus',
        { line: at + 1, code: skuCode },
        { field: 'skuCode', line: at + 1 },
      );
    return first.barcode;
  });
}

/**
 * Converts a line: the total is the charged amount, from which the writer derives the price. With promotions
 * the price is the regular price, and the writer computes the amount.
 */
const toSalesOrderLine = (
  { quantity, price, remark = '' }: OpenOrderInputLine,
  barcode: string,
  { tax_rate, digits, inclusive }: SellingFacts,
  promoted: boolean,
) => ({
  barcode,
  quantity,
  ...(promoted
    ? { regularPrice: toPlainDecimal(inclusive ? decimal(price) : withoutTax(price, tax_rate)) }
    : { total: toPlainDecimal(rounded(decimal(quantity).times(price), digits)) }),
  taxRate: toPlainDecimal(decimal(tax_rate)),
  remark,
});

const withoutTax = (price: string, taxRate: string): Decimal =>
  rounded(decimal(price).times(100).dividedBy(decimal(taxRate).plus(100)), KEPT_DIGITS);
