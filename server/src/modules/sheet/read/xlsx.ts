import { Buffer } from 'node:buffer';
import { refuseWith } from '../../../kernel/access/index.ts';
import {
  columnName,
  columnFromReference,
  appendCellText,
  hiddenColumns,
  textCell,
  unknownWorksheet,
} from './cells.ts';
import type { SheetCell, SheetRow } from './cells.ts';
import type { CellFormat } from './formats.ts';
import { GENERAL, formattedNumber, formattedText, readFormats } from './formats.ts';
import { limits } from './limits.ts';
import { mergeFiller, readMerges } from './merges.ts';
import { refuseBrokenFile } from './package.ts';
import type { Package } from './package.ts';
import { readPart, readPieces } from './part.ts';
import { findWorkbook, isTrue } from './workbook.ts';
import type { Attributes, XmlEvents } from './xml.ts';

/** Names of a workbook's visible sheets. */
export const xlsxWorksheets = async (file: Package): Promise<readonly string[]> =>
  (await findWorkbook(file)).worksheets.map(({ name }) => name);

/** Yields the rows of a workbook's sheet: the named, or the first visible one. */
export async function* xlsxRows(
  file: Package,
  most: number,
  worksheet?: string,
): AsyncGenerator<SheetRow> {
  const { worksheets, texts, styles, is1904 } = await findWorkbook(file);
  const { part: sheet } =
    worksheets.find(({ name }) => worksheet === undefined || name === worksheet) ??
    unknownWorksheet(worksheet);
  const formats = styles === undefined ? [] : await readFormats(file, styles);
  const shared = texts === undefined ? [] : await sharedTexts(file, texts);
  const merges = await readMerges(file, sheet, most);
  const fill = mergeFiller();
  const rows: SheetRow[] = [];
  const formatOf = (style: string): CellFormat => formats[Number(style)] ?? GENERAL;
  const events = rowEvents({ shared, formatOf, is1904 }, (row) => {
    const filled = fill(row, merges.get(row.row));
    if (filled !== null) rows.push(filled);
  });
  for await (const _ of readPieces(file, sheet, events, most)) yield* rows.splice(0);
}

/**
 * Unescapes characters XML cannot hold or would misread: _x000D_ is a break, _x005F_ the underscore of an
 * escape.
 */
const unescapeXlsxText = (text: string): string =>
  text.includes('_x')
    ? text
        .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
        .replaceAll('\0', '')
        .toWellFormed()
    : text;

/** Reads the texts shared by cells, by number. Pronunciation guides are skipped. */
async function sharedTexts(file: Package, name: string): Promise<readonly string[]> {
  const texts: string[] = [];
  let text = '';
  let inside = false;
  let aside = false;
  await readPart(
    file,
    name,
    {
      open: (tag) => {
        if (tag === 'si') text = '';
        if (tag === 't') inside = true;
        if (tag === 'rPh') aside = true;
      },
      text: (piece) => {
        if (inside && !aside) text = appendCellText(text, piece, '');
      },
      close: (tag) => {
        if (tag === 't') inside = false;
        if (tag === 'rPh') aside = false;
        // A copy: a slice would keep the whole piece of the file in memory.
        if (tag === 'si') texts.push(Buffer.from(unescapeXlsxText(text)).toString());
      },
    },
    limits.texts,
  );
  return texts;
}

/** Sources of the cells' contents besides the sheet itself. */
interface CellSource {
  readonly shared: readonly string[];
  readonly formatOf: (style: string) => CellFormat;
  readonly is1904: boolean;
}

/** Assembles the rows of a sheet from XML. */
function rowEvents(source: CellSource, done: (row: SheetRow) => void): XmlEvents {
  const { hide, isShown } = hiddenColumns();
  let row = 0;
  let cells = new Map<number, SheetCell>();
  let column = -1;
  let type = '';
  let style = '';
  let isHidden = false;
  let value = '';
  let formula = false;
  let reading: 'value' | 'text' | null = null;
  let aside = false;
  const at = (): string => `${columnName(column)}${row}`;
  const openCell = ({ r, s = '0', t = 'n' }: Attributes): void => {
    column = r === undefined ? column + 1 : columnFromReference(r);
    if (column < 0) refuseBrokenFile();
    if (column >= limits.columns)
      refuseWith('sheet.tooManyColumns', { most: limits.columns }, { field: 'file' });
    type = t;
    style = s;
    value = '';
    formula = false;
  };
  return {
    open(name, attributes) {
      if (name === 'c') openCell(attributes);
      else if (name === 'v') reading = 'value';
      else if (name === 't' && !aside) reading = 'text';
      else if (name === 'f') formula = true;
      else if (name === 'rPh') aside = true;
      else if (name === 'col' && isTrue(attributes['hidden'])) {
        const first = Number(attributes['min'] ?? 1);
        hide(first - 1, Number(attributes['max'] ?? first) - first + 1);
      } else if (name === 'row') {
        const next = Number(attributes['r'] ?? row + 1);
        if (!Number.isInteger(next) || next <= row || next > limits.lastRow) refuseBrokenFile();
        row = next;
        isHidden = isTrue(attributes['hidden']);
        column = -1;
        cells = new Map();
      }
    },
    text(piece) {
      if (reading !== null) value = appendCellText(value, piece, at());
    },
    close(name) {
      if (name === 'v' || name === 't') reading = null;
      else if (name === 'rPh') aside = false;
      else if (name === 'c') {
        const cell = formula
          ? { formula: true as const }
          : cellFromXlsx(type, value, style, source);
        if (cell === null || !isShown(column)) return;
        if (cells.has(column)) refuseBrokenFile();
        cells.set(column, cell);
      } else if (name === 'row' && cells.size > 0) {
        if (isHidden) refuseWith('sheet.hiddenRow', { row }, { field: 'file' });
        done({ row, cells });
      }
    },
  };
}

function cellFromXlsx(
  type: string,
  value: string,
  style: string,
  { shared, formatOf, is1904 }: CellSource,
): SheetCell | null {
  if (type === 's' && value.trim() !== '')
    return formattedText(shared[Number(value)] ?? refuseBrokenFile(), formatOf(style));
  if (type === 'inlineStr' || type === 'str')
    return formattedText(unescapeXlsxText(value), formatOf(style));
  if (type === 'd') return textCell(unescapeXlsxText(value));
  if (type === 'b') return { flag: value.trim() === '1' };
  if (type === 'e') return { error: value };
  return value.trim() === '' ? null : formattedNumber(value.trim(), formatOf(style), is1904);
}
