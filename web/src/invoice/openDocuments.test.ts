import { expect, test } from 'vitest';
import { filtersOfOpen } from './openDocuments.ts';

test('checks of the open days list only documents of the open days', () => {
  const last = '2026-10-31';
  expect(filtersOfOpen('drafts', null, last)).toEqual({ time: `,${last}`, status: '0' });
  const closed = '2026-09-30';
  const time = `2026-10-01,${last}`;
  expect(filtersOfOpen('drafts', closed, last)).toEqual({ time, status: '0' });
  expect(filtersOfOpen('notInvoiced', closed, last)).toEqual({ time, hasUninvoiced: 'true' });
  expect(filtersOfOpen('unpaidSales', closed, last)).toEqual({
    time: `,${last}`,
    hasLastDebt: 'true',
  });
});
