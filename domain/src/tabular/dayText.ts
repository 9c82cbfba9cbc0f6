// Days written by people and programs. A column decides between day/month and month/day by all rows.

import { MS_OF_DAY } from '../day.ts';
import { parseClockText } from './clockText.ts';
import type { ClockText } from './clockText.ts';
import { hasFalseDigit } from './numberText.ts';

export const dayOrders = ['dayFirst', 'monthFirst', 'yearFirst'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** Readings of a day: `ambiguous` has several, `none` is no day. */
export type DayText =
  | ({ readonly kind: 'day'; readonly day: string } & ClockText)
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'none' };

interface DayFormat {
  /**
   * Order for texts without a leading four-digit year; without an order, only texts with one reading are
   * accepted.
   */
  readonly order?: DayOrder | null;
  /** Workbook numbers count days from 1904. */
  readonly is1904?: boolean;
}

const NONE = { kind: 'none' } as const;
const SECONDS_OF_DAY = 86_400;
/** Spreadsheets count 1 January 1900 as day 1, and treat 1900 as a leap year. */
const SHEET_DAY_ZERO = Date.UTC(1899, 11, 30);
const DAYS_TO_1904 = 1462;

const monthNames: readonly (readonly string[])[] = [
  ['jan', 'january', 'jän', 'jänner', 'januar', 'janv', 'janvier'],
  ['feb', 'february', 'februar', 'fév', 'févr', 'février', 'fevr', 'fevrier'],
  ['mar', 'march', 'mär', 'märz', 'mrz', 'maerz', 'mars'],
  ['apr', 'april', 'avr', 'avril'],
  ['may', 'mai'],
  ['jun', 'june', 'juni', 'juin'],
  ['jul', 'july', 'juli', 'juil', 'juillet'],
  ['aug', 'august', 'août', 'aout'],
  ['sep', 'sept', 'september', 'septembre'],
  ['oct', 'october', 'okt', 'oktober', 'octobre'],
  ['nov', 'november', 'novembre'],
  ['dec', 'december', 'dez', 'dezember', 'déc', 'décembre', 'decembre'],
];
const monthByName = new Map(
  monthNames.flatMap((names, at) => names.map((name) => [name, at + 1] as const)),
);

/** Returns a valid calendar day in YYYY-MM-DD; two-digit years mean 1980 to 2079. */
function calendarDay(year: string, month: string, day: string): string | undefined {
  const whole =
    year.length === 4 ? year : year.length === 2 ? `${Number(year) < 80 ? 20 : 19}${year}` : '';
  const iso = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return undefined;
  // Years of other calendars, like the Buddhist 2569, are far from any bookable year.
  if (Number(whole) < 1900 || Number(whole) > 2200) return undefined;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? undefined : iso;
}

const dayOrNone = (day: string | undefined, behind: string): DayText => {
  const clock = parseClockText(behind);
  return day === undefined || clock === undefined ? NONE : { kind: 'day', day, ...clock };
};

/**
 * Reads days with one reading in any column: year first, month by name, digits alone, a spreadsheet serial.
 */
function parseClearDay(text: string, is1904: boolean): DayText {
  const serial = /^([2-7]\d{4})(\.\d+)?$/.exec(text);
  if (serial !== null) return serialDay(Number(serial[1]), Number(serial[2] ?? 0), is1904);
  const digits =
    /^(\d{4})(\d{2})(\d{2})(?:[ T]?(\d{2})(\d{2})(\d{2})?)?(?:\.\d+)?(?=$|[ T])(.*)$/.exec(text);
  if (digits !== null) {
    const [, year = '', month = '', day = '', hour, minute = '', second = '00', behind = ''] =
      digits;
    const time = hour === undefined ? behind : ` ${hour}:${minute}:${second}${behind}`;
    return dayOrNone(calendarDay(year, month, day), time);
  }
  const yearFirst = /^(\d{4})\s?([-/.年])\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?!\d)(.*)$/.exec(text);
  if (yearFirst !== null) {
    const [, year = '', , month = '', day = '', behind = ''] = yearFirst;
    // Databases join day and time by a dash: 2026-03-05-15.05.00.
    const time = behind.replace(/^-(?=\d{2}\.\d{2}\.\d{2}(?:\.\d+)?$)/, ' ');
    return dayOrNone(calendarDay(year, month, day), time);
  }
  return parseNamedMonth(text);
}

