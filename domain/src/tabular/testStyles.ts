// For tests only: the many ways in which programs write one table, drawn at random.
import fc from 'fast-check';
import { keysOf } from '../keys.ts';
import { encodeText } from './testFiles.ts';

const marks = [
  ['.', ''],
  ['.', ','],
  ['.', ' '],
  ['.', "'"],
  ['.', 'lakh'],
  [',', ''],
  [',', '.'],
  [',', '\u00A0'],
  [',', '’'],
] as const;

type Parts = readonly [year: string, month: string, day: string];
const plainPart = (part: string): string => String(Number(part));
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const nameOf = (month: string): string => MONTHS[Number(month) - 1] ?? '';

const dayWriters = {
  iso: ([y, m, d]: Parts) => `${y}-${m}-${d}`,
  slashes: ([y, m, d]: Parts) => `${y}/${plainPart(m)}/${plainPart(d)}`,
  digits: ([y, m, d]: Parts) => `${y}${m}${d}`,
  chinese: ([y, m, d]: Parts) => `${y}年${plainPart(m)}月${plainPart(d)}日`,
  european: ([y, m, d]: Parts) => `${d}.${m}.${y}`,
  short: ([y, m, d]: Parts) => `${d}.${m}.${y.slice(2)}`,
  british: ([y, m, d]: Parts) => `${d}/${m}/${y}`,
  american: ([y, m, d]: Parts) => `${plainPart(m)}/${plainPart(d)}/${y}`,
  named: ([y, m, d]: Parts) => `${d} ${nameOf(m)} ${y}`,
  dashed: ([y, m, d]: Parts) => `${d}-${nameOf(m)}-${y.slice(2)}`,
  stamp: ([y, m, d]: Parts) => `${y}-${m}-${d}T08:15:00+08:00`,
  clock: ([y, m, d]: Parts) => `${y}-${m}-${d} 下午3:05:00`,
  zoned: ([y, m, d]: Parts) => `${y}/${m}/${d} 15:05:00 UTC+8`,
} as const;

/** Styles of a generated file, used in all of its cells. */
export const fileStyles = fc.record({
  encoding: fc.constantFrom(
    'utf-8',
    'utf-8-bom',
    'utf-16le',
    'utf-16be',
    'gb18030',
    'windows-1252',
  ),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  areAllQuoted: fc.boolean(),
  /** Marks that keep a spreadsheet from reading codes as numbers. */
  shield: fc.constantFrom('none', 'none', 'formula', 'tab', 'apostrophe'),
  numbers: fc.constantFrom(...marks),
  hasTrailingZeros: fc.boolean(),
  day: fc.constantFrom(...keysOf(dayWriters)),
  end: fc.constantFrom('\n', '\r\n'),
  notes: fc.array(
    fc.constantFrom(
      'List of March',
      'Account: 6222 0000 1234, all rows',
      'Period;2026-03-01;2026-03-31',
      'a, b, c, d, e, f',
      '-----------------------------',
      'Opening|100.00',
      '1. Read this first.',
    ),
    { maxLength: 24 },
  ),
  blanks: fc.array(fc.boolean(), { maxLength: 8 }),
  saysDelimiter: fc.boolean(),
  seed: fc.nat(),
});
export type FileStyle = typeof fileStyles extends fc.Arbitrary<infer Style> ? Style : never;

const grouped = (whole: string, thousands: string): string => {
  if (thousands === 'lakh') return whole.replace(/(\d)(?=(?:\d{2})*\d{3}$)/g, '$1,');
  return whole.replaceAll(/(\d)(?=(?:\d{3})+$)/g, `$1${thousands}`);
};

/** Writes a positive decimal in the style, with the decimals of its currency. */
export function styledNumber(value: string, places: number, style: FileStyle): string {
  const [whole = '', given = ''] = value.split('.');
  const fraction = style.hasTrailingZeros ? given.padEnd(places, '0') : given;
  const [mark, thousands] = style.numbers;
  return grouped(whole, thousands) + (fraction === '' ? '' : mark + fraction);
}

/** Writes a day (YYYY-MM-DD) in the style. */
export function styledDay(day: string, style: FileStyle): string {
  const [year = '', month = '', of = ''] = day.split('-');
  return dayWriters[style.day]([year, month, of]);
}

/** Writes a code in the style, such that spreadsheet programs do not read the code as a number. */
export function styledCode(code: string, { shield, delimiter }: FileStyle): string {
  if (shield === 'formula') return `="${code}"`;
  // Between tabs, a tab is no shield but one cell more.
  if (shield === 'tab') return delimiter === '\t' ? code : `${code}\t`;
  return shield === 'apostrophe' && /^\d/.test(code) ? `'${code}` : code;
}

/** Shuffles values in an order determined by the seed. */
export function shuffled<Value>(values: readonly Value[], seed: number): readonly Value[] {
  return values
    .map((value, at) => ({ value, key: Math.sin(seed + at * 7919) }))
    .toSorted((one, two) => one.key - two.key)
    .map(({ value }) => value);
}

/** Generated file, with the line numbers of its rows, counted from 1. */
export interface StyledFile {
  readonly bytes: Uint8Array;
  readonly places: readonly number[];
}

/** Writes rows, of which the first are headings, as a file; null where the encoding lacks one of their signs. */
export function styledFile(
  rows: readonly (readonly string[])[],
  style: FileStyle,
): StyledFile | null {
  const { delimiter, areAllQuoted, end } = style;
  const written = (cell: string): string => {
    const isTorn = /["\r\n]/.test(cell) || cell.includes(delimiter);
    if (cell.startsWith('="') && !isTorn) return cell;
    return areAllQuoted || isTorn ? `"${cell.replaceAll('"', '""')}"` : cell;
  };
  const lines: string[] = style.saysDelimiter ? [`sep=${delimiter}`] : [];
  lines.push(...style.notes);
  const places: number[] = [];
  for (const [at, row] of rows.entries()) {
    if (style.blanks[at] === true) lines.push('');
    lines.push(row.map(written).join(delimiter));
    places.push(lines.length);
  }
  try {
    return { bytes: encodeText(lines.join(end) + end, style.encoding), places };
  } catch {
    return null;
  }
}
