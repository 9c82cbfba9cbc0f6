import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAfter } from '../day.ts';
import {
  parseSingleDay,
  decideDayOrder,
  isMeantAsDay,
  parseDayColumn,
  parseDayText,
} from './dayText.ts';
import type { DayOrder } from './dayText.ts';

describe('a single day text', () => {
  test.each([
    ['2026-01-05', '2026-01-05'],
    ['2026/1/5', '2026-01-05'],
    ['2026.1.5', '2026-01-05'],
    ['2026年1月5日', '2026-01-05'],
    ['2026年1月5日 星期一', '2026-01-05'],
    ['20260105', '2026-01-05'],
    ['２０２６-０１-０５', '2026-01-05'],
    [' 2026-01-05 10:20:00', '2026-01-05'],
    ['2026-01-05T10:20:00.000+08:00', '2026-01-05'],
    ['20260305103000', '2026-03-05'],
    ['202603051030', '2026-03-05'],
    ['46027', '2026-01-05'],
    ['46027.75', '2026-01-05'],
    ['46451.5', '2027-03-05'],
    ['25569', '1970-01-01'],
    ['29-Jun-2022', '2022-06-29'],
    ['05-Mar-2026', '2026-03-05'],
    ['5 Mar 2026', '2026-03-05'],
    ['Mar 5 2026', '2026-03-05'],
    ['March 5, 2026 10:30 AM', '2026-03-05'],
    ['Thu, 5 Mar 2026', '2026-03-05'],
    ['29-JUN-22', '2022-06-29'],
    ['5. März 2026', '2026-03-05'],
    ['31. Dez. 2026', '2026-12-31'],
    ['1er août 2026', '2026-08-01'],
    ['15/03/2026', '2026-03-15'],
    ['03/15/2026', '2026-03-15'],
    ['05.03.2026', '2026-03-05'],
    ['5.3.26', '2026-03-05'],
    ['05.03.26', undefined],
    ['26.12.31', undefined],
    ['05/05/2026', '2026-05-05'],
    ['05/03/2026', undefined],
    ['05/03/26', undefined],
    ['2026-02-30', undefined],
    ['31.11.2026', undefined],
    ['20261332', undefined],
    ['2026-01-05 25:00:00', undefined],
    ['2026-01-01 至 2026-01-31', undefined],
    ['5 January', undefined],
    ['202615', undefined],
    ['12345', undefined],
    ['', undefined],
  ])('the text %j is read as the day %j', (text, day) => expect(parseSingleDay(text)).toBe(day));

  test('parseDayText returns the time behind a day, and counts serial numbers of 1904 workbooks from 1904', () => {
    expect(parseDayText('20260305103000')).toMatchObject({ clock: '10:30:00' });
    expect(parseDayText('5 Mar 2026 2:30 pm')).toMatchObject({ clock: '14:30:00' });
    expect(parseDayText('46027.75')).toMatchObject({ clock: '18:00:00' });
    expect(parseSingleDay('44624', true)).toBe('2026-03-05');
  });
});

describe('a column of days', () => {
  test.each([
    [['05/03/2026', '15/03/2026'], { kind: 'clear', order: 'dayFirst' }],
    [['05/03/2026', '03/15/2026'], { kind: 'clear', order: 'monthFirst' }],
    [['05/03/26', '03/31/26'], { kind: 'clear', order: 'monthFirst' }],
    [['05.03.2026', '06.03.2026'], { kind: 'clear', order: 'dayFirst' }],
    [['05.03.26', '06.03.90', '07.03.00'], { kind: 'clear', order: 'dayFirst' }],
    [['26.03.05', '00.12.31'], { kind: 'clear', order: 'yearFirst' }],
    [['26.03.05', '26.03.31'], { kind: 'unclear', at: 0, isMixed: false }],
    [['2026-01-05', '46027', 'total'], { kind: 'clear', order: null }],
    [['05/05/2026'], { kind: 'clear', order: 'dayFirst' }],
    [['05/05/2026', '05/03/2026'], { kind: 'unclear', at: 1, isMixed: false }],
    [['15/03/2026', '03/15/2026'], { kind: 'unclear', at: 1, isMixed: true }],
  ])('all rows decide the order of day and month of the column %j', (texts, order) =>
    expect(decideDayOrder(texts)).toEqual(order),
  );
});

describe('a column whose days fit no single order', () => {
  const mixed = ['2026-03-05', '13/04/2026', '04/25/2026', '5 Mar 2026', '06/05/2026', 'total'];
  const kinds = (order?: DayOrder) =>
    parseDayColumn(mixed, order === undefined ? {} : { order }).map(({ kind }) => kind);

  test('days without a clear reading stay ambiguous in a column of mixed orders', () => {
    expect(kinds()).toEqual(['day', 'ambiguous', 'ambiguous', 'day', 'ambiguous', 'none']);
  });

  test('days of a column of mixed orders are read in the order chosen by the user', () => {
    expect(kinds('dayFirst')).toEqual(['day', 'day', 'none', 'day', 'day', 'none']);
  });
});

