import type { MenuEntry } from '@tradehouse/contract';
import { tabKey } from '../app/menu.ts';
import { look } from '../app/look.ts';
import { notices } from '../app/notices.ts';
import type { Side, Tabs } from '../app/tabModel.ts';
import { beside, closed, moved, noTabs, opened, told } from '../app/tabModel.ts';
import type { TabActions } from '../app/tabs.ts';
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

/** Asks before unsaved input is lost; answers true at once when there is none. */
const mayLose = async (tabs: Tabs, keys: ReadonlySet<string>): Promise<boolean> =>
  !tabs.open.some((tab) => tab.dirty && keys.has(tab.key)) ||
  notices().modal.confirm({
    title: t('tab.dirty'),
    content: t('tab.dirtyAsk'),
    okText: t('act.leave'),
    okButtonProps: { danger: true },
    cancelText: t('act.stay'),
    focusable: { autoFocusButton: 'cancel' },
  });

/** Makes the tabs of a menu: home, and the page at `url` in front. `go` moves the address, which in turn brings a page to the front. */
export function tabStore(menu: readonly MenuEntry[], home: string, url: string, go: Go): TabStore {
  let tabs = opened(opened(noTabs, home, home, home), tabKey(menu, url), url, home);
  const listeners = new Set<() => void>();
  const change = (next: Tabs): void => {
    if (next === tabs) return;
    tabs = next;
    for (const listener of listeners) listener();
  };
  /** The forms with unsaved input, by the tab they stand in. */
  const unsaved = new Map<string, Set<string>>();
  const mark = (key: string, form: string, on: boolean): void => {
    const forms = unsaved.get(key) ?? new Set();
    if (on) forms.add(form);
    else forms.delete(form);
    unsaved.set(key, forms);
    change(told(tabs, key, { dirty: forms.size > 0 }));
  };
  const close = async (keys: ReadonlySet<string>): Promise<void> => {
    if (!(await mayLose(tabs, keys))) return;
    const before = tabs.active;
    change(closed(tabs, keys, look().tabs ? 'beside' : 'recent'));
    for (const key of keys) unsaved.delete(key);
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
      close: (key) => {
        if (tabs.open.length === 1) notices().message.warning(t('tab.last'));
        else if (key === home) notices().message.warning(t('tab.home'));
        else void close(new Set([key]));
      },
      closeBeside: (key, side) => void close(beside(tabs, key, side, home)),
      closeAll: () =>
        void close(new Set(tabs.open.map(({ key }) => key).filter((key) => key !== home))),
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
        change(moved(tabs, key, tabKey(menu, url), url));
        if (wasFront) go(url, { replace: true });
      },
    },
  };
}
