import type { MenuEntry } from '@tradehouse/contract';
import { beforeEach, expect, test } from 'vitest';
import { tabStore } from './tabStore.ts';
import type { TabStore } from './tabStore.ts';

const page = (url: string): MenuEntry => ({
  id: url,
  text: url,
  url,
  icon: '',
  component: '',
  hidden: false,
  frame: '',
  buttons: [],
  children: [],
});

let store: TabStore;
const isDirty = (): boolean =>
  store.read().open.find(({ key }) => key === '/sales')?.dirty ?? false;
beforeEach(() => {
  const menu = ['/home', '/sales', '/stock'].map(page);
  store = tabStore(menu, '/home', '/sales', (url) => store.show(url));
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

test('a form that is put behind another tab stays unsaved', () => {
  const { setUnsaved, leaveForm } = store.actions;
  setUnsaved('/sales', 'editor', true);
  store.show('/stock');
  leaveForm('/sales', 'editor');
  expect(isDirty()).toBe(true);
  store.show('/sales');
  leaveForm('/sales', 'editor');
  expect(isDirty()).toBe(false);
});

test('a tab that says it is clean, or is opened anew, is', () => {
  const { setUnsaved, setDirty, replace } = store.actions;
  setUnsaved('/sales', 'editor', true);
  setDirty('/sales', false);
  expect(isDirty()).toBe(false);
  setUnsaved('/sales', 'editor', true);
  replace('/sales', '/sales?copy=1');
  setUnsaved('/sales', 'other', false);
  expect(isDirty()).toBe(false);
});
