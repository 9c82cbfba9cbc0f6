import type { Tabs } from '../tabs/tabModel.ts';

/** A tab as a reload brings it back. */
export interface KeptTab {
  readonly key: string;
  readonly url: string;
  readonly title: string | null;
}

interface Kept {
  readonly tabs: readonly KeptTab[];
  /** What the pages keep of themselves, by tab and by what it is. */
  readonly places: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const NOTHING: Kept = { tabs: [], places: {} };
const nameOf = (user: string): string => `pro__window:${user}`;

/** What one window has open, kept as long as the window lives: each window its own, each user's apart. */
export interface WindowMemory {
  readonly tabs: () => readonly KeptTab[];
  readonly keepTabs: (tabs: Tabs) => void;
  /** What a page kept of itself under a name; undefined where it kept nothing. */
  readonly recall: (place: string, name: string) => unknown;
  readonly keep: (place: string, name: string, value: unknown) => void;
  /** A tab is closed: it opens afresh next time. */
  readonly forget: (place: string) => void;
  /** What the open tabs kept under a name. */
  readonly all: (name: string) => readonly unknown[];
}

function read(user: string): Kept {
  try {
    return { ...NOTHING, ...JSON.parse(sessionStorage.getItem(nameOf(user)) ?? '{}') };
  } catch {
    return NOTHING;
  }
}

function write(user: string, kept: Kept): void {
  try {
    sessionStorage.setItem(nameOf(user), JSON.stringify(kept));
  } catch {
    // Private windows may refuse; a reload then starts with one page.
  }
}

/** The memory of this window for one user. */
export function windowMemory(user: string): WindowMemory {
  const change = (next: (kept: Kept) => Kept): void => write(user, next(read(user)));
  return {
    tabs: () => read(user).tabs,
    keepTabs: ({ open }) =>
      change((kept) => ({
        ...kept,
        tabs: open.map(({ key, url, title }) => ({ key, url, title })),
      })),
    recall: (place, name) => read(user).places[place]?.[name],
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
    all: (name) => Object.values(read(user).places).flatMap((place) => place[name] ?? []),
  };
}

/** The one who signs out leaves nothing of what was open. */
export function forgetWindow(user: string): void {
  try {
    sessionStorage.removeItem(nameOf(user));
  } catch {
    // Nothing was kept then.
  }
}
