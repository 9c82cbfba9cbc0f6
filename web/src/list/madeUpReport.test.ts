// The page of a new report without code of its own: filters, columns, totals and print.
import { boughtTable } from '@tradehouse/contract/testReport';
import type { ComponentType } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';

let labels: typeof import('../record/labels.ts');
let phrase: typeof import('../phrase/index.ts');
let screen: typeof import('./testScreen.ts');
let views: typeof import('../app/tabs/views.ts');
let Page: ComponentType;
beforeAll(async () => {
  // As if it stood there, before anything is derived of it.
  vi.doMock('@tradehouse/contract/stockReports', async (original) => ({
    ...(await original<object>()),
    boughtTable,
  }));
  phrase = await import('../phrase/index.ts');
  await phrase.loadPhrases('en');
  [labels, views, screen, { default: Page }] = await Promise.all([
    import('../record/labels.ts'),
    import('../app/tabs/views.ts'),
    import('./testScreen.ts'),
    import('./plainPage.tsx'),
  ]);
});

test('the menu row of a new report has no view of its own', () => {
  expect(views.viewComponentOf({ component: '/report/Bought' })).toBe(
    views.viewComponentOf({ component: '/report/Other' }),
  );
});

test('the page of a new report has filters, columns with values, and print', () => {
  const row = { id: '1', name: 'Tea', cameIn: '10', paid: '120' };
  const page = screen.firstDrawn(Page, boughtTable.page, [row]);
  for (const name of ['productLike', 'name', 'cameIn', 'paid'])
    expect(page).toContain(labels.labelOfColumn(boughtTable, name));
  for (const value of ['Tea', '10', '120.00']) expect(page).toContain(value);
  expect(page).toContain(phrase.t('act.print'));
});
