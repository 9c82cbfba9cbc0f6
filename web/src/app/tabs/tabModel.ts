/** A page that is open. */
export interface Tab {
  /** Pages of the menu: the path. Documents below a page: path and query, so that several can be open. */
  readonly key: string;
  /** Where it stands now: path and query. */
  readonly url: string;
  /** What the page calls itself; null until it says so: the menu's title then. */
  readonly title: string | null;
  /** It has input that was not saved. */
  readonly dirty: boolean;
}

export interface Tabs {
  readonly open: readonly Tab[];
  readonly active: string;
  /** Keys, the latest used first. */
  readonly recent: readonly string[];
}

/** How many pages stay alive behind the one in front (spec §9). */
export const KEPT_ALIVE = 16;

export type Side = 'left' | 'right' | 'others';

export const noTabs: Tabs = { open: [], active: '', recent: [] };

/** The tabs of a window as a reload brings them back, none of them in front yet. */
export const restored = (
  kept: readonly Pick<Tab, 'key' | 'url' | 'title'>[],
  isDirty: (key: string) => boolean,
): Tabs => ({
  ...noTabs,
  open: kept.map(({ key, url, title }) => ({ key, url, title, dirty: isDirty(key) })),
});

/**
 * Where a blank document begins: at its own address, or beside those that are half written there, each at an address of
 * its own.
 */
export function freshUrl({ open }: Tabs, url: string): string {
  const taken = (key: string): boolean => open.some((tab) => tab.key === key && tab.dirty);
  if (!taken(url)) return url;
  let at = 2;
  while (taken(`${url}?n=${at}`)) at += 1;
  return `${url}?n=${at}`;
}

const touched = (recent: readonly string[], key: string): readonly string[] => [
  key,
  ...recent.filter((other) => other !== key),
];

/** Brings a page to the front, opening it when it is not open. Home, when it opens, goes first. */
export function opened(tabs: Tabs, key: string, url: string, home: string): Tabs {
  const known = tabs.open.find((tab) => tab.key === key);
  if (known?.url === url && tabs.active === key) return tabs;
  const fresh: Tab = { key, url, title: null, dirty: false };
  const open =
    known !== undefined
      ? tabs.open.map((tab) => (tab.key === key ? { ...tab, url } : tab))
      : key === home
        ? [fresh, ...tabs.open]
        : [...tabs.open, fresh];
  return { open, active: key, recent: touched(tabs.recent, key) };
}

/**
 * Closes some pages. The neighbour of a closed page in front takes its place, to the right, else to the left; without tabs
 * to see it is the page used before.
 */
export function closed(
  tabs: Tabs,
  keys: ReadonlySet<string>,
  next: 'beside' | 'recent' = 'beside',
): Tabs {
  const open = tabs.open.filter((tab) => !keys.has(tab.key));
  const recent = tabs.recent.filter((key) => !keys.has(key));
  if (!keys.has(tabs.active)) return { ...tabs, open, recent };
  const at = tabs.open.findIndex((tab) => tab.key === tabs.active);
  const right = tabs.open.slice(at + 1).find((tab) => !keys.has(tab.key));
  const left = tabs.open.slice(0, at).findLast((tab) => !keys.has(tab.key));
  const beside = (right ?? left)?.key;
  const active = (next === 'recent' ? (recent[0] ?? beside) : beside) ?? '';
  return { open, active, recent: active === '' ? recent : touched(recent, active) };
}

/** The keys on one side of a page; home and the page itself stay. */
export function beside(tabs: Tabs, key: string, side: Side, home: string): ReadonlySet<string> {
  const at = tabs.open.findIndex((tab) => tab.key === key);
  const chosen = tabs.open.filter((tab, index) => {
    if (tab.key === key || tab.key === home) return false;
    if (side === 'others') return true;
    return side === 'left' ? index < at : index > at;
  });
  return new Set(chosen.map((tab) => tab.key));
}

/** Changes what is known of one page. */
export function told(tabs: Tabs, key: string, facts: Partial<Pick<Tab, 'title' | 'dirty'>>): Tabs {
  const known = tabs.open.find((tab) => tab.key === key);
  const { title = known?.title, dirty = known?.dirty } = facts;
  if (known === undefined || (known.title === title && known.dirty === dirty)) return tabs;
  return {
    ...tabs,
    open: tabs.open.map((tab) => (tab.key === key ? { ...tab, ...facts } : tab)),
  };
}

/** A page moves to another address without losing its place (a new document that now has an id). */
export function moved(tabs: Tabs, key: string, toKey: string, url: string): Tabs {
  if (tabs.open.some((tab) => tab.key === toKey && tab.key !== key))
    return closed(tabs, new Set([key]));
  const renamed = (name: string): string => (name === key ? toKey : name);
  return {
    open: tabs.open.map((tab) =>
      tab.key === key ? { ...tab, key: toKey, url, dirty: false } : tab,
    ),
    active: renamed(tabs.active),
    recent: tabs.recent.map(renamed),
  };
}

/** Pages that stay drawn: the latest used, and every one with unsaved input. The others are drawn again when they come back. */
export function alive(tabs: Tabs, cap: number = KEPT_ALIVE): ReadonlySet<string> {
  const latest = new Set(tabs.recent.slice(0, cap));
  return new Set(tabs.open.filter((tab) => tab.dirty || latest.has(tab.key)).map((tab) => tab.key));
}
