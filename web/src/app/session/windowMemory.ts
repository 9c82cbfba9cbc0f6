import type { Tabs } from '../tabs/tabModel.ts';

/** Tab restored after a reload. */
export interface KeptTab {
  readonly key: string;
  readonly url: string;
  readonly title: string | null;
}

interface WindowState {
  readonly tabs: readonly KeptTab[];
  /** State stored by pages, by tab and name. */
  readonly places: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const NOTHING: WindowState = { tabs: [], places: {} };
const windowKeyOf = (user: string): string => `pro__window:${user}`;

/** Open tabs of one window, stored while the window lives: separate per window and user. */
export interface WindowMemory {
  readonly tabs: () => readonly KeptTab[];
  readonly keepTabs: (tabs: Tabs) => void;
  /** State stored by a page under a name; undefined without any. */
  readonly recall: (place: string, name: string) => unknown;
  readonly keep: (place: string, name: string, value: unknown) => void;
  /** Closes a tab, which opens afresh next time. */
  readonly forget: (place: string) => void;
  /** State stored by all open tabs under a name. */
  readonly all: (name: string) => readonly unknown[];
}

function readWindowState(user: string): WindowState {
  try {
    return { ...NOTHING, ...JSON.parse(sessionStorage.getItem(windowKeyOf(user)) ?? '{}') };
  } catch {
    return NOTHING;
  }
}

function writeWindowState(user: string, kept: WindowState): void {
  try {
    sessionStorage.setItem(windowKeyOf(user), JSON.stringify(kept));
  } catch {
    // Private windows may refuse; a reload then starts with one page.
  }
}

export function windowMemory(user: string): WindowMemory {
  const change = (next: (kept: WindowState) => WindowState): void =>
    writeWindowState(user, next(readWindowState(user)));
  return {
    tabs: () => readWindowState(user).tabs,
    keepTabs: ({ open }) =>
      change((kept) => ({
        ...kept,
        tabs: open.map(({ key, url, title }) => ({ key, url, title })),
      })),
    recall: (place, name) => readWindowState(user).places[place]?.[name],
    keep: (place, name, value) =>
      change((kept) => ({
        ...kept,
        places: { ...kept.places, [place]: { ...kept.places[place], [name]: value } },
      })),
    forget: (place) =>
      change((kept) => {
        const { [place]: _, ...places } = kept.places;
        return { ...kept, places };
      }),
    all: (name) =>
      Object.values(readWindowState(user).places).flatMap((place) => place[name] ?? []),
  };
}

/** Removes a user's open tabs at sign-out. */
export function forgetWindow(user: string): void {
  try {
    sessionStorage.removeItem(windowKeyOf(user));
  } catch {
    // Nothing was kept then.
  }
}
