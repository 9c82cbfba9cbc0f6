import type { MenuEntry } from '@tradehouse/contract';
import { askUnsaved } from '../app/tabs/askUnsaved.tsx';
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
  let tabs = opened(opened(begun(menu, memory), home, home, home), tabKey(menu, url), url, home);
  const listeners = new Set<() => void>();
  const change = (next: Tabs): void => {
    if (next === tabs) return;
    tabs = next;
    memory.keepTabs(tabs);
    for (const listener of listeners) listener();
  };
  memory.keepTabs(tabs);
  const unsaved = new Map<string, Map<string, SaveForm | undefined>>();
  const mark = (key: string, form: string, on: boolean, save?: SaveForm): void => {
    const forms = unsaved.get(key) ?? new Map<string, SaveForm | undefined>();
    if (on) forms.set(form, save);
    else forms.delete(form);
    unsaved.set(key, forms);
    change(told(tabs, key, { dirty: forms.size > 0 }));
  };
  /** What a tab is called since it was saved on the way out. */
  const renamed = new Map<string, string>();
  const close = async (keys: ReadonlySet<string>): Promise<void> => {
    renamed.clear();
    const dirty = tabs.open.filter((tab) => tab.dirty && keys.has(tab.key));
    if (!(await mayLose(dirty.map(({ key }) => unsaved.get(key) ?? new Map())))) return;
    const gone = new Set([...keys].map((key) => renamed.get(key) ?? key));
    const before = tabs.active;
    for (const key of gone) {
      unsaved.delete(key);
      memory.forget(key);
    }
    change(closed(tabs, gone, look().tabs ? 'beside' : 'recent'));
    const front = tabs.open.find((tab) => tab.key === tabs.active);
    if (tabs.active !== before && front !== undefined) go(front.url);
  };
  return {
    read: () => tabs,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: (url) => change(opened(tabs, tabKey(menu, url), url, home)),
    actions: {
      open: (url) => go(url),
      create: (url) => go(freshUrl(tabs, url)),
      close: (key) => {
        if (tabs.open.length === 1) notices().message.warning(t('tab.last'));
        else if (key === home) notices().message.warning(t('tab.home'));
        else void close(new Set([key]));
      },
      closeBeside: (key, side) => void close(beside(tabs, key, side, home)),
      closeAll: () =>
        void close(new Set(tabs.open.map(({ key }) => key).filter((key) => key !== home))),
      inFront: (key) => tabs.active === key,
      setTitle: (key, title) => change(told(tabs, key, { title })),
      setDirty: (key, dirty) => {
        if (!dirty) unsaved.delete(key);
        change(told(tabs, key, { dirty }));
      },
      setUnsaved: mark,
      leaveForm: (key, form) => {
        if (tabs.active === key) mark(key, form, false);
      },
      replace: (key, url) => {
        const wasFront = tabs.active === key;
        unsaved.delete(key);
        memory.forget(key);
        renamed.set(key, tabKey(menu, url));
        change(moved(tabs, key, tabKey(menu, url), url));
        if (wasFront) go(url, { replace: true });
      },
    },
  };
}
