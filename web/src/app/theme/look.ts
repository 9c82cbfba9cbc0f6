import { keysOf } from '@tradehouse/domain';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';
import { storeValue, readStoredValue } from '../session/storage.ts';
import type { StorageKey } from '../session/storage.ts';
import { useMedia } from './useMedia.ts';

/** Appearance chosen by the user, stored in the browser. */
export interface Look {
  /** Colours of the whole page. */
  readonly mode: 'system' | 'light' | 'dark';
  /** Colours of the menu. */
  readonly menu: 'light' | 'dark';
  /** The primary colour, #RRGGBB. */
  readonly colour: string;
  /** Colours distinguishable with weak eyesight. */
  readonly weak: boolean;
  readonly layout: 'sidemenu' | 'topmenu';
  /** In top-menu mode: a centred page of fixed width, or the full window. */
  readonly width: 'Fixed' | 'Fluid';
  readonly fixedHeader: boolean;
  /** The header hides during scrolling down; only if fixed. */
  readonly hideHeader: boolean;
  readonly fixedMenu: boolean;
  /** Opened pages become tabs. */
  readonly tabs: boolean;
}

/** Look without stored settings. */
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

/** Primary colours offered to the user. */
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

/** Reads the stored look, ignoring invalid values, which another version may have written. */
export function recalledLook(recalled: (key: StorageKey) => unknown): Look {
  const valid = (name: keyof Look, value: unknown): boolean =>
    words[name]?.includes(String(value)) ?? typeof value === 'boolean';
  const kept = names
    .map((name) => [name, recalled(places[name])] as const)
    .filter(([name, value]) => valid(name, value));
  return { ...defaultLook, ...Object.fromEntries(kept) };
}

let current: Look =
  typeof localStorage === 'undefined' ? defaultLook : recalledLook(readStoredValue);
const { subscribe, tell } = createListeners();

export const getLook = (): Look => current;

/** Changes the look at once and stores it. */
export function changeLook(change: Partial<Look>): void {
  current = { ...current, ...change };
  for (const name of names) if (name in change) storeValue(places[name], current[name]);
  tell();
}

export const useLook = (): Look => useSyncExternalStore(subscribe, getLook);

/** True if the system requested reduced motion when this page opened. */
export const still: boolean =
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** True in dark mode. Paper is light. */
export function useDark(): boolean {
  const { mode } = useLook();
  const system = useMedia('(prefers-color-scheme: dark)');
  const paper = useMedia('print');
  return !paper && (mode === 'system' ? system : mode === 'dark');
}
