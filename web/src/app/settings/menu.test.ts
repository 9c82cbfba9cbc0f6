import type { MenuEntry } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import {
  FRAME_VIEW,
  landingAddressOf,
  pageAt,
  pagesOfMenu,
  parentsOf,
  visibleEntriesOf,
  tabKey,
  trailTo,
} from './menu.ts';

const entry = (url: string, component: string, children: readonly MenuEntry[] = []): MenuEntry => ({
  id: url,
  text: url,
  url,
  icon: '',
  component,
  hidden: false,
  frame: '',
  buttons: ['1'],
  children,
});
const home = entry('/dashboard/analysis', '/dashboard/Analysis');
const sales = entry('/billB', '/layouts/TabLayout', [
  entry('/bill/sale_out', '/bill/SaleOutList'),
  entry('/bill/sale_back', '/bill/SaleBackList'),
]);
const menu = [home, sales];

test('pages are the entries without a layout', () => {
  expect(pagesOfMenu(menu).map(({ url }) => url)).toEqual([
    '/dashboard/analysis',
    '/bill/sale_out',
    '/bill/sale_back',
  ]);
});

test.each([
  ['/bill/sale_out', '/bill/sale_out', ''],
  ['/bill/sale_out/12', '/bill/sale_out', '12'],
  ['/bill/sale_out/new', '/bill/sale_out', 'new'],
  ['/bill/sale_out?warehouses=7', '/bill/sale_out', ''],
  ['/bill/sale_out/new?from=1', '/bill/sale_out', 'new'],
])('the address %s opens the page %s with the rest "%s"', (path, url, rest) => {
  expect(pageAt(menu, path)).toMatchObject({ page: { url }, rest });
});

test('a path outside the menu is no page', () => {
  expect(pageAt(menu, '/bill/sale_outs')).toBeNull();
  expect(pageAt(menu, '/billB')).toBeNull();
});

test.each([
  ['home, when it is the first entry', menu, '/dashboard/analysis'],
  ['the first child of the first entry', [sales], '/bill/sale_out'],
  ['nowhere without a menu', [], '/404'],
])('/ leads to %s', (_case, entries, url) => {
  expect(landingAddressOf(entries)).toBe(url);
});

test('/ leads to the first chosen page that is in the menu', () => {
  const chosen = ['/gone', '/bill/sale_back', home.url];
  expect(landingAddressOf(menu, chosen)).toBe('/bill/sale_back');
  expect(landingAddressOf(menu, ['/gone'])).toBe(home.url);
});

test('a page knows its parent groups', () => {
  expect(parentsOf(menu, '/bill/sale_back')).toEqual(['/billB']);
  expect(parentsOf(menu, '/dashboard/analysis')).toEqual([]);
});

test('the breadcrumb of a page names the groups of the page', () => {
  expect(trailTo(menu, '/bill/sale_back').map(({ url }) => url)).toEqual([
    '/billB',
    '/bill/sale_back',
  ]);
  expect(trailTo(menu, '/nowhere')).toEqual([]);
});

test('hidden pages are not shown, nor groups of hidden pages only; hidden pages can be opened', () => {
  const hidden = { ...entry('/bill/secret', '/bill/SecretList'), hidden: true };
  const group = entry('/billX', '/layouts/TabLayout', [hidden]);
  expect(visibleEntriesOf([home, group, ...sales.children]).map(({ url }) => url)).toEqual([
    '/dashboard/analysis',
    '/bill/sale_out',
    '/bill/sale_back',
  ]);
  expect(pageAt([home, group], '/bill/secret')?.page.url).toBe('/bill/secret');
});

test('an embedded page is a page, though its view is a layout', () => {
  const embedded = { ...entry('/embedded/0920', FRAME_VIEW), frame: 'https://bi.example.com/' };
  expect(pageAt([home, embedded], '/embedded/0920')?.page.frame).toBe('https://bi.example.com/');
  expect(visibleEntriesOf([embedded])).toHaveLength(1);
});

test('lists share a tab whatever their filters, documents with another query do not', () => {
  expect(tabKey(menu, '/bill/sale_out?number=1')).toBe('/bill/sale_out');
  expect(tabKey(menu, '/bill/sale_back/new?from=1')).toBe('/bill/sale_back/new?from=1');
});
