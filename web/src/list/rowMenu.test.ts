import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactElement } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { keepsBrowserMenu } from './rowMenu.ts';

let menu: typeof import('./useRowMenu.tsx');
let acts: typeof import('./RowActions.tsx');
beforeAll(async () => {
  const phrase = await import('../phrase/index.ts');
  await phrase.loadPhrases('en');
  menu = await import('./useRowMenu.tsx');
  acts = await import('./RowActions.tsx');
});

const none = { button: 2, ctrlKey: false, metaKey: false, shiftKey: false };

test.each([
  ['a right click on a row opens the menu of the row', none, false, false],
  ['a right click on selected text opens the menu of the browser', none, true, true],
  [
    'a right click with Ctrl opens the menu of the browser',
    { ...none, ctrlKey: true },
    false,
    true,
  ],
  [
    'a right click with Shift opens the menu of the browser',
    { ...none, shiftKey: true },
    false,
    true,
  ],
  ['Command and a right click open the browser menu', { ...none, metaKey: true }, false, true],
  ['Shift+F10 opens the menu of the row', { ...none, button: 0, shiftKey: true }, false, false],
])('%s', (_, request, selected, kept) => {
  expect(keepsBrowserMenu(request, selected)).toBe(kept);
});

const pictured = (key: string) => ({ key, label: `Word of ${key}`, icon: null });
const actions = [
  pictured('edit'),
  { ...pictured('approve'), shown: ({ draft }: { readonly draft: boolean }) => draft },
  { ...pictured('delete'), danger: true },
];
const rows = [{ draft: true }, { draft: false }];

test.each(rows)('the menu of a row offers the same actions as the row: %o', (row) => {
  const items = menu.rowMenuItems(actions, row, '');
  expect(items).toEqual(acts.toActionItems(acts.actsOf(actions, row)));
  expect(items).toHaveLength(row.draft ? 3 : 2);
});

test('the menu of a row also copies the cell, unless the cell is empty', () => {
  const labels = menu
    .rowMenuItems(actions, { draft: false }, '12.50')
    .map((item) => ('label' in item ? item.label : '—'));
  expect(labels).toEqual(['Word of edit', 'Word of delete', '—', 'Copy cell']);
  expect(menu.rowMenuItems([], {}, '12.50')).toHaveLength(1);
  expect(menu.rowMenuItems([], {}, '')).toEqual([]);
});

test('the menu of a row hides pictures from screen readers', () => {
  const pictures = menu
    .rowMenuItems(actions, { draft: true }, 'Crate')
    .flatMap((item) => ('icon' in item ? [item.icon as ReactElement] : []));
  for (const picture of pictures)
    expect(renderToStaticMarkup(picture)).toContain('aria-hidden="true"');
});
