// A page as it is first drawn, for tests: of a company with its settings, for a user who may do everything there.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { MenuEntry, SettingsReply } from '@tradehouse/contract';
import { createElement } from 'react';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MenuContext } from '../app/settings/permission.ts';
import { SettingsContext } from '../app/settings/settings.ts';
import { VIEWS } from '../app/settings/startingViews.ts';
import { TabActionsContext, TabPlaceContext } from '../app/tabs/tabs.ts';
import type { TabActions } from '../app/tabs/tabs.ts';

// SAFETY: a page asks for no others of them while it is first drawn.
const settings = {
  timeZone: 'Asia/Shanghai',
  currency: 'CNY',
  currencyDigits: 2,
  hiddenAmounts: [] as readonly string[],
} as SettingsReply;
// A first rendering calls no tab action.
const actions = {} as TabActions;

/** Renders a list page to HTML, with the given rows, for a user with the given buttons. */
export function firstDrawn(
  Page: ComponentType,
  url: string,
  rows: readonly object[],
  query = '',
  buttons: readonly string[] = ['1', '3'],
): string {
  const entry = { text: url, component: '/any', icon: '', url, hidden: false, children: [] };
  const page = { ...entry, id: '1', buttons } as unknown as MenuEntry;
  const initialData = { rows, total: rows.length, totals: {} };
  const client = new QueryClient({ defaultOptions: { queries: { initialData } } });
  client.setQueryData(['preferences'], {});
  client.setQueryData([...VIEWS, 'starting'], []);
  const place = { key: '1', page, rest: '', query: new URLSearchParams(query) };
  const inTab = createElement(TabPlaceContext, { value: place }, createElement(Page));
  const inTabs = createElement(TabActionsContext, { value: actions }, inTab);
  const inMenu = createElement(MenuContext, { value: [page] }, inTabs);
  const inShell = createElement(SettingsContext, { value: settings }, inMenu);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, inShell));
}
