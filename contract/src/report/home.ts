import { toLiteralUnion } from '../field.ts';
import { kindCodes } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { MessageHeading } from '../message/messages.ts';
import { TenantTerms } from '../platform/plans.ts';
import { Closed, DecimalString, Nullable, readAll } from '../resource.ts';
import { Figures } from '../session/endpoints.ts';

/**
 * Pending documents by kind, on lists that the caller may open, and today's sales orders. Waiting for
 * approval: requests and orders, because nothing is made from them before, and drafts without effect
 * before. Documents in force on saving (most drafts unless approval is forced) wait for no one.
 */
export const waitingTiles = [
  'orderedToday',
  'toApprove',
  'toBuy',
  'toShip',
  'toReceive',
  'toCollect',
  'toPay',
  'overdueIn',
  'overdueOut',
] as const;
/** Documents counted per tile; at the limit, "or more" is shown. */
export const MOST_WAITING = 1000;
export type WaitingTile = (typeof waitingTiles)[number];

/** Date range, and the previous range up to the same point. */
const Beside = Closed({ now: Figures, before: Figures });

/**
 * Stock tiles for the caller's warehouses: products in stock or missing; places (a product or SKU in a
 * warehouse) below minimum or locked; lots near or past expiry. `quantity` adds base units; `value` is in
 * the company's own currency, null if hidden.
 */
const StockTiles = Closed({
  products: Type.Integer(),
  quantity: DecimalString,
  value: Nullable(DecimalString),
  belowSafety: Type.Integer(),
  soonExpired: Type.Integer(),
  expired: Type.Integer(),
  locked: Type.Integer(),
  negative: Type.Integer(),
});
export type StockTiles = Static<typeof StockTiles>;

/**
 * Home page in one reply, by the caller's access: money of four ranges with the previous ones; six months
 * (oldest first; `month` is YYYY-MM); stock (null: no access); pending documents; newest unread messages;
 * company terms.
 */
export const home = readAll({
  path: '/home/overview',
  summary: 'The home page',
  access: 'signedIn',
  reply: Closed({
    money: Closed({ today: Beside, yesterday: Beside, month: Beside, year: Beside }),
    months: Type.Array(Closed({ month: Type.String(), ...Figures.properties })),
    stock: Nullable(StockTiles),
    waiting: Type.Array(
      Closed({
        tile: toLiteralUnion(waitingTiles),
        kind: toLiteralUnion(kindCodes),
        count: Type.Integer(),
      }),
    ),
    /** Current day by the company's clock. */
    today: Type.String(),
    notices: Type.Array(MessageHeading),
    company: TenantTerms,
  }),
});
