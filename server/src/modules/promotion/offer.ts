import { applyPromotions, decimal, normalText } from '@tradehouse/domain';
import type {
  Decimal,
  Promotion,
  PromotedLine,
  PromotionKind,
  PromotionResult,
} from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/access/index.ts';
import { usesOfCustomerSql } from './uses.ts';

export interface OfferedGoods {
  readonly partnerId: string | null;
  /** Time of the document; null: now. */
  readonly time: string | null;
  readonly couponCode: string;
  /** Changed document, whose own uses do not count. */
  readonly documentId: string | null;
  readonly lines: readonly PromotedLine[];
  /** Decimals of the company's currency, in which promotions count. */
  readonly digits: number;
  /** Holds limited promotions until the commit, so two documents cannot take the same last use. */
  readonly holds: boolean;
}

export interface PromotionOffer extends PromotionResult {
  readonly running: boolean;
  readonly couponKnown: boolean;
}

interface PromotionRow {
  readonly id: string;
  readonly name: string;
  readonly kind: PromotionKind;
  readonly rate: string;
  readonly amount: string;
  readonly threshold: string;
  readonly take_quantity: string;
  readonly pay_quantity: string;
  readonly coupon: string;
  readonly most_per_document: string;
  readonly most_per_customer: string;
  readonly exclusive: boolean;
  readonly priority: number;
  readonly goods: readonly { readonly id: string; readonly quantity: string }[] | null;
}

/** Computes the promotions of a sale's lines on the day of the document. */
export async function readOffer(context: Context, asked: OfferedGoods): Promise<PromotionOffer> {
  const coupons = await readCoupons(context, asked.time);
  const code = couponForm(asked.couponCode);
  const stated = coupons.filter((coupon) => coupon !== '' && couponForm(coupon) === code);
  const couponKnown = code === '' || stated.length > 0;
  const held = await readRunning(context, ['', ...stated], asked);
  const used = await readUses(context, held, asked);
  const promotions = held.map((row) => toPromotion(row, used.get(row.id) ?? null));
  const result = applyPromotions(asked.lines, promotions, asked.digits);
  return { ...result, running: coupons.length > 0, couponKnown };
}

/** Form in which codes are compared: without blanks, case and width. */
const couponForm = (code: string): string => normalText(code).toLowerCase();

/** Holds for promotions `p` of the document's day, with the settings `s`. */
const isRunningSql = (time: string | null): RawBuilder<boolean> => sql<boolean>`(p.enabled
  and (coalesce(${time}::timestamptz, now()) at time zone s.time_zone)::date
    between coalesce(p.first_day, '-infinity') and coalesce(p.last_day, 'infinity'))`;

/** Reads the coupon codes of the running promotions; '' holds without a coupon. */
async function readCoupons(
  { tx, tenantId }: Context,
  time: string | null,
): Promise<readonly string[]> {
  const { rows } = await sql<{ coupon: string }>`
    select distinct p.coupon from promotion p
    join tenant_setting s on s.tenant_id = ${tenantId}
    where p.tenant_id = ${tenantId} and ${isRunningSql(time)}`.execute(tx);
  return rows.map(({ coupon }) => coupon);
}

/**
 * Reads the running promotions of these coupon codes that hold for asked goods. Bundles are read with all goods,
 * others with the asked goods.
 */
async function readRunning(
  { tx, tenantId }: Context,
  coupons: readonly string[],
  { time, lines }: OfferedGoods,
): Promise<readonly PromotionRow[]> {
  const asked = [...new Set(lines.flatMap(({ barcodeId }) => barcodeId || []))];
  if (asked.length === 0) return [];
  const goodsSql = sql`promotion_goods g where g.tenant_id = ${tenantId} and g.promotion_id = p.id`;
  const isAsked = sql`g.barcode_id = any(${asked}::bigint[])`;
  const { rows } = await sql<PromotionRow>`
    select p.id, p.name, p.kind, p.rate, p.amount, p.threshold, p.take_quantity, p.pay_quantity, p.coupon,
      p.most_per_document, p.most_per_customer, p.exclusive, p.priority, (
        select jsonb_agg(jsonb_build_object('id', g.barcode_id::text, 'quantity', g.quantity::text)
          order by g.barcode_id)
        from ${goodsSql} and (p.kind = 'bundle' or ${isAsked})) as goods
    from promotion p
    join tenant_setting s on s.tenant_id = ${tenantId}
    where p.tenant_id = ${tenantId} and ${isRunningSql(time)} and p.coupon = any(${coupons}::text[])
      and (not exists (select from ${goodsSql}) or exists (select from ${goodsSql} and ${isAsked}))
    order by p.id`.execute(tx);
  return rows;
}

/** Reads the customer's uses of promotions with a limit per customer, by promotion. */
async function readUses(
  { tx, tenantId }: Context,
  rows: readonly PromotionRow[],
  { partnerId, documentId, holds }: OfferedGoods,
): Promise<ReadonlyMap<string, Decimal>> {
  const limited = rows.filter(({ most_per_customer }) => decimal(most_per_customer).gt(0));
  const ids = limited.map(({ id }) => id);
  if (ids.length === 0 || partnerId === null) return new Map();
  if (holds)
    await sql`
      select from promotion where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
      order by id for update`.execute(tx);
  const { rows: used } = await sql<{ id: string; uses: string }>`
    select p.id, ${usesOfCustomerSql(tenantId, partnerId, documentId === null ? [] : [documentId])} as uses
    from promotion p where p.tenant_id = ${tenantId} and p.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(used.map(({ id, uses }) => [id, decimal(uses)]));
}

const smallestLimit = (limits: readonly Decimal[]): Decimal | null =>
  limits.reduce<Decimal | null>(
    (least, limit) => (least === null || limit.lt(least) ? limit : least),
    null,
  );

/** @param used the customer's uses; null: no customer, or no limit */
function toPromotion(row: PromotionRow, used: Decimal | null): Promotion {
  const perDocument = decimal(row.most_per_document);
  const perCustomer = decimal(row.most_per_customer);
  // A limit per customer needs a customer.
  const left = used === null ? decimal(0) : perCustomer.minus(used);
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    rate: decimal(row.rate),
    amount: decimal(row.amount),
    threshold: decimal(row.threshold),
    takeQuantity: decimal(row.take_quantity),
    payQuantity: decimal(row.pay_quantity),
    goods: new Map((row.goods ?? []).map(({ id, quantity }) => [id, decimal(quantity)])),
    priority: row.priority,
    exclusive: row.exclusive,
    usesLeft: smallestLimit([
      ...(perDocument.gt(0) ? [perDocument] : []),
      ...(perCustomer.gt(0) ? [left] : []),
    ]),
  };
}