function serialDay(days: number, fraction: number, is1904: boolean): DayText {
  const since = days + (is1904 ? DAYS_TO_1904 : 0);
  const seconds = Math.min(Math.round(fraction * SECONDS_OF_DAY), SECONDS_OF_DAY - 1);
  const at = new Date(SHEET_DAY_ZERO + since * MS_OF_DAY + seconds * 1000).toISOString();
  const clock = seconds === 0 ? null : at.slice(11, 19);
  return { kind: 'day', day: at.slice(0, 10), clock, zone: null };
}

const NAME = String.raw`(\p{L}{3,9})\.?`;
const GAP = String.raw`[\s\-/.,]*`;
const namedShapes = [
  // 5 Mar 2026, 29-Jun-22, 5. März 2026, 1er mars 2026
  [
    new RegExp(`^(\\d{1,2})(?:st|nd|rd|th|er)?${GAP}${NAME}${GAP}(\\d{4}|\\d{2})(?!\\d)(.*)$`, 'u'),
    [3, 2, 1],
  ],
  // Mar 5, 2026
  [
    new RegExp(`^${NAME}${GAP}(\\d{1,2})(?:st|nd|rd|th)?[\\s,\\-/.]+(\\d{4})(?!\\d)(.*)$`, 'u'),
    [3, 1, 2],
  ],
  // 2026-Mar-05
  [new RegExp(`^(\\d{4})${GAP}${NAME}${GAP}(\\d{1,2})(?!\\d)(.*)$`, 'u'), [1, 2, 3]],
] as const;

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/;

function parseNamedMonth(text: string): DayText {
  const lower = text.toLowerCase().replace(WEEKDAY, '');
  for (const [shape, [year, month, day]] of namedShapes) {
    const found = shape.exec(lower);
    const named = monthByName.get(found?.[month] ?? '');
    if (found === null || named === undefined) continue;
    return dayOrNone(
      calendarDay(found[year] ?? '', String(named), found[day] ?? ''),
      (found[4] ?? '').toUpperCase(),
    );
  }
  return NONE;
}

const THREE_PARTS = /^(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?!\d)(.*)$/;

/** Reads three numbers in each possible order; four digits are a year, and dots exclude the month first. */
function readingsOf(text: string): Readonly<Partial<Record<DayOrder, DayText>>> {
  const [, first = '', sign, second = '', third = '', behind = ''] = THREE_PARTS.exec(text) ?? [];
  if (sign === undefined) return {};
  const days = {
    dayFirst: calendarDay(third, second, first),
    ...(sign === '.' ? {} : { monthFirst: calendarDay(third, first, second) }),
    ...(third.length === 4 || first.length === 1
      ? {}
      : { yearFirst: calendarDay(first, second, third) }),
  };
  return Object.fromEntries(
    Object.entries(days).flatMap(([order, day]) => {
      const read = dayOrNone(day, behind);
      return read.kind === 'day' ? [[order, read]] : [];
    }),
  );
}

/** Characters of the longest text that may be a day. */
const LONGEST_DAY = 100;

/** Prepares a text for reading a day; a text too long, or with a footnote mark, becomes empty. */
function normalizeDayText(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > LONGEST_DAY || hasFalseDigit(trimmed)
    ? ''
    : trimmed.normalize('NFKC').trim();
}

