import { literals } from '../field.ts';
import { kindCodes } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { TenantTerms } from '../identity/users.ts';
import { MessageHeading } from '../message/messages.ts';
import { Closed, DecimalString, Nullable, readAll } from '../resource.ts';
import { Figures } from '../session/endpoints.ts';

/**
 * What waits for somebody: documents by kind, of those whose lists the caller may open; and the sales orders of today. To be
 * approved wait requests and orders, from which nothing is made before that, and drafts that count nowhere before it; what
 * counts from saving, as most drafts do where approval is not forced, waits for no one.
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
/** So many documents of a tile are counted at most: a count that reaches it says so many or more, whatever there are. */
export const MOST_WAITING = 1000;
export type WaitingTile = (typeof waitingTiles)[number];

/** A stretch of days, and the one before it up to the same point of it. */
const Beside = Closed({ now: Figures, before: Figures });

/**
 * What lies in the warehouses that the caller may use: products that lie there or are missing, by product; places (a product or
 * SKU in a warehouse) that hold less than they should or are locked; lots near their expiry and past it. `quantity` adds up base
 * units, `value` is in the company's own currency, null where costs are hidden.
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
 * The home page, of what the caller may see, in one answer: money of four stretches beside the ones before, six months (oldest
 * first; `month` is YYYY-MM), what lies in stock (null: not for the caller), what waits, the newest unread messages,
 * and what holds for the company.
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
        tile: literals(waitingTiles),
        kind: literals(kindCodes),
        count: Type.Integer(),
      }),
    ),
    /** The day it is by the company's clock. */
    today: Type.String(),
    notices: Type.Array(MessageHeading),
    company: TenantTerms,
  }),
});
