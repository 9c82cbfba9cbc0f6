import { expect, test } from 'vitest';
import { alive, beside, closed, moved, noTabs, opened, told } from './tabModel.ts';
import type { Tabs } from './tabModel.ts';

const HOME = '/home';
const open = (...keys: readonly string[]): Tabs =>
  keys.reduce((tabs, key) => opened(tabs, key, key, HOME), noTabs);
const keysOf = ({ open: tabs }: Tabs): readonly string[] => tabs.map(({ key }) => key);

test('home stands first whenever it is opened', () => {
  expect(keysOf(open('/a', '/b', HOME))).toEqual([HOME, '/a', '/b']);
});

test('a page that is open comes to the front and is not opened twice', () => {
  const tabs = open(HOME, '/a', '/b', '/a');
  expect(keysOf(tabs)).toEqual([HOME, '/a', '/b']);
  expect(tabs.active).toBe('/a');
});

test.each([
  ['a page in the middle gives way to its right', ['/a', '/b', '/c'], '/b', '/c'],
  ['the last one to its left', ['/a', '/b', '/c'], '/c', '/b'],
])('%s', (_case, keys, closing, front) => {
  const tabs = opened(open(HOME, ...keys), closing, closing, HOME);
  expect(closed(tabs, new Set([closing])).active).toBe(front);
});

test('without tabs the page used before comes back', () => {
  const tabs = opened(open(HOME, '/a', '/b', '/c'), '/a', '/a', HOME);
  expect(closed(tabs, new Set(['/a']), 'recent').active).toBe('/c');
  expect(closed(tabs, new Set(['/a', '/b', '/c']), 'recent').active).toBe(HOME);
});

test('closing a page behind leaves the one in front', () => {
  const tabs = closed(open(HOME, '/a', '/b'), new Set(['/a']));
  expect(tabs.active).toBe('/b');
  expect(keysOf(tabs)).toEqual([HOME, '/b']);
});

test.each([
  ['left', ['/a']],
  ['right', ['/c', '/d']],
  ['others', ['/a', '/c', '/d']],
] as const)('close %s spares home and the page itself', (side, expected) => {
  expect([...beside(open(HOME, '/a', '/b', '/c', '/d'), '/b', side, HOME)]).toEqual(expected);
});

test('the latest pages stay alive, and every one with unsaved input', () => {
  const tabs = told(open(HOME, '/a', '/b', '/c'), '/a', { dirty: true });
  expect([...alive(tabs, 2)].toSorted()).toEqual(['/a', '/b', '/c']);
});

test('a new document keeps its place when it gets an id', () => {
  const tabs = moved(open(HOME, '/sale/new', '/b'), '/sale/new', '/sale/12', '/sale/12');
  expect(keysOf(tabs)).toEqual([HOME, '/sale/12', '/b']);
});

test('telling nothing new changes nothing', () => {
  const tabs = open(HOME, '/a');
  expect(told(tabs, '/a', { dirty: false, title: null })).toBe(tabs);
  expect(opened(tabs, '/a', '/a', HOME)).toBe(tabs);
});
