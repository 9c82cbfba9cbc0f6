import type { InputOf, ReplyOf, openOrder } from '@tradehouse/contract';
import { decimal, plain, rounded } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, refuse, visibleDocuments } from '../../kernel/index.ts';
import type { Call, Context } from '../../kernel/index.ts';
import { saveGoods } from '../document/index.ts';
import { customerOf, mustSell } from '../relation/index.ts';

type Order = InputOf<typeof openOrder>;
type Line = Order['lines'][number];
type Written = ReplyOf<typeof openOrder>;

/**
 * Writes a sales order that a program asks for, as its user would: a draft. One that it asked for before, by the same number of
 * its own, is answered and not written again; of two that come at once one is the first.
 */
export async function writeOrder(
  context: Context,
  order: Order,
  { application }: Pick<Call, 'application'>,
): Promise<Written> {
  mustSell(context);
  const { tx, tenantId } = context;
  const { id: appId } = found(application);
  const number = order.externalOrder.trim();
  // One that is being written now is waited for.
  const { rows } = await sql`
    insert into oauth_order (tenant_id, app_id, number) values (${tenantId}, ${appId}, ${number})
    on conflict (tenant_id, app_id, number) do nothing returning number`.execute(tx);
  if (rows.length === 0) return { known: true, order: await knownBy(context, appId, number) };
  const partnerId = await customerOf(context, order);
  const facts = await sellingFacts(context, partnerId);
  const barcodes = await barcodesOf(context, order.lines);
  const { id, number: given } = await saveGoods(context, {
    kind: 'saleOrder',
    partnerId,
    externalOrder: number,
    remark: order.remark ?? '',
    lines: order.lines.map((line, at) => asWritten(line, barcodes[at] ?? '', facts)),
  });
  await sql`
    update oauth_order set document_id = ${id}
    where tenant_id = ${tenantId} and app_id = ${appId} and number = ${number}`.execute(tx);
  return { known: false, order: { id, number: given } };
}

/** The sales order that stands of it; null: it was deleted since, or its user may not see it. */
async function knownBy(
  { tx, tenantId, scope }: Context,
  appId: string,
  number: string,
): Promise<Written['order']> {
  const { rows } = await sql<{ id: string; number: string }>`
    select d.id, d.number from oauth_order o join document d on d.tenant_id = ${tenantId} and d.id = o.document_id
    where o.tenant_id = ${tenantId} and o.app_id = ${appId} and o.number = ${number} and d.deleted_at is null
      and ${visibleDocuments(scope, 'd')}`.execute(tx);
  return rows[0] ?? null;
}

interface SellingFacts {
  readonly tax_rate: string;
  readonly digits: number;
}

async function sellingFacts({ tx, tenantId }: Context, partnerId: string): Promise<SellingFacts> {
  const { rows } = await sql<SellingFacts>`
    select coalesce(p.tax_rate, 0)::text as tax_rate,
      (select currency_digits from tenant_setting where tenant_id = ${tenantId}) as digits
    from partner p where p.tenant_id = ${tenantId} and p.id = ${partnerId}`.execute(tx);
  return found(rows[0]);
}

/** Of each line its barcode: as it was given, or that in which the SKU of its code is counted. */
async function barcodesOf(
  { tx, tenantId }: Context,
  lines: readonly Line[],
): Promise<readonly string[]> {
  const asked = lines.flatMap(({ skuCode }) => skuCode ?? []);
  const { rows } = await sql<{ sku: string; barcode: string }>`
    select s.code as sku, b.code as barcode from sku s
    join barcode b on b.tenant_id = ${tenantId} and b.sku_id = s.id and b.ratio = 1 and b.enabled
    where s.tenant_id = ${tenantId} and s.code <> '' and s.code = any(${asked}::text[])
    order by b.position, b.id`.execute(tx);
  return lines.map(({ barcode, skuCode }, at) => {
    if ((barcode === undefined) === (skuCode === undefined))
      refuse('openOrder.goods', { line: at + 1 }, { field: 'barcode', line: at + 1 });
    if (skuCode === undefined) return barcode ?? '';
    const known = rows.filter(({ sku }) => sku === skuCode);
    const [first] = known;
    if (first === undefined || known.length > 1)
      refuse(
        first === undefined ? 'openOrder.unknownSku' : 'openOrder.severalSkus',
        { line: at + 1, code: skuCode },
        { field: 'skuCode', line: at + 1 },
      );
    return first.barcode;
  });
}

/** A line as it is written: its total is what is charged, from which the writer finds the price. */
const asWritten = (
  { quantity, price, remark = '' }: Line,
  barcode: string,
  { tax_rate, digits }: SellingFacts,
) => ({
  barcode,
  quantity,
  total: plain(rounded(decimal(quantity).times(price), digits)),
  taxRate: plain(decimal(tax_rate)),
  remark,
});
