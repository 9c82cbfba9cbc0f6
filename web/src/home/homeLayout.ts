import { orderColumnNames, waitingTiles } from '@tradehouse/contract';
import { keysOf } from '@tradehouse/domain';
import { sides, stockUrls } from './homeFigures.ts';

/** Panels, and the names in each panel, in default order. */
export const homeParts = {
  money: sides,
  stock: keysOf(stockUrls),
  waiting: waitingTiles,
  atHand: ['shortcuts', 'notices', 'recent'],
  months: [],
  reports: [],
  company: [],
} as const;
export type Panel = keyof typeof homeParts;
export const panels = keysOf(homeParts);
export type Tile<P extends Panel = Panel> = (typeof homeParts)[P][number];

/** User's changes to one row: order and hidden names. */
export interface Arrangement {
  readonly order?: readonly string[];
  readonly hidden?: readonly string[];
}

/** User's arrangement of the home page; absent rows keep the default. */
export type HomeLayout = { readonly [Row in Panel | 'panels']?: Arrangement } & {
  /** Charts in place of figures. */
  readonly charts?: boolean;
};

export const NOT_ARRANGED: HomeLayout = {};

/** Platform operators do not trade: trade figures stay hidden until shown by the operator. */
const PLATFORM_LAYOUT: HomeLayout = {
  panels: { hidden: ['money', 'stock', 'waiting', 'months'] },
};

/** Returns the layout before any arrangement. */
export const startingLayout = (runsPlatform: boolean): HomeLayout =>
  runsPlatform ? PLATFORM_LAYOUT : NOT_ARRANGED;

/** Returns the names in the user's order, hidden names included. */
export function orderHomeParts<Name extends string>(
  declared: readonly Name[],
  { order = [] }: Arrangement = {},
): readonly Name[] {
  // SAFETY: ordering names adds no new names.
  return orderColumnNames(declared, order) as readonly Name[];
}

export const selectVisibleHomeParts = <Name extends string>(
  declared: readonly Name[],
  arrangement: Arrangement = {},
): readonly Name[] =>
  orderHomeParts(declared, arrangement).filter(
    (name) => arrangement.hidden?.includes(name) !== true,
  );

export const switchedTo = (
  { hidden = [], ...rest }: Arrangement,
  name: string,
  shown: boolean,
): Arrangement => ({
  ...rest,
  hidden: [...hidden.filter((other) => other !== name), ...(shown ? [] : [name])],
});

/** Moves a name by one place; unchanged at the end. */
export function moveHomePart<Name extends string>(
  names: readonly Name[],
  name: Name,
  by: -1 | 1,
): readonly Name[] {
  const at = names.indexOf(name);
  const other = names[at + by];
  if (at < 0 || other === undefined) return names;
  return names.map((one) => (one === name ? other : one === other ? name : one));
}
