import type { MenuEntry } from '@tradehouse/contract';
import { askUnsaved } from '../app/tabs/askUnsaved.tsx';
import { listeners } from '../app/listeners.ts';
import { pageAt, tabKey } from '../app/settings/menu.ts';
import { look } from '../app/theme/look.ts';
import { notices } from '../app/notices.ts';
import type { Side, Tabs } from '../app/tabs/tabModel.ts';
import { beside, closed, freshUrl, moved, opened, restored, told } from '../app/tabs/tabModel.ts';
import type { SaveForm, TabActions } from '../app/tabs/tabs.ts';
import type { WindowMemory } from '../app/session/windowMemory.ts';
import { t } from '../phrase/index.ts';

/** The open pages of one sign-in, and what can be done to them. */
export interface TabStore {
  readonly read: () => Tabs;
  readonly subscribe: (listener: () => void) => () => void;
  /** The address moved there: that page comes to the front. */
  readonly show: (url: string) => void;
  readonly actions: TabActions & {
    readonly closeBeside: (key: string, side: Side) => void;
    readonly closeAll: () => void;
  };
}

type Go = (url: string, options?: { readonly replace: boolean }) => void;

/** The forms with unsaved input of a tab, each with how it is saved. */
type Forms = ReadonlyMap<string, SaveForm | undefined>;

/** Asks before unsaved input is lost; answers true where there is none, or it is saved or given up. */
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

/** The tabs a window had open; those of pages that are no longer in the menu are gone. */
const begun = (menu: readonly MenuEntry[], memory: WindowMemory): Tabs =>
  restored(
    memory.tabs().filter(({ url }) => pageAt(menu, url.split('?')[0] ?? '') !== null),
    (key) => memory.recall(key, 'draft') !== undefined,
  );

/** The tabs and who watches them; the window remembers each change. */
function keptTabs(first: Tabs, memory: WindowMemory) {
  let tabs = first;
  const { subscribe, tell } = listeners();
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

/** What the acts on tabs work with. */
interface Desk {
  readonly tabs: ReturnType<typeof keptTabs>;
  readonly unsaved: Map<string, Map<string, SaveForm | undefined>>;
  /** What a tab is called since it was saved on the way out. */
  readonly renamed: Map<string, string>;
  readonly memory: WindowMemory;
  readonly go: Go;
}

/** Nothing of a tab is kept any longer. */
function forget({ unsaved, memory }: Desk, key: string): void {
  unsaved.delete(key);
  memory.forget(key);
}

/** A form of a tab has unsaved input, or has it no longer. */
function mark({ tabs, unsaved }: Desk, key: string, form: string, on: boolean, save?: SaveForm) {
  const forms = unsaved.get(key) ?? new Map<string, SaveForm | undefined>();
  if (on) forms.set(form, save);
  else forms.delete(form);
  unsaved.set(key, forms);
  tabs.change(told(tabs.read(), key, { dirty: forms.size > 0 }));
}

async function close(desk: Desk, keys: ReadonlySet<string>): Promise<void> {
  const { tabs, unsaved, renamed, go } = desk;
  renamed.clear();
  const dirty = tabs.read().open.filter((tab) => tab.dirty && keys.has(tab.key));
  if (!(await mayLose(dirty.map(({ key }) => unsaved.get(key) ?? new Map())))) return;
  const gone = new Set([...keys].map((key) => renamed.get(key) ?? key));
  const before = tabs.read().active;
  for (const key of gone) forget(desk, key);
  tabs.change(closed(tabs.read(), gone, look().tabs ? 'beside' : 'recent'));
  const { active, open } = tabs.read();
  const front = open.find((tab) => tab.key === active);
  if (active !== before && front !== undefined) go(front.url);
}

/** A page goes on under another address: the one it was saved under. */
function replace(desk: Desk, key: string, to: string, url: string): void {
  const { tabs, renamed, go } = desk;
  const wasFront = tabs.read().active === key;
  forget(desk, key);
  renamed.set(key, to);
  tabs.change(moved(tabs.read(), key, to, url));
  if (wasFront) go(url, { replace: true });
}

function tabActions(desk: Desk, menu: readonly MenuEntry[], home: string): TabStore['actions'] {
  const { tabs, unsaved, go } = desk;
  const tell = (key: string, what: Parameters<typeof told>[2]): void =>
    tabs.change(told(tabs.read(), key, what));
  const others = (): readonly string[] =>
    tabs.read().open.flatMap(({ key }) => (key === home ? [] : key));
  return {
    open: (url) => go(url),
    create: (url) => go(freshUrl(tabs.read(), url)),
    close: (key) => {
      if (tabs.read().open.length === 1) notices().message.warning(t('tab.last'));
      else if (key === home) notices().message.warning(t('tab.home'));
      else void close(desk, new Set([key]));
    },
    closeBeside: (key, side) => void close(desk, beside(tabs.read(), key, side, home)),
    closeAll: () => void close(desk, new Set(others())),
    inFront: (key) => tabs.read().active === key,
    setTitle: (key, title) => tell(key, { title }),
    setDirty: (key, dirty) => {
      if (!dirty) unsaved.delete(key);
      tell(key, { dirty });
    },
    setUnsaved: (key, form, on, save) => mark(desk, key, form, on, save),
    leaveForm: (key, form) => {
      if (tabs.read().active === key) mark(desk, key, form, false);
    },
    replace: (key, url) => replace(desk, key, tabKey(menu, url), url),
  };
}

/**
 * Makes the tabs of a menu: home, what the window had open before, and the page at `url` in front. `go` moves the address,
 * which in turn brings a page to the front.
 */
export function tabStore(
  menu: readonly MenuEntry[],
  home: string,
  url: string,
  go: Go,
  memory: WindowMemory,
): TabStore {
  const shown = (tabs: Tabs, url: string): Tabs => opened(tabs, tabKey(menu, url), url, home);
  const tabs = keptTabs(shown(opened(begun(menu, memory), home, home, home), url), memory);
  const desk = { tabs, unsaved: new Map(), renamed: new Map(), memory, go };
  return {
    read: tabs.read,
    subscribe: tabs.subscribe,
    show: (url) => tabs.change(shown(tabs.read(), url)),
    actions: tabActions(desk, menu, home),
  };
}