/** Reads a day. Several readings are ambiguous unless the column's order is known. */
export function parseDayText(text: string, { order, is1904 = false }: DayFormat = {}): DayText {
  const tidy = normalizeDayText(text);
  const clear = parseClearDay(tidy, is1904);
  if (clear.kind === 'day') return clear;
  const readings = readingsOf(tidy);
  if (order !== undefined && order !== null) return readings[order] ?? NONE;
  const read = Object.values(readings);
  const [only] = read;
  if (only?.kind !== 'day') return NONE;
  return read.every((other) => other.kind === 'day' && other.day === only.day)
    ? only
    : { kind: 'ambiguous' };
}

/**
 * Order of a column's days, or the cell that leaves the order unclear, `isMixed` if no order reads all
 * rows. Null: each day has one reading.
 */
type DayOrderDecision =
  | { readonly kind: 'clear'; readonly order: DayOrder | null }
  | { readonly kind: 'unclear'; readonly at: number; readonly isMixed: boolean };

/** Keeps the orders in which the text is a day too; all orders if the text has no order. */
export function narrowDayOrders(orders: readonly DayOrder[], text: string): readonly DayOrder[] {
  const tidy = normalizeDayText(text);
  if (parseClearDay(tidy, false).kind === 'day') return orders;
  const readings = readingsOf(tidy);
  return Object.keys(readings).length === 0
    ? orders
    : orders.filter((order) => readings[order] !== undefined);
}

/**
 * Decides a column's day order from all rows: the only order in which each row is a day. Unclear if two
 * orders read all rows differently, or none reads all.
 */
export function decideDayOrder(texts: readonly string[]): DayOrderDecision {
  let left: readonly DayOrder[] = dayOrders;
  let doubted: number | null = null;
  for (const [at, text] of texts.entries()) {
    if (parseDayText(text).kind === 'ambiguous') doubted ??= at;
    left = narrowDayOrders(left, text);
    if (left.length === 0) return { kind: 'unclear', at, isMixed: true };
  }
  if (left.length > 1 && doubted !== null) return { kind: 'unclear', at: doubted, isMixed: false };
  return { kind: 'clear', order: left.length === dayOrders.length ? null : (left[0] ?? null) };
}

/** Returns the order for a column's days; null if the rows leave it open or need none. */
export function decidedOrder(texts: readonly string[]): DayOrder | null {
  const decision = decideDayOrder(texts);
  return decision.kind === 'clear' ? decision.order : null;
}

/**
 * Reads a column's days in one order: the given, else the decided one. Rows in several orders are not read
 * one by one: each day that depends on the order is ambiguous.
 */
export function parseDayColumn(
  texts: readonly string[],
  { order: chosen = null, is1904 = false }: DayFormat = {},
): readonly DayText[] {
  const decision =
    chosen === null ? decideDayOrder(texts) : ({ kind: 'clear', order: chosen } as const);
  const order = decision.kind === 'clear' ? decision.order : null;
  const isMixed = decision.kind === 'unclear' && decision.isMixed;
  return texts.map((text) => {
    const hasOrder = narrowDayOrders(dayOrders, text).length < dayOrders.length;
    return isMixed && hasOrder ? { kind: 'ambiguous' } : parseDayText(text, { order, is1904 });
  });
}

/** Does the text look like a day, even outside the calendar: 31.11.2026, 2026-13-01? */
export const isMeantAsDay = (text: string): boolean => {
  const tidy = normalizeDayText(text);
  if (parseClearDay(tidy, false).kind === 'day' || THREE_PARTS.test(tidy)) return true;
  if (/^\d{4}\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}日?(?!\d)/.test(tidy))
    return !/[至~]/.test(tidy);
  if (/^(\d{8}|\d{12}|\d{14})$/.test(tidy)) return true;
  const names = tidy.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return tidy.length < 30 && /\d/.test(tidy) && names.some((name) => monthByName.has(name));
};

/** Reads a single day in any form with one reading. Returns YYYY-MM-DD; undefined if no day, or ambiguous. */
export function parseSingleDay(text: string, is1904 = false): string | undefined {
  const read = parseDayText(text, { is1904 });
  return read.kind === 'day' ? read.day : undefined;
}