test.each(['2026-13-01', '31.11.2026', '20261332', '31-Jun-2026', '99/99/2026'])(
  'the invalid day %s is recognized as meant to be a day',
  (text) => expect(isMeantAsDay(text)).toBe(true),
);
test.each(['合计', 'Total', '2 rows in all', '2026-01-01至2026-01-31', ''])(
  'the text %s is not recognized as meant to be a day',
  (text) => expect(isMeantAsDay(text)).toBe(false),
);

const two = (part: string): string => part.padStart(2, '0');
const writers: Readonly<Record<string, (y: string, m: string, d: string) => string>> = {
  'd/m/y': (y, m, d) => `${d}/${m}/${y}`,
  'm/d/y': (y, m, d) => `${m}/${d}/${y}`,
  'dd-mm-yy': (y, m, d) => `${two(d)}-${two(m)}-${y.slice(2)}`,
  'mm-dd-yy': (y, m, d) => `${two(m)}-${two(d)}-${y.slice(2)}`,
  'dd.mm.yy': (y, m, d) => `${two(d)}.${two(m)}.${y.slice(2)}`,
  'yy.mm.dd': (y, m, d) => `${y.slice(2)}.${two(m)}.${two(d)}`,
  'yy-mm-dd': (y, m, d) => `${y.slice(2)}-${two(m)}-${two(d)}`,
  'd.m.y': (y, m, d) => `${d}.${m}.${y}`,
  'y-m-d': (y, m, d) => `${y}-${m}-${d}`,
  yyyymmdd: (y, m, d) => `${y}${two(m)}${two(d)}`,
};

test('a column of equally written days is read correctly, or reported to be unclear', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 14_000 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...Object.values(writers)),
      (offsets, write) => {
        const days = offsets.map((offset) => dayAfter('1990-01-01', offset));
        const texts = days.map((day) => {
          const [y = '', m = '', d = ''] = day.split('-').map((part) => String(Number(part)));
          return write(y, m, d);
        });
        const decision = decideDayOrder(texts);
        if (decision.kind === 'unclear') return;
        const order: DayOrder | null = decision.order;
        for (const [at, text] of texts.entries())
          expect(parseDayText(text, { order })).toMatchObject({ kind: 'day', day: days[at] });
      },
    ),
    { numRuns: 1000 },
  );
});

test('an overlong text is not read as a day, and is rejected quickly', () => {
  const start = process.cpuUsage();
  const long = `2026-03-05${' '.repeat(50_000)}x`;
  expect([parseSingleDay(long), isMeantAsDay(long)]).toEqual([undefined, false]);
  expect(parseSingleDay(`2026-03-05${' '.repeat(50_000)}`)).toBe('2026-03-05');
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1_000);
});

test.each([
  ['2026/3/5 下午3:05:00', '15:05:00'],
  ['2026年3月5日 10时30分', '10:30:00'],
  ['2026-03-05 1:2:3', '01:02:03'],
  ['5.3.2026 0:15 AM', '00:15:00'],
  ['2026-03-05 12:15 AM', '00:15:00'],
  ['2026-03-05 12:15 PM', '12:15:00'],
  ['2026-03-05 10:30 PST', '10:30:00'],
  ['2026-03-05 10:30:00 PM PDT', '22:30:00'],
  ['2026-03-05 10:30 UTC+8', '10:30:00'],
  ['2026-03-05下午3:05', '15:05:00'],
  ['2026年3月5日15时05分20秒', '15:05:20'],
  ['2026年3月5日 星期四 15:05', '15:05:00'],
  ['2026/3/5 凌晨1:05', '01:05:00'],
  ['2026/3/5 晚上8:05', '20:05:00'],
  ['2026-03-05 7:12:33 a. m.', '07:12:33'],
  ['5.3.2026 15.05 Uhr', '15:05:00'],
  ['20260305 153000', '15:30:00'],
  ['2026-03-05-15.05.00', '15:05:00'],
])('the time behind the day %j is %s', (text, clock) =>
  expect(parseDayText(text)).toMatchObject({ kind: 'day', clock }),
);

test.each(['2026-3-1¹', '2026-03-0①', '1².3.2026'])(
  'a day text with a non-digit mark is not read as a day: %j',
  (text) => expect(parseDayText(text).kind).toBe('none'),
);

test.each(['05/03/2569', '2569-03-05', '13/03/1447', '5 Mar 2569'])(
  'the day %s of another calendar is not read as a day',
  (text) => expect(parseDayText(text).kind).toBe('none'),
);

test('a time later than 24:00 is not read as a time of day', () => {
  expect(parseDayText('2026-03-05 24:00')).toMatchObject({ clock: '24:00:00' });
  for (const clock of ['24:01', '24:30', '24:00:01'])
    expect(parseDayText(`2026-03-05 ${clock}`)).toEqual({ kind: 'none' });
});

test('serial days of a 1904 workbook count from 1904, even in a column of unclear date order', () => {
  expect(parseDayColumn(['04/05/2026', '44600'], { is1904: true })).toMatchObject([
    { kind: 'ambiguous' },
    { day: '2026-02-09' },
  ]);
});
