import type { ExternalOrderInput, ReceivedOrder } from '@tradehouse/contract';
import { normalText } from '@tradehouse/domain';
import { sql } from 'kysely';
import { addRows, found, given, grantedCustomers, log, refuse } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { findOpenDay } from '../system/index.ts';
import { makeOrder, mustSell } from './make.ts';
import { standing } from './orderList.ts';
import { spellCodes, spellShop } from './spelling.ts';

/**
 * Takes in an order from elsewhere: a sales order is made of it, or it waits, whole, for the codes that stand for none of our
 * goods. One that is known already is answered as it stands; of two that come at once one is the first.
 */
export async function receiveOrder(
  context: Context,
  input: ExternalOrderInput,
): Promise<ReceivedOrder> {
  mustSell(context);
  const order = await spelled(context, input);
  const id = await insertHead(context, order, await customerOf(context, order));
  if (id === null)
    return { known: true, order: await standing(context, await knownBy(context, order)) };
  await insertLines(context, id, order);
  await noteCodes(context, order);
  log(context, {
    action: 'add',
    subject: 'external_order',
    subjectId: id,
    number: keyOf(order).number,
    after: { ...keyOf(order), lines: order.lines.length },
  });
  // Closed books keep no order away: where even today is closed, it waits as it came.
  const { allClosed } = await findOpenDay(context, order.time ?? null);
  const made = allClosed ? await standing(context, id) : await makeOrder(context, { id });
  return { known: false, order: made };
}

/** An order whose shop and codes are spelled as the company has them. */
async function spelled(context: Context, order: ExternalOrderInput): Promise<ExternalOrderInput> {
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

/** What an order is known by. */
const keyOf = ({ platform, shop = '', externalOrder }: ExternalOrderInput) => ({
  platform,
  shop: shop.trim(),
  number: externalOrder,
});

/** Whose order it is: a customer that the caller may sell to. */
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
    refuse('externalOrder.customer', { name: customer ?? partnerId ?? '' }, { field: 'customer' })
  );
}

/** The id of the order, or null where one is known by the same key: one that is being brought in now is waited for. */
async function insertHead(
  { tx, tenantId, scope }: Context,
  order: ExternalOrderInput,
  partnerId: string,
): Promise<string | null> {
  const { platform, shop, number } = keyOf(order);
  const { rows } = await sql<{ id: string }>`
    insert into external_order (tenant_id, platform, shop, number, partner_id, ordered_at, remark, creator_id, institution_id)
    values (${tenantId}, ${platform}, ${shop}, ${number}, ${partnerId}, ${order.time ?? null}, ${order.remark ?? ''},
      ${scope.userId}, ${scope.institutionId})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

async function knownBy({ tx, tenantId }: Context, order: ExternalOrderInput): Promise<string> {
  const { platform, shop, number } = keyOf(order);
  const { rows } = await sql<{ id: string }>`
    select id from external_order
    where tenant_id = ${tenantId} and folded_text(platform) = folded_text(${platform})
      and normal_text(shop) = normal_text(${shop}) and normal_text(number) = normal_text(${number})
    order by (platform, shop, number) = (${platform}, ${shop}, ${number}) desc, id limit 1`.execute(
    tx,
  );
  return found(rows[0]).id;
}

async function insertLines(
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

/** Codes that no one told of yet stand among the relations, where they are given a barcode. */
async function noteCodes(context: Context, order: ExternalOrderInput): Promise<void> {
  const { tx, tenantId } = context;
  const { platform, shop } = keyOf(order);
  const names = new Map(
    order.lines.map(({ outerSkuCode, outerName = '' }) => [outerSkuCode, outerName.trim()]),
  );
  const codes = [...names].map(([outer_sku_code, outer_name]) => ({ outer_sku_code, outer_name }));
  const { rows } = await sql<{ id: string; outer_sku_code: string }>`
    insert into product_relation (tenant_id, platform, shop, outer_sku_code, outer_name)
    select ${tenantId}::bigint, ${platform}::text, ${shop}::text, given.* from ${given(
      codes.toSorted((one, other) => (one.outer_sku_code < other.outer_sku_code ? -1 : 1)),
      'outer_sku_code text, outer_name text',
    )}
    on conflict do nothing returning id, outer_sku_code`.execute(tx);
  for (const { id, outer_sku_code: code } of rows) {
    log(context, {
      action: 'add',
      subject: 'product_relation',
      subjectId: id,
      number: code,
      after: { platform, shop, outer_sku_code: code, outer_name: found(names.get(code)) },
    });
  }
}
