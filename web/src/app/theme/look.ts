import { keysOf } from '@tradehouse/domain';
import { useSyncExternalStore } from 'react';
import { listeners } from '../listeners.ts';
import { keep, recall } from '../session/storage.ts';
import type { StorageKey } from '../session/storage.ts';
import { useMedia } from './useMedia.ts';

/** How the user wants the product to look, kept in the browser under the keys of spec §3. */
export interface Look {
  /** Colours of the whole page. */
  readonly mode: 'system' | 'light' | 'dark';
  /** Colours of the menu. */
  readonly menu: 'light' | 'dark';
  /** The primary colour, #RRGGBB. */
  readonly colour: string;
  /** Colours that stay apart for weak eyes. */
  readonly weak: boolean;
  readonly layout: 'sidemenu' | 'topmenu';
  /** In top-menu mode: a page of one width in the middle, or as wide as the window. */
  readonly width: 'Fixed' | 'Fluid';
  readonly fixedHeader: boolean;
  /** The header gives way while one scrolls down; only when it is fixed. */
  readonly hideHeader: boolean;
  readonly fixedMenu: boolean;
  /** Opened pages become tabs. */
  readonly tabs: boolean;
}

/** Spec §9. */
export const defaultLook: Look = {
  mode: 'light',
  menu: 'light',
  colour: '#1890FF',
  weak: false,
  layout: 'sidemenu',
  width: 'Fixed',
  fixedHeader: true,
  hideHeader: false,
  fixedMenu: true,
  tabs: true,
};

/** The colours offered (spec §2, screens 12.5). */
export const colours = {
  red: '#F5222D',
  volcano: '#FA541C',
  yellow: '#FAAD14',
  cyan: '#13C2C2',
  green: '#52C41A',
  blue: '#1890FF',
  geek: '#2F54EB',
  purple: '#722ED1',
} as const;

const places = {
  mode: 'colourMode',
  menu: 'theme',
  colour: 'colour',
  weak: 'colourWeak',
  layout: 'layoutMode',
  width: 'contentWidth',
  fixedHeader: 'fixedHeader',
  hideHeader: 'headerHidden',
  fixedMenu: 'fixedSidemenu',
  tabs: 'multiPage',
} as const satisfies Readonly<Record<keyof Look, StorageKey>>;

const names = keysOf(places);

const words: { readonly [Name in keyof Look]?: readonly string[] } = {
  mode: ['system', 'light', 'dark'],
  menu: ['light', 'dark'],
  colour: Object.values(colours),
  layout: ['sidemenu', 'topmenu'],
  width: ['Fixed', 'Fluid'],
};

/** What was kept, where it is something that can be chosen: another version may have written it. */
export function recalledLook(recalled: (key: StorageKey) => unknown): Look {
  const valid = (name: keyof Look, value: unknown): boolean =>
    words[name]?.includes(String(value)) ?? typeof value === 'boolean';
  const kept = names
    .map((name) => [name, recalled(places[name])] as const)
    .filter(([name, value]) => valid(name, value));
  return { ...defaultLook, ...Object.fromEntries(kept) };
}

let current: Look = typeof localStorage === 'undefined' ? defaultLook : recalledLook(recall);
const { subscribe, tell } = listeners();

/** How it looks now. */
export const look = (): Look => current;

/** Changes the look at once and remembers it. */
export function changeLook(change: Partial<Look>): void {
  current = { ...current, ...change };
  for (const name of names) if (name in change) keep(places[name], current[name]);
  tell();
}

export const useLook = (): Look => useSyncExternalStore(subscribe, look);

/** Whether the system asks for no motion, as it did when this page was opened. */
export const still: boolean =
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** Whether the page is dark now. Paper is light. */
export function useDark(): boolean {
  const { mode } = useLook();
  const system = useMedia('(prefers-color-scheme: dark)');
  const paper = useMedia('print');
  return !paper && (mode === 'system' ? system : mode === 'dark');
}
