import { parseDayText } from '@tradehouse/domain';
import type { Cell } from './cells.ts';
import { limits } from './limits.ts';
import type { Package } from './package.ts';
import { readPart } from './part.ts';

/** Formats of numbers that change what a cell says; `digits`: whole numbers are shown with leading zeros. */
type NumberFormat = 'general' | 'percent' | 'day' | { readonly digits: number };

/** Formats that a workbook need not write down. */
const PERCENTS = new Set([9, 10]);
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** Letters of days and times alone: words such as Standard and General are no days, though they have some of them. */
const DAY_FORMAT = /^[ymdhsegab\P{L}\p{Script=Han}]*$/iu;

/** Reads a format's code. Only its first section counts; words in quotes and brackets are decoration. */
export function formatFromCode(code: string): NumberFormat {
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').split(';')[0] ?? '';
  if (bare.includes('%')) return 'percent';
  if (/^0{2,15}$/.test(bare.trim())) return { digits: bare.trim().length };
  const plain = bare.replaceAll(/s\.0+|AM\/PM|A\/P/gi, 's');
  return /[ymdhs]/i.test(plain) && DAY_FORMAT.test(plain) && !/[0#?@]/.test(plain)
    ? 'day'
    : 'general';
}

/** The formats of a workbook's cells, by the number that a cell names its style by. */
export async function readFormats(file: Package, name: string): Promise<readonly NumberFormat[]> {
  const codes = new Map<string, string>();
  const formats: NumberFormat[] = [];
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

function formatById(id: string, codes: ReadonlyMap<string, string>): NumberFormat {
  const code = codes.get(id);
  if (code !== undefined) return formatFromCode(code);
  if (PERCENTS.has(Number(id))) return 'percent';
  return isBuiltInDay(Number(id)) ? 'day' : 'general';
}

/** A number as its format shows it: days and leading zeros as texts. */
export function formattedNumber(number: string, format: NumberFormat, is1904: boolean): Cell {
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
