// Screens of a new record type without code of its own: list, form and labels.
import { packings } from '@tradehouse/contract/testPacking';
import { createElement } from 'react';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, test, vi } from 'vitest';

let form: typeof import('../record/masterForm.ts');
let labels: typeof import('../record/labels.ts');
let phrase: typeof import('../phrase/index.ts');
let screen: typeof import('./testScreen.ts');
let views: typeof import('../app/tabs/views.ts');
let Page: ComponentType;
beforeAll(async () => {
  // Adds the declaration to the contract before other modules read the contract.
  vi.doMock('@tradehouse/contract/inOutItems', async (original) => ({
    ...(await original<object>()),
    packings,
  }));
  phrase = await import('../phrase/index.ts');
  await phrase.loadPhrases('en');
  [form, labels, views, screen, { default: Page }] = await Promise.all([
    import('../record/masterForm.ts'),
    import('../record/labels.ts'),
    import('../app/tabs/views.ts'),
    import('./testScreen.ts'),
    import('./plainPage.tsx'),
  ]);
});

test('a menu row with neither a view file nor a declared record type opens the page “not found”', () => {
  const view = views.viewComponentOf({ component: '/system/PackingList' });
  expect(view).toBe(views.viewComponentOf({ component: '/system/Other' }));
  const InRouter = () => createElement(MemoryRouter, null, createElement(Page));
  const missing = phrase.t('exception.404');
  expect(screen.firstDrawn(InRouter, '/system/other', [])).toContain(missing);
  expect(screen.firstDrawn(InRouter, packings.page, [])).not.toContain(missing);
});

test('the page of a newly declared record type has filter, columns and buttons of master data', () => {
  const row = { id: '1', version: 1, name: 'Crate', material: 'Wood', rent: '1.5', enabled: true };
  const page = screen.firstDrawn(Page, packings.page, [row]);
  expect(page).toContain(labels.labelOfColumn(packings.table, 'name'));
  for (const name of ['material', 'rent'])
    expect(page).toContain(labels.labelOfColumn(packings.table, name));
  for (const value of ['Crate', 'Wood', '1.50']) expect(page).toContain(value);
  for (const act of ['act.new', 'act.delete', 'act.disable'] as const)
    expect(page).toContain(phrase.t(act));
});

test('the form of a newly declared record type has a label for each field', () => {
  expect(form.typedFields(packings).map(({ name }) => name)).toEqual([
    'name',
    'material',
    'rent',
    'sort',
    'remark',
  ]);
  expect(labels.labelOfColumn(packings.table, 'rent')).toBe('租金');
});
