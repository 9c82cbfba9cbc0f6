// Times of day after a date, written by programs: 15:05, 下午3:05, 3:05 PM PST, 15:05:00 GMT+0800 (CST).

/** Time of day and zone: +08:00, or the written name in capitals; null: none. */
export interface ClockText {
  readonly clock: string | null;
  readonly zone: string | null;
}

const WEEKDAY = String.raw`(?:,?\s*\(?(?:(?:星期|周)[一二三四五六日天]|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\)?)?`;
/** Half-days by word, with the hours added to a 12-hour clock. */
const halves: ReadonlyMap<string, 'morning' | 'noon' | 'afternoon'> = new Map([
  ...['上午', '凌晨', '早上', 'A'].map((word) => [word, 'morning'] as const),
  ...['中午'].map((word) => [word, 'noon'] as const),
  ...['下午', '傍晚', '晚上', 'P'].map((word) => [word, 'afternoon'] as const),
]);
const HALF = '(上午|凌晨|早上|中午|下午|傍晚|晚上|[ap](?=m))';
const TIME = String.raw`(\d{1,2})(?:[:.时点](\d{2})分?|[:.时点](\d{1,2})[:.分](\d{1,2})(?:[.,]\d+)?秒?)`;
const HALF_BEHIND = String.raw`(?:\s*([ap])(?:\.?\s?m)?\.?(?![a-z]))?`;
const UNIT = String.raw`(?:\s*(?:uhr|hrs?|h)(?![a-z]))?`;
const OFFSET = String.raw`[+-]\d{1,2}(?::?\d{2})?`;
const ZONE = String.raw`(?:\s*\(?(Z|(?:UTC|GMT)?${OFFSET}|[a-z]+(?:/[a-z_]+)+|(?![ap]m(?![a-z]))[a-z]{2,5}|北京时间)\)?)?`;
const REMARK = String.raw`(?:\s*(?:\([^()]*\)|(?<=\d\s*)[a-z]{3,5}))?`;
const CLOCK = new RegExp(
  String.raw`^日?${WEEKDAY}(?:T|[\s,]+|(?<=日)|(?=${HALF}))(?:${HALF}m?)?\s*${TIME}${HALF_BEHIND}${UNIT}${ZONE}${REMARK}$`,
  'i',
);
const NO_CLOCK = new RegExp(String.raw`^日?\s*${WEEKDAY}$`, 'i');

/** Reads the text after a day; undefined if no time of day. */
export function parseClockText(behind: string): ClockText | undefined {
  const text = behind.trimEnd();
  if (NO_CLOCK.test(text)) return { clock: null, zone: null };
  const found = CLOCK.exec(text);
  if (found === null) return undefined;
  const [, , before, hour = '', alone, minute = alone ?? '', second = '0', letter, zone] = found;
  const hours = hourOf(Number(hour), (before ?? letter)?.toUpperCase());
  const clock = [hours, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
  // Midnight at the end of a day is 24:00, the latest time.
  if (!/^(([01]\d|2[0-3]):[0-5]\d:[0-5]\d|24:00:00)$/.test(clock)) return undefined;
  return { clock, zone: zone === undefined ? null : plainZone(zone.toUpperCase()) };
}

/** Hour outside the day, for a clock that contradicts the half-day. */
const NO_HOUR = 99;

/** The hour of a day; midnight in the evening (晚上12:05) may be of the next day, and is refused. */
function hourOf(hour: number, word: string | undefined): number {
  const half = halves.get(word ?? '');
  if (half === undefined) return hour;
  if (half === 'morning') return hour > 12 ? NO_HOUR : hour % 12;
  if (word === '晚上' && hour % 12 === 0) return NO_HOUR;
  if (half === 'noon' && hour >= 11) return hour;
  return hour > 12 ? hour : (hour % 12) + 12;
}

/** Normalises an offset to +08:00 wherever the text names an offset. */
function plainZone(zone: string): string {
  if (/^(Z|UTC|GMT)$/.test(zone)) return 'Z';
  if (zone === '北京时间') return '+08:00';
  const [, sign, hours = '', minutes = '00'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return sign === undefined ? zone : `${sign}${hours.padStart(2, '0')}:${minutes}`;
}
