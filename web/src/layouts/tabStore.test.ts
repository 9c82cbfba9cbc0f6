import type { MenuEntry } from '@tradehouse/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { tabStore } from './tabStore.ts';
import type { TabStore } from './tabStore.ts';
import type { KeptTab, WindowMemory } from '../app/session/windowMemory.ts';

const page = (url: string): MenuEntry => ({
  id: url,
  text: url,
  url,
  icon: '',
  component: url,
  hidden: false,
  frame: '',
  buttons: [],
  children: [],
});

/** A window's memory, as long as the test. */
function memoryOf(): WindowMemory {
  let kept: readonly KeptTab[] = [];
  const places = new Map<string, unknown>();
  return {
    tabs: () => kept,
    keepTabs: ({ open }) => {
      kept = open;
    },
    recall: (place) => places.get(place),
    keep: (place, _, value) => void places.set(place, value),
    forget: (place) => void places.delete(place),
    all: () => [...places.values()],
  };
}

const menu = ['/home', '/sales', '/stock'].map(page);
let memory: WindowMemory;
let store: TabStore;
const isDirty = (): boolean =>
  store.read().open.find(({ key }) => key === '/sales')?.dirty ?? false;
beforeEach(() => {
  memory = memoryOf();
  store = tabStore(menu, '/home', '/sales', (url) => store.show(url), memory);
});

test('a tab is unsaved while any of its forms is', () => {
  const { setUnsaved, leaveForm } = store.actions;
  setUnsaved('/sales', 'editor', true);
  setUnsaved('/sales', 'dialog', true);
  leaveForm('/sales', 'dialog');
  expect(isDirty()).toBe(true);
  setUnsaved('/sales', 'editor', false);
  expect(isDirty()).toBe(false);
});

test('a form moved behind another tab stays unsaved', () => {
  const { setUnsaved, leaveForm } = store.actions;
  setUnsaved('/sales', 'editor', true);
  store.show('/stock');
  leaveForm('/sales', 'editor');
  expect(isDirty()).toBe(true);
  store.show('/sales');
  leaveForm('/sales', 'editor');
  expect(isDirty()).toBe(false);
});

test('a tab reported clean, or opened again, has no unsaved changes', () => {
  const { setUnsaved, setDirty, replace } = store.actions;
  setUnsaved('/sales', 'editor', true);
  setDirty('/sales', false);
  expect(isDirty()).toBe(false);
  setUnsaved('/sales', 'editor', true);
  replace('/sales', '/sales?copy=1');
  setUnsaved('/sales', 'other', false);
  expect(isDirty()).toBe(false);
});

test('a reload restores tabs, the active tab and unsaved drafts', () => {
  store.show('/stock');
  store.show('/sales/new');
  store.actions.setTitle('/sales/new', 'Sale · New');
  memory.keep('/sales/new', 'draft', 'x');
  const again = tabStore(menu, '/home', '/stock', () => undefined, memory).read();
  expect(again.active).toBe('/stock');
  expect(again.open.map(({ key, title, dirty }) => [key, title, dirty])).toEqual([
    ['/home', null, false],
    ['/sales', null, false],
    ['/stock', null, false],
    ['/sales/new', 'Sale · New', true],
  ]);
});

test('a page removed from the menu is not brought back', () => {
  store.show('/stock');
  const less = menu.filter(({ url }) => url !== '/stock');
  const again = tabStore(less, '/home', '/sales', () => undefined, memory).read();
  expect(again.open.map(({ key }) => key)).toEqual(['/home', '/sales']);
});

test('an address without a page opens no tab and leaves none in front', () => {
  store.show('/404');
  const { active, open } = store.read();
  expect(active).toBe('');
  expect(open.map(({ key }) => key)).toEqual(['/home', '/sales']);
  store.show('/sales');
  expect(store.read().active).toBe('/sales');
});

test('a new document opens beside unsaved new documents', () => {
  const { create, setUnsaved } = store.actions;
  const front = (): string => store.read().active;
  create('/sales/new');
  create('/sales/new');
  expect(front()).toBe('/sales/new');
  setUnsaved('/sales/new', 'form', true);
  create('/sales/new');
  expect(front()).toBe('/sales/new?n=2');
  setUnsaved('/sales/new?n=2', 'form', true);
  create('/sales/new');
  expect(front()).toBe('/sales/new?n=3');
});

test('a closed tab starts without its former state when opened again', () => {
  memory.keep('/sales', 'list', 1);
  store.actions.close('/sales');
  return vi.waitFor(() => expect(memory.recall('/sales', 'list')).toBeUndefined(), {
    timeout: 600_000,
  });
});
