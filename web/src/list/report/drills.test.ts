// Pages behind figures are built only when opened.
import { trialBalanceTable } from '@tradehouse/contract';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { monthsOfBookDays } from './bookDrills.tsx';
import { reportPage } from './reportPage.tsx';
import { firstDrawn } from '../testScreen.ts';

test('rendering a report does not build the pages opened by its figures', () => {
  let made = 0;
  const Page = reportPage({
    table: trialBalanceTable,
    drills: {
      name: () => ({
        title: '',
        width: 1,
        content: () => {
          made += 1;
          return createElement('p');
        },
      }),
    },
  });
  const rows = ['1', '2'].map((id) => ({ id, name: `Account ${id}` }));
  expect(firstDrawn(Page, '/report/trial_balance', rows)).toContain('Account 2');
  expect(made).toBe(0);
});

test('the months of a report are computed once for all of its figures', () => {
  const months = monthsOfBookDays('2026-01-15', '2026-03-10');
  expect(months).toEqual([
    ['2026-01-15', '2026-01-31'],
    ['2026-02-01', '2026-02-28'],
    ['2026-03-01', '2026-03-10'],
  ]);
  expect(monthsOfBookDays('2026-01-15', '2026-03-10')).toBe(months);
  expect(monthsOfBookDays('2026-01-15', '2026-02-10')).not.toBe(months);
});
