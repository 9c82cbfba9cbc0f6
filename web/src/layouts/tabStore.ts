import type { MenuEntry } from '@tradehouse/contract';
import { askUnsaved } from '../app/tabs/askUnsaved.tsx';
import { createListeners } from '../app/listeners.ts';
import { pageAt, tabKey } from '../app/settings/menu.ts';
import { getLook } from '../app/theme/look.ts';
import { getNotices } from '../app/notices.ts';
import type { TabSide, Tabs } from '../app/tabs/tabModel.ts';
import {
  listTabKeysOnSide,
  closeTabs,
  freshUrl,
  moveTab,
  openTab,
  restoreTabs,
  updateTabFacts,
} from '../app/tabs/tabModel.ts';
import type { SaveForm, TabActions } from '../app/tabs/tabs.ts';
import type { WindowMemory } from '../app/session/windowMemory.ts';
import { t } from '../phrase/index.ts';

export interface TabStore {
  readonly read: () => Tabs;
  readonly subscribe: (listener: () => void) => () => void;
  /** Brings the page of a changed address to the front. */
  readonly show: (url: string) => void;
  readonly actions: TabActions & {
    readonly closeBeside: (key: string, side: TabSide) => void;
    readonly closeAll: () => void;
  };
}

type Go = (url: string, options?: { readonly replace: boolean }) => void;

/** Forms of a tab with unsaved input, each with a save function. */
type Forms = ReadonlyMap<string, SaveForm | undefined>;

/** Asks before unsaved input is lost; true if none exists, or saved or discarded. */
async function mayLose(unsaved: readonly Forms[]): Promise<boolean> {
  if (unsaved.length === 0) return true;
  const forms = unsaved.flatMap((each) => [...each.values()]);
  const saves = forms.flatMap((save) => save ?? []);
  const all = forms.length > 0 && saves.length === forms.length;
  const choice = await askUnsaved(all && unsaved.length === 1);
  if (choice !== 'save') return choice === 'leave';
  for (const save of saves) if (!(await save())) return false;
  return true;
}

/** Restores the window's open tabs, without pages no longer in the menu. */
const tabsFromMemory = (menu: readonly MenuEntry[], memory: WindowMemory): Tabs =>
  restoreTabs(
    memory.tabs().filter(({ url }) => pageAt(menu, url.split('?')[0] ?? '') !== null),
    (key) => memory.recall(key, 'draft') !== undefined,
  );

/** Stores tabs and subscribers; the window remembers each change. */
function keptTabs(first: Tabs, memory: WindowMemory) {
  let tabs = first;
  const { subscribe, tell } = createListeners();
  memory.keepTabs(tabs);
  return {
    read: () => tabs,
    change: (next: Tabs): void => {
      if (next === tabs) return;
      tabs = next;
      memory.keepTabs(tabs);
      tell();
    },
    subscribe,
  };
}

/** State shared by the tab actions. */
interface TabStoreParts {
  readonly tabs: ReturnType<typeof keptTabs>;
  readonly unsaved: Map<string, Map<string, SaveForm | undefined>>;
  /** New title of a tab saved on closing. */
  readonly renamed: Map<string, string>;
  readonly memory: WindowMemory;
  readonly go: Go;
}

/** Nothing of a tab is kept any longer. */
function forgetTab({ unsaved, memory }: TabStoreParts, key: string): void {
  unsaved.delete(key);
  memory.forget(key);
}

/** Marks a tab's form as having unsaved input or not. */
function markTabForm(
  { tabs, unsaved }: TabStoreParts,
  key: string,
  form: string,
  on: boolean,
  save?: SaveForm,
) {
  const forms = unsaved.get(key) ?? new Map<string, SaveForm | undefined>();
  if (on) forms.set(form, save);
  else forms.delete(form);
  unsaved.set(key, forms);
  tabs.change(updateTabFacts(tabs.read(), key, { dirty: forms.size > 0 }));
}

async function closeTabsAfterAsking(desk: TabStoreParts, keys: ReadonlySet<string>): Promise<void> {
  const { tabs, unsaved, renamed, go } = desk;
  renamed.clear();
  const dirty = tabs.read().open.filter((tab) => tab.dirty && keys.has(tab.key));
  if (!(await mayLose(dirty.map(({ key }) => unsaved.get(key) ?? new Map())))) return;
  const gone = new Set([...keys].map((key) => renamed.get(key) ?? key));
  const before = tabs.read().active;
  for (const key of gone) forgetTab(desk, key);
  tabs.change(closeTabs(tabs.read(), gone, getLook().tabs ? 'beside' : 'recent'));
  const { active, open } = tabs.read();
  const front = open.find((tab) => tab.key === active);
  if (active !== before && front !== undefined) go(front.url);
}

/** Moves a page to the saved record's address. */
function replaceTabAddress(desk: TabStoreParts, key: string, to: string, url: string): void {
  const { tabs, renamed, go } = desk;
  const wasFront = tabs.read().active === key;
  forgetTab(desk, key);
  renamed.set(key, to);
  tabs.change(moveTab(tabs.read(), key, to, url));
  if (wasFront) go(url, { replace: true });
}

function tabActions(
  desk: TabStoreParts,
  menu: readonly MenuEntry[],
  home: string,
): TabStore['actions'] {
  const { tabs, unsaved, go } = desk;
  const tell = (key: string, what: Parameters<typeof updateTabFacts>[2]): void =>
    tabs.change(updateTabFacts(tabs.read(), key, what));
  const others = (): readonly string[] =>
    tabs.read().open.flatMap(({ key }) => (key === home ? [] : key));
  return {
    open: (url) => go(url),
    create: (url) => go(freshUrl(tabs.read(), url)),
    close: (key) => {
      if (tabs.read().open.length === 1) getNotices().message.warning(t('tab.last'));
      else if (key === home) getNotices().message.warning(t('tab.home'));
      else void closeTabsAfterAsking(desk, new Set([key]));
    },
    closeBeside: (key, side) =>
      void closeTabsAfterAsking(desk, listTabKeysOnSide(tabs.read(), key, side, home)),
    closeAll: () => void closeTabsAfterAsking(desk, new Set(others())),
    inFront: (key) => tabs.read().active === key,
    setTitle: (key, title) => tell(key, { title }),
    setDirty: (key, dirty) => {
      if (!dirty) unsaved.delete(key);
      tell(key, { dirty });
    },
    setUnsaved: (key, form, on, save) => markTabForm(desk, key, form, on, save),
    leaveForm: (key, form) => {
      if (tabs.read().active === key) markTabForm(desk, key, form, false);
    },
    replace: (key, url) => replaceTabAddress(desk, key, tabKey(menu, url), url),
  };
}

/**
 * Creates a menu's tabs: home, the window's earlier tabs, and the page at `url` in front. `go` changes the
 * address, which brings a page to the front; an address without a page leaves no tab in front.
 */
export function tabStore(
  menu: readonly MenuEntry[],
  home: string,
  url: string,
  go: Go,
  memory: WindowMemory,
): TabStore {
  const shown = (tabs: Tabs, url: string): Tabs =>
    pageAt(menu, url) === null
      ? { ...tabs, active: '' }
      : openTab(tabs, tabKey(menu, url), url, home);
  const tabs = keptTabs(shown(shown(tabsFromMemory(menu, memory), home), url), memory);
  const desk = { tabs, unsaved: new Map(), renamed: new Map(), memory, go };
  return {
    read: tabs.read,
    subscribe: tabs.subscribe,
    show: (url) => tabs.change(shown(tabs.read(), url)),
    actions: tabActions(desk, menu, home),
  };
}
