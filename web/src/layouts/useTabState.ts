import type { MenuEntry } from '@tradehouse/contract';
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getSession } from '../app/session/session.ts';
import type { Tabs } from '../app/tabs/tabModel.ts';
import { windowMemory } from '../app/session/windowMemory.ts';
import type { TabStore } from './tabStore.ts';
import { tabStore } from './tabStore.ts';

export interface TabState {
  readonly tabs: Tabs;
  readonly actions: TabStore['actions'];
}

/** Keeps open pages in step with the address, which determines the front page. */
export function useTabState(menu: readonly MenuEntry[], home: string): TabState {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [store] = useState(() =>
    tabStore(
      menu,
      home,
      pathname + search,
      (url, options) => void navigate(url, options),
      windowMemory(getSession()?.user.id ?? '0'),
    ),
  );
  useLayoutEffect(() => store.show(pathname + search), [store, pathname, search]);
  const tabs = useSyncExternalStore(store.subscribe, store.read);
  return useMemo(() => ({ tabs, actions: store.actions }), [tabs, store]);
}
