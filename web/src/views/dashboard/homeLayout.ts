import { ordered, waitingTiles } from '@tradehouse/contract';
import { keysOf } from '@tradehouse/domain';
import { sides, stockUrls } from './homeFigures.ts';

/** What the home page has, in its own order: panels, and what stands in each. */
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

/** What the user changed of one row of things: their order, and what is not shown. */
export interface Arrangement {
  readonly order?: readonly string[];
  readonly hidden?: readonly string[];
}

/** How the user arranged the home page; what is absent is as the page has it. */
export type HomeLayout = { readonly [Row in Panel | 'panels']?: Arrangement } & {
  /** Charts in place of figures. */
  readonly charts?: boolean;
};

/** As the page has it. */
export const NOT_ARRANGED: HomeLayout = {};

/** These names as the user put them in order, hidden ones too. */
export function inOrder<Name extends string>(
  declared: readonly Name[],
  { order = [] }: Arrangement = {},
): readonly Name[] {
  // SAFETY: putting names in order makes no others.
  return ordered(declared, order) as readonly Name[];
}

/** Those that are shown, in order. */
export const shownOf = <Name extends string>(
  declared: readonly Name[],
  arrangement: Arrangement = {},
): readonly Name[] =>
  inOrder(declared, arrangement).filter((name) => arrangement.hidden?.includes(name) !== true);

/** The same with one of them shown or hidden. */
export const switchedTo = (
  { hidden = [], ...rest }: Arrangement,
  name: string,
  shown: boolean,
): Arrangement => ({
  ...rest,
  hidden: [...hidden.filter((other) => other !== name), ...(shown ? [] : [name])],
});

/** The names with one of them a place up or down; as they are where it stands at the end. */
export function stepped<Name extends string>(
  names: readonly Name[],
  name: Name,
  by: -1 | 1,
): readonly Name[] {
  const at = names.indexOf(name);
  const other = names[at + by];
  if (at < 0 || other === undefined) return names;
  return names.map((one) => (one === name ? other : one === other ? name : one));
}
