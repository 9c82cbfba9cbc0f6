import { promotions } from '@tradehouse/contract';
import type { InputOf } from '@tradehouse/contract';
import { decimal, hasDaysReversed, promotionFigures, promotionKinds } from '@tradehouse/domain';
import type { PromotionFigure } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import { recordWriter } from '../../kernel/table/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';

type PromotionGoodsInput = NonNullable<InputOf<typeof promotions.add>['goods']>;

/** Selects a figure for the kinds with the figure; null for others. */
function figureOfKindsSql(figure: PromotionFigure, column: string) {
  const kinds = promotionKinds.filter((kind) => promotionFigures[kind].includes(figure));
  return () => sql`case when row.kind = any(${kinds}::text[]) then ${sql.ref(`row.${column}`)} end`;
}
/** Selects a limit; zero limits nothing. */
const limitSql = (column: string) => () => sql`nullif(${sql.ref(`row.${column}`)}, 0)`;

export const promotionWriter = recordWriter(promotions, {
  reads: {
    goodsCount: ({ tenantId }) => sql`(
      select count(*)::int from promotion_goods g
      where g.tenant_id = ${tenantId} and g.promotion_id = row.id)`,
    usedBy: ({ tenantId }) => sql`(
      select count(*)::int from promotion_use u
      join document d on d.tenant_id = ${tenantId} and d.id = u.document_id and d.deleted_at is null
      where u.tenant_id = ${tenantId} and u.promotion_id = row.id)`,
    goods: ({ tenantId }) => sql`coalesce((
      select jsonb_agg(jsonb_build_object('barcodeId', b.id::text, 'barcode', b.code, 'productName', p.name,
          'attributes', k.attributes, 'unit', b.unit,
          'salePrice', trim_scale(b.sale_price)::text,
          'quantity', trim_scale(g.quantity)::text)
        order by p.name, p.id, b.position, b.id)
      from promotion_goods g
      join barcode b on b.tenant_id = ${tenantId} and b.id = g.barcode_id
      join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
      join sku k on k.tenant_id = ${tenantId} and k.id = b.sku_id
      where g.tenant_id = ${tenantId} and g.promotion_id = row.id), '[]')`,
  },
  lists: {
    rate: figureOfKindsSql('rate', 'rate'),
    amount: figureOfKindsSql('amount', 'amount'),
    threshold: figureOfKindsSql('threshold', 'threshold'),
    takeQuantity: figureOfKindsSql('takeQuantity', 'take_quantity'),
    payQuantity: figureOfKindsSql('payQuantity', 'pay_quantity'),
    mostPerDocument: limitSql('most_per_document'),
    mostPerCustomer: limitSql('most_per_customer'),
  },
  // A promotion is a price of sales, with name, figures and coupon.
  mine: ({ scope }) => sql<boolean>`${seesAmounts(scope, 'sale')}::boolean`,
  row: (columns, _, { scope }) =>
    seesAmounts(scope, 'sale') ? columns : refuseWith('access.denied'),
  after: async (context, _, after, input) => {
    if (after === null) return;
    const { goods } = input ?? {};
    if (goods !== undefined) await writePromotionGoods(context, after.id, goods);
    await checkPromotion(context, after.id);
  },
});

async function writePromotionGoods(
  { tx, tenantId }: Context,
  promotionId: string,
  goods: PromotionGoodsInput,
): Promise<void> {
  const ids = goods.map(({ barcodeId }) => barcodeId);
  const { rows } = await sql<{ id: string }>`
    select id from barcode where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
    order by id for key share`.execute(tx);
  const known = new Set(rows.map(({ id }) => id));
  const wrong = ids.findIndex((id, at) => !known.has(id) || ids.indexOf(id) < at);
  if (wrong >= 0) refuseWith('record.missing', {}, { field: 'goods', line: wrong + 1 });
  await sql`
    delete from promotion_goods where tenant_id = ${tenantId} and promotion_id = ${promotionId}`.execute(
    tx,
  );
  if (goods.length === 0) return;
  const lines = goods.map(({ barcodeId, quantity }) => ({ barcode_id: barcodeId, quantity }));
  await sql`
    insert into promotion_goods (tenant_id, promotion_id, barcode_id, quantity)
    select ${tenantId}::bigint, ${promotionId}::bigint, given.*
    from ${rowsAsTable(lines, 'barcode_id bigint, quantity numeric')}
    returning barcode_id`.execute(tx);
}

interface CheckedPromotion {
  readonly kind: string;
  readonly rate: string;
  readonly amount: string;
  readonly threshold: string;
  readonly take: string;
  readonly pay: string;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly goods: number;
}

/** Refuses a promotion without effect: the figures of its kind are missing, or its days are reversed. */
async function checkPromotion({ tx, tenantId }: Context, id: string): Promise<void> {
  const { rows } = await sql<CheckedPromotion>`
    select kind, rate, amount, threshold, take_quantity as take, pay_quantity as pay,
      first_day as "firstDay", last_day as "lastDay", (
        select count(*)::int from promotion_goods g
        where g.tenant_id = ${tenantId} and g.promotion_id = ${id}) as goods
    from promotion where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return;
  if (hasDaysReversed(row)) refuseWith('promotion.days', {}, { field: 'lastDay' });
  const field = missingField(row);
  if (field !== null) refuseWith('promotion.incomplete', {}, { field });
}

function missingField({ kind, rate, amount, threshold, take, pay, goods }: CheckedPromotion) {
  const isPositive = (figure: string): boolean => decimal(figure).gt(0);
  if (kind === 'percent') return isPositive(rate) ? null : 'rate';
  if (kind === 'amount') return isPositive(amount) ? null : 'amount';
  if (kind === 'bundle') return isPositive(amount) ? (goods > 0 ? null : 'goods') : 'amount';
  if (kind === 'threshold')
    return isPositive(threshold) ? (isPositive(amount) ? null : 'amount') : 'threshold';
  if (!isPositive(take)) return 'takeQuantity';
  return decimal(pay).lt(take) ? null : 'payQuantity';
}
