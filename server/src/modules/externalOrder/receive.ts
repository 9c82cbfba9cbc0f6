import type { ExternalOrderInput, ReceivedOrder } from '@tradehouse/contract';
import { normalText } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, grantedCustomers, refuseWith } from '../../kernel/access/index.ts';
import { addRows } from '../../kernel/table/index.ts';
import { rowsAsTable, logChange } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { findOpenDay } from '../system/index.ts';
import { makeOrder, mustSell } from './make.ts';
import { readExternalOrderStanding } from './orderList.ts';
import { spellCodes, spellShop } from './spelling.ts';

/**
 * Receives an order: makes a sales order, or stores the whole order until all codes are mapped. A known
 * order is returned; of concurrent calls, one inserts.
 */
export async function receiveOrder(
  context: Context,
  input: ExternalOrderInput,
): Promise<ReceivedOrder> {
  mustSell(context);
  const order = await normalizeOrderSpelling(context, input);
  const id = await insertExternalOrder(context, order, await customerOf(context, order));
  if (id === null)
    return {
      known: true,
      order: await readExternalOrderStanding(context, await findExternalOrderId(context, order)),
    };
  await insertExternalOrderLines(context, id, order);
  await noteCodes(context, order);
  logChange(context, {
    action: 'add',
    subject: 'external_order',
    subjectId: id,
    number: toExternalOrderKey(order).number,
    after: { ...toExternalOrderKey(order), lines: order.lines.length },
  });
  // Closed books reject no order: if even today is closed, the order waits unchanged.
  const { allClosed } = await findOpenDay(context, order.time ?? null);
  const made = allClosed
    ? await readExternalOrderStanding(context, id)
    : await makeOrder(context, { id });
  return { known: false, order: made };
}

/** Applies the company's spelling to shop and codes. */
async function normalizeOrderSpelling(
  context: Context,
  order: ExternalOrderInput,
): Promise<ExternalOrderInput> {
  const { platform, shop = '', lines } = order;
  const known = await spellShop(context, { platform, shop: shop.trim() });
  const codes = await spellCodes(
    context,
    known,
    lines.map(({ outerSkuCode }) => outerSkuCode),
  );
  const firstOf = new Map<string, string>();
  return {
    ...order,
    ...known,
    lines: lines.map((line) => {
      const code = codes.get(line.outerSkuCode);
      const form = normalText(line.outerSkuCode);
      if (code === undefined && !firstOf.has(form)) firstOf.set(form, line.outerSkuCode);
      return { ...line, outerSkuCode: code ?? firstOf.get(form) ?? line.outerSkuCode };
    }),
  };
}

/** Unique key of an order. */
const toExternalOrderKey = ({ platform, shop = '', externalOrder }: ExternalOrderInput) => ({
  platform,
  shop: shop.trim(),
  number: externalOrder,
});

/** Finds the customer of an order: a customer granted to the caller. */
export async function customerOf(
  { tx, tenantId, scope }: Context,
  { partnerId, customer }: Pick<ExternalOrderInput, 'partnerId' | 'customer'>,
): Promise<string> {
  const name = customer?.trim() ?? '';
  const asked =
    partnerId === undefined
      ? sql`normal_text(p.name) = normal_text(${name})`
      : sql`p.id = ${partnerId}`;
  const { rows } = await sql<{ id: string }>`
    select p.id from partner p
    where p.tenant_id = ${tenantId} and p.type = 'customer' and p.removed_at is null and ${asked}
      and ${grantedCustomers(scope, 'p.id')}
    order by p.name = ${name} desc, p.id limit 1`.execute(tx);
  return (
    rows[0]?.id ??
    refuseWith(
      'externalOrder.customer',
      { name: customer ?? partnerId ?? '' },
      { field: 'customer' },
    )
  );
}

/** Inserts an order; null if the key exists. Waits for a concurrent insert. */
async function insertExternalOrder(
  { tx, tenantId, scope }: Context,
  order: ExternalOrderInput,
  partnerId: string,
): Promise<string | null> {
  const { platform, shop, number } = toExternalOrderKey(order);
  const { rows } = await sql<{ id: string }>`
    insert into external_order (tenant_id, platform, shop, number, partner_id, ordered_at, remark, creator_id, institution_id)
    values (${tenantId}, ${platform}, ${shop}, ${number}, ${partnerId}, ${order.time ?? null}, ${order.remark ?? ''},
      ${scope.userId}, ${scope.institutionId})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

async function findExternalOrderId(
  { tx, tenantId }: Context,
  order: ExternalOrderInput,
): Promise<string> {
  const { platform, shop, number } = toExternalOrderKey(order);
  const { rows } = await sql<{ id: string }>`
    select id from external_order
    where tenant_id = ${tenantId} and folded_text(platform) = folded_text(${platform})
      and normal_text(shop) = normal_text(${shop}) and normal_text(number) = normal_text(${number})
    order by (platform, shop, number) = (${platform}, ${shop}, ${number}) desc, id limit 1`.execute(
    tx,
  );
  return orRefuseMissing(rows[0]).id;
}

async function insertExternalOrderLines(
  context: Context,
  id: string,
  { lines }: ExternalOrderInput,
): Promise<void> {
  await addRows(
    context,
    'external_order_line',
    lines.map(({ outerSkuCode, outerName = '', quantity, price }, at) => ({
      order_id: id,
      line: at + 1,
      outer_sku_code: outerSkuCode,
      outer_name: outerName.trim(),
      quantity,
      price,
    })),
    sql`line`,
  );
}

/** Adds new codes to the SKU mappings, where users assign barcodes. */
async function noteCodes(context: Context, order: ExternalOrderInput): Promise<void> {
  const { tx, tenantId } = context;
  const { platform, shop } = toExternalOrderKey(order);
  const names = new Map(
    order.lines.map(({ outerSkuCode, outerName = '' }) => [outerSkuCode, outerName.trim()]),
  );
  const codes = [...names].map(([outer_sku_code, outer_name]) => ({ outer_sku_code, outer_name }));
  const { rows } = await sql<{ id: string; outer_sku_code: string }>`
    insert into product_relation (tenant_id, platform, shop, outer_sku_code, outer_name)
    select ${tenantId}::bigint, ${platform}::text, ${shop}::text, given.* from ${rowsAsTable(
      codes.toSorted((one, other) => (one.outer_sku_code < other.outer_sku_code ? -1 : 1)),
      'outer_sku_code text, outer_name text',
    )}
    on conflict do nothing returning id, outer_sku_code`.execute(tx);
  for (const { id, outer_sku_code: code } of rows) {
    logChange(context, {
      action: 'add',
      subject: 'product_relation',
      subjectId: id,
      number: code,
      after: { platform, shop, outer_sku_code: code, outer_name: orRefuseMissing(names.get(code)) },
    });
  }
}
