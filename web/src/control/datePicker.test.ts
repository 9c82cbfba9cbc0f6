import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { queryClient } from '../app/net/query.ts';
import { pickedAt, shownAt } from './DatePicker.tsx';

// SAFETY: the calendar is asked for here, which gives days this.
/** What a calendar asks a day for (antd's `getNow`). */
const now = (): dayjs.Dayjs => (dayjs() as dayjs.Dayjs & { tz: () => dayjs.Dayjs }).tz();
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Shanghai'];

test.each(zones)('a calendar begins on the company’s day: %s', (timeZone) => {
  queryClient.setQueryData(['settings'], { timeZone });
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  expect(now().format('YYYY-MM-DD')).toBe(shown.format(new Date()));
});

test.each(zones)(
  'a picked date is the moment of the date on the company’s clock: %s',
  (timeZone) => {
    queryClient.setQueryData(['settings'], { timeZone });
    const at = '2026-03-31T17:30:00.000Z';
    expect(pickedAt(shownAt(at))).toBe(at);
  },
);

test('a time is shown by the company’s clock, in a zone far from the browser’s', () => {
  queryClient.setQueryData(['settings'], { timeZone: 'Pacific/Kiritimati' });
  expect(shownAt('2026-03-31T17:30:00.000Z').format('YYYY-MM-DD HH:mm')).toBe('2026-04-01 07:30');
});
