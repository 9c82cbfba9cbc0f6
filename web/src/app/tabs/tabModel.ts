export interface Tab {
  /** Path for menu pages; path and query for documents below a page, so that several can be open. */
  readonly key: string;
  /** Current path and query. */
  readonly url: string;
  /** Title set by the page; null until set: the menu's title. */
  readonly title: string | null;
  /** True with unsaved input. */
  readonly dirty: boolean;
}

export interface Tabs {
  readonly open: readonly Tab[];
  readonly active: string;
  /** Keys, the latest used first. */
  readonly recent: readonly string[];
}

/** Pages kept alive behind the front page. */
export const KEPT_ALIVE = 16;

export type TabSide = 'left' | 'right' | 'others';

export const noTabs: Tabs = { open: [], active: '', recent: [] };

/** Restores the tabs of a window after a reload, none in front yet. */
export const restoreTabs = (
  kept: readonly Pick<Tab, 'key' | 'url' | 'title'>[],
  isDirty: (key: string) => boolean,
): Tabs => ({
  ...noTabs,
  open: kept.map(({ key, url, title }) => ({ key, url, title, dirty: isDirty(key) })),
});

/** Address of a blank document: its own, or a new one if unfinished documents are open. */
export function freshUrl({ open }: Tabs, url: string): string {
  const taken = (key: string): boolean => open.some((tab) => tab.key === key && tab.dirty);
  if (!taken(url)) return url;
  let at = 2;
  while (taken(`${url}?n=${at}`)) at += 1;
  return `${url}?n=${at}`;
}

const moveKeyToFront = (recent: readonly string[], key: string): readonly string[] => [
  key,
  ...recent.filter((other) => other !== key),
];

/** Brings a page to the front, opening it if needed. A newly opened home goes first. */
export function openTab(tabs: Tabs, key: string, url: string, home: string): Tabs {
  const known = tabs.open.find((tab) => tab.key === key);
  if (known?.url === url && tabs.active === key) return tabs;
  const fresh: Tab = { key, url, title: null, dirty: false };
  const open =
    known !== undefined
      ? tabs.open.map((tab) => (tab.key === key ? { ...tab, url } : tab))
      : key === home
        ? [fresh, ...tabs.open]
        : [...tabs.open, fresh];
  return { open, active: key, recent: moveKeyToFront(tabs.recent, key) };
}

/**
 * Closes pages. A closed front page yields to its right neighbour, else the left; without visible tabs to
 * the page used before.
 */
export function closeTabs(
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
  return { open, active, recent: active === '' ? recent : moveKeyToFront(recent, active) };
}

/** Returns the keys of the tabs on a side of a page, except home and the page itself. */
export function listTabKeysOnSide(
  tabs: Tabs,
  key: string,
  side: TabSide,
  home: string,
): ReadonlySet<string> {
  const at = tabs.open.findIndex((tab) => tab.key === key);
  const chosen = tabs.open.filter((tab, index) => {
    if (tab.key === key || tab.key === home) return false;
    if (side === 'others') return true;
    return side === 'left' ? index < at : index > at;
  });
  return new Set(chosen.map((tab) => tab.key));
}

/** Changes the stored facts of one page. */
export function updateTabFacts(
  tabs: Tabs,
  key: string,
  facts: Partial<Pick<Tab, 'title' | 'dirty'>>,
): Tabs {
  const known = tabs.open.find((tab) => tab.key === key);
  const { title = known?.title, dirty = known?.dirty } = facts;
  if (known === undefined || (known.title === title && known.dirty === dirty)) return tabs;
  return {
    ...tabs,
    open: tabs.open.map((tab) => (tab.key === key ? { ...tab, ...facts } : tab)),
  };
}

/** Moves a page to another address in place (a new document that now has an id). */
export function moveTab(tabs: Tabs, key: string, toKey: string, url: string): Tabs {
  if (tabs.open.some((tab) => tab.key === toKey && tab.key !== key))
    return closeTabs(tabs, new Set([key]));
  const renamed = (name: string): string => (name === key ? toKey : name);
  return {
    open: tabs.open.map((tab) =>
      tab.key === key ? { ...tab, key: toKey, url, dirty: false } : tab,
    ),
    active: renamed(tabs.active),
    recent: tabs.recent.map(renamed),
  };
}

/** Pages that stay rendered: the latest used, and all with unsaved input. Others render again on return. */
export function selectLiveTabs(tabs: Tabs, cap: number = KEPT_ALIVE): ReadonlySet<string> {
  const latest = new Set(tabs.recent.slice(0, cap));
  return new Set(tabs.open.filter((tab) => tab.dirty || latest.has(tab.key)).map((tab) => tab.key));
}
