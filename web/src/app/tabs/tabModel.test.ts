import { expect, test } from 'vitest';
import {
  selectLiveTabs,
  listTabKeysOnSide,
  closeTabs,
  moveTab,
  noTabs,
  openTab,
  updateTabFacts,
} from './tabModel.ts';
import type { Tabs } from './tabModel.ts';

const HOME = '/home';
const open = (...keys: readonly string[]): Tabs =>
  keys.reduce((tabs, key) => openTab(tabs, key, key, HOME), noTabs);
const keysOf = ({ open: tabs }: Tabs): readonly string[] => tabs.map(({ key }) => key);

test('the home tab is always the first tab', () => {
  expect(keysOf(open('/a', '/b', HOME))).toEqual([HOME, '/a', '/b']);
});

test('an open page comes to the front and is not opened twice', () => {
  const tabs = open(HOME, '/a', '/b', '/a');
  expect(keysOf(tabs)).toEqual([HOME, '/a', '/b']);
  expect(tabs.active).toBe('/a');
});

test.each([
  ['a page in the middle gives way to its right', ['/a', '/b', '/c'], '/b', '/c'],
  ['the last one to its left', ['/a', '/b', '/c'], '/c', '/b'],
])('closing the active tab activates a neighbouring tab: %s', (_case, keys, closing, front) => {
  const tabs = openTab(open(HOME, ...keys), closing, closing, HOME);
  expect(closeTabs(tabs, new Set([closing])).active).toBe(front);
});

test('without a tab strip, closing a page returns to the page used before', () => {
  const tabs = openTab(open(HOME, '/a', '/b', '/c'), '/a', '/a', HOME);
  expect(closeTabs(tabs, new Set(['/a']), 'recent').active).toBe('/c');
  expect(closeTabs(tabs, new Set(['/a', '/b', '/c']), 'recent').active).toBe(HOME);
});

test('closing a background page leaves the front page', () => {
  const tabs = closeTabs(open(HOME, '/a', '/b'), new Set(['/a']));
  expect(tabs.active).toBe('/b');
  expect(keysOf(tabs)).toEqual([HOME, '/b']);
});

test.each([
  ['left', ['/a']],
  ['right', ['/c', '/d']],
  ['others', ['/a', '/c', '/d']],
] as const)('closing tabs (%s) keeps the home tab and the chosen tab', (side, expected) => {
  expect([...listTabKeysOnSide(open(HOME, '/a', '/b', '/c', '/d'), '/b', side, HOME)]).toEqual(
    expected,
  );
});

test('the latest pages stay alive, and every page with unsaved input', () => {
  const tabs = updateTabFacts(open(HOME, '/a', '/b', '/c'), '/a', { dirty: true });
  expect([...selectLiveTabs(tabs, 2)].toSorted()).toEqual(['/a', '/b', '/c']);
});

test('the tab of a new document keeps its position when the document gets an id', () => {
  const tabs = moveTab(open(HOME, '/sale/new', '/b'), '/sale/new', '/sale/12', '/sale/12');
  expect(keysOf(tabs)).toEqual([HOME, '/sale/12', '/b']);
});

test('an update without a change returns the same tab state', () => {
  const tabs = open(HOME, '/a');
  expect(updateTabFacts(tabs, '/a', { dirty: false, title: null })).toBe(tabs);
  expect(openTab(tabs, '/a', '/a', HOME)).toBe(tabs);
});
