import { parseDayText } from '@tradehouse/domain';
import type { SheetCell } from './cells.ts';
import { limits } from './limits.ts';
import type { Package } from './package.ts';
import { readPart } from './part.ts';

/** Number formats that change a cell's meaning; `digits`: leading zeros of whole numbers. */
type CellNumberFormat = 'general' | 'percent' | 'day' | { readonly digits: number };

/** Built-in formats, undeclared in workbooks. */
const PERCENTS = new Set([9, 10]);
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/**
 * Letters of days and times alone: words like Standard and General have some of the letters, but are no
 * days.
 */
const DAY_FORMAT = /^[ymdhsegab\P{L}\p{Script=Han}]*$/iu;

/** Reads a format code: the first section only, without quoted and bracketed decoration. */
export function formatFromCode(code: string): CellNumberFormat {
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').split(';')[0] ?? '';
  if (bare.includes('%')) return 'percent';
  if (/^0{2,15}$/.test(bare.trim())) return { digits: bare.trim().length };
  const plain = bare.replaceAll(/s\.0+|AM\/PM|A\/P/gi, 's');
  return /[ymdhs]/i.test(plain) && DAY_FORMAT.test(plain) && !/[0#?@]/.test(plain)
    ? 'day'
    : 'general';
}

/** Reads the cell formats of a workbook, by style number. */
export async function readFormats(
  file: Package,
  name: string,
): Promise<readonly CellNumberFormat[]> {
  const codes = new Map<string, string>();
  const formats: CellNumberFormat[] = [];
  let isCellFormats = false;
  await readPart(
    file,
    name,
    {
      open: (tag, { numFmtId = '0', formatCode = '' }) => {
        if (tag === 'numFmt') codes.set(numFmtId, formatCode);
        else if (tag === 'cellXfs') isCellFormats = true;
        else if (tag === 'xf' && isCellFormats) formats.push(formatById(numFmtId, codes));
      },
      close: (tag) => {
        if (tag === 'cellXfs') isCellFormats = false;
      },
    },
    limits.texts,
  );
  return formats;
}

function formatById(id: string, codes: ReadonlyMap<string, string>): CellNumberFormat {
  const code = codes.get(id);
  if (code !== undefined) return formatFromCode(code);
  if (PERCENTS.has(Number(id))) return 'percent';
  return isBuiltInDay(Number(id)) ? 'day' : 'general';
}

/** Formats a number for display: days and leading zeros become text. */
export function formattedNumber(
  number: string,
  format: CellNumberFormat,
  is1904: boolean,
): SheetCell {
  if (format === 'percent') return { number, isPercent: true };
  if (format === 'day' && /^\d{5}(\.\d+)?$/.test(number)) {
    const read = parseDayText(number, { is1904 });
    if (read.kind === 'day')
      return { text: read.clock === null ? read.day : `${read.day} ${read.clock}` };
  }
  if (typeof format === 'object' && /^\d{1,15}$/.test(number))
    return { text: number.padStart(format.digits, '0') };
  return is1904 ? { number, isFrom1904: true } : { number };
}
