import { decimal } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import {
  SHEET_NUMBER,
  columnName,
  appendCellText,
  hiddenColumns,
  textCell,
  unknownWorksheet,
} from './cells.ts';
import type { SheetCell, SheetRow } from './cells.ts';
import { numberBeside } from './formats.ts';
import { limits } from './limits.ts';
import { mergeFiller } from './merges.ts';
import type { Merge } from './merges.ts';
import { refuseBrokenFile } from './package.ts';
import type { Package } from './package.ts';
import { readPart, readPieces } from './part.ts';
import { stripXmlPrefix } from './xml.ts';
import type { Attributes, XmlEvents } from './xml.ts';

/** Names of an OpenDocument spreadsheet's visible tables. */
export async function odsWorksheets(file: Package, most: number): Promise<readonly string[]> {
  const names: string[] = [];
  const hiddenStyles = new Set<string>();
  let style = '';
  let depth = 0;
  await readPart(
    file,
    'content.xml',
    {
      open: (tag, prefixed) => {
        if (tag === 'table') {
          depth += 1;
          const { name = '', 'style-name': styleName = '' } = stripAttributePrefixes(prefixed);
          if (depth === 1 && !hiddenStyles.has(styleName)) names.push(name);
        } else if (tag === 'style') style = stripAttributePrefixes(prefixed)['name'] ?? '';
        else if (isHiding(tag, prefixed)) hiddenStyles.add(style);
      },
      close: (tag) => {
        if (tag === 'table') depth -= 1;
      },
    },
    most,
  );
  return names;
}

/** Tables are hidden by their style. */
const isHiding = (tag: string, prefixed: Attributes): boolean =>
  tag === 'table-properties' && stripAttributePrefixes(prefixed)['display'] === 'false';

/** Yields the rows of an OpenDocument table: the named, or the first visible one. */
export async function* odsRows(
  file: Package,
  most: number,
  worksheet?: string,
): AsyncGenerator<SheetRow> {
  const found: RepeatedRow[] = [];
  let count = 0;
  let repeated = 0;
  const { events, isFound } = tableEvents(worksheet, (row) => {
    count += row.times;
    if (count > limits.rows + 1)
      refuseWith('sheet.tooManyRows', { most: limits.rows }, { field: 'file' });
    repeated += row.cells.size * (row.times - 1);
    if (repeated > limits.repeatedCells) refuseWith('sheet.tooLarge', {}, { field: 'file' });
    found.push(row);
  });
  const fill = mergeFiller();
  for await (const _ of readPieces(file, 'content.xml', events, most))
    for (const { row, cells, merges, times } of found.splice(0))
      for (let on = 0; on < times; on += 1) {
        const filled = fill({ row: row + on, cells }, merges);
        if (filled !== null) yield filled;
      }
  if (!isFound() && worksheet !== undefined) unknownWorksheet(worksheet);
}

interface RepeatedRow extends SheetRow {
  readonly times: number;
  readonly merges: readonly Merge[];
}

const stripAttributePrefixes = (attributes: Attributes): Attributes =>
  Object.assign(
    // SAFETY: an object without prototype, so that no attribute name collides with an inherited property.
    Object.create(null) as Record<string, string>,
    Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [stripXmlPrefix(name), value]),
    ),
  );

/** Count in an attribute; 1 if absent. */
function countFromAttribute(text: string | undefined): number {
  const count = Number(text ?? 1);
  return Number.isInteger(count) && count >= 1 ? count : refuseBrokenFile();
}

interface OpenCell {
  readonly attributes: Attributes;
  readonly isCovered: boolean;
  text: string;
  paragraphs: number;
}

/** Assembles the rows of one visible table. */
function tableEvents(
  worksheet: string | undefined,
  done: (row: RepeatedRow) => void,
): { readonly events: XmlEvents; readonly isFound: () => boolean } {
  const hiddenStyles = new Set<string>();
  const { hide, isShown } = hiddenColumns();
  let columns = 0;
  let style = '';
  let table: 'before' | 'inside' | 'other' | 'after' = 'before';
  let depth = 0;
  let row = 0;
  let times = 1;
  let isHidden = false;
  let cells = new Map<number, SheetCell>();
  let merges: Merge[] = [];
  let column = 0;
  let cell: OpenCell | null = null;
  let isInText = false;
  let notes = 0;
  const add = (piece: string): void => {
    if (cell !== null && isInText && notes === 0)
      cell.text = appendCellText(cell.text, piece, `${columnName(column)}${row + 1}`);
  };
  const closeCell = ({ attributes, isCovered, text }: OpenCell): void => {
    const repeated = countFromAttribute(attributes['number-columns-repeated']);
    const found = isCovered ? null : cellFrom(attributes, text);
    if (found !== null) {
      if (column + repeated > limits.columns)
        refuseWith('sheet.tooManyColumns', { most: limits.columns }, { field: 'file' });
      for (let on = 0; on < repeated; on += 1)
        if (isShown(column + on)) cells.set(column + on, found);
      const spanned = countFromAttribute(attributes['number-rows-spanned']);
      if (spanned > 1) merges.push({ column, lastRow: row + spanned });
    }
    column += repeated;
  };
  const closeRow = (): void => {
    if (row + times > limits.lastRow) refuseBrokenFile();
    if (cells.size > 0 && isHidden)
      refuseWith('sheet.hiddenRow', { row: row + 1 }, { field: 'file' });
    if (cells.size > 0) done({ row: row + 1, cells, merges, times });
    row += times;
  };
  const isTaken = ({ name, 'style-name': styleName = '' }: Attributes): boolean =>
    !hiddenStyles.has(styleName) && (worksheet === undefined || name === worksheet);
  const events: XmlEvents = {
    open(name, prefixed) {
      if (cell !== null) {
        if (name === 'annotation') notes += 1;
        else if (name === 'p' && notes === 0) {
          isInText = true;
          if (cell.paragraphs > 0) add('\n');
          cell.paragraphs += 1;
        } else if (name === 's')
          add(
            ' '.repeat(
              Math.min(countFromAttribute(stripAttributePrefixes(prefixed)['c']), limits.cell),
            ),
          );
        else if (name === 'tab') add('\t');
        else if (name === 'line-break') add('\n');
        return;
      }
      if (name === 'style') style = stripAttributePrefixes(prefixed)['name'] ?? '';
      else if (isHiding(name, prefixed)) hiddenStyles.add(style);
      else if (name === 'table') {
        depth += 1;
        if (table === 'before')
          table = isTaken(stripAttributePrefixes(prefixed)) ? 'inside' : 'other';
      } else if (table !== 'inside') return;
      else if (name === 'table-column') {
        const { visibility, 'number-columns-repeated': repeated } =
          stripAttributePrefixes(prefixed);
        const count = countFromAttribute(repeated);
        if (visibility === 'collapse' || visibility === 'filter') hide(columns, count);
        columns += count;
      } else if (name === 'table-row') {
        const { visibility, 'number-rows-repeated': repeated } = stripAttributePrefixes(prefixed);
        isHidden = visibility === 'collapse' || visibility === 'filter';
        times = countFromAttribute(repeated);
        [cells, merges, column] = [new Map(), [], 0];
      } else if (name === 'table-cell' || name === 'covered-table-cell')
        cell = {
          attributes: stripAttributePrefixes(prefixed),
          isCovered: name === 'covered-table-cell',
          text: '',
          paragraphs: 0,
        };
    },
    text: add,
    close(name) {
      if (name === 'annotation' && cell !== null) notes -= 1;
      else if (name === 'p') isInText = false;
      else if (cell !== null && (name === 'table-cell' || name === 'covered-table-cell')) {
        closeCell(cell);
        cell = null;
      } else if (name === 'table-row' && table === 'inside') closeRow();
      else if (name === 'table' && cell === null) {
        depth -= 1;
        if (depth === 0) table = table === 'other' ? 'before' : 'after';
      }
    },
  };
  return { events, isFound: () => table !== 'before' };
}

/** Reads a cell by its type; formulas and errors have no value. */
function cellFrom(attributes: Attributes, shown: string): SheetCell | null {
  const { formula, value = '', 'value-type': type } = attributes;
  if (formula !== undefined) return { formula: true };
  if (type === 'float' || type === 'currency' || type === 'percentage') {
    if (!SHEET_NUMBER.test(value)) return refuseBrokenFile();
    if (type === 'percentage') return { number: value, isPercent: true };
    return shownNumber(value, shown, attributes['currency']);
  }
  if (type === 'date') return dateCell(attributes['date-value'] ?? '');
  if (type === 'boolean') return { flag: attributes['boolean-value'] === 'true' };
  if (type === 'error') return { error: shown };
  return textCell(attributes['string-value'] ?? shown);
}

const HAS_NUMERALS = /[\d〇零一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾]/u;

/** Returns a number in the form shown: with leading zeros, a currency, or among words. */
function shownNumber(value: string, shown: string, currency: string | undefined): SheetCell {
  if (currency !== undefined && currency !== '') return { number: value, currency };
  // A word for zero is a section of the format; a word for any further number hides the number.
  if (!HAS_NUMERALS.test(shown) && /\p{L}/u.test(shown))
    return Number(value) === 0 ? numberBeside(value, shown, '', () => shown) : { error: value };
  const digits = shown.replaceAll(/\D/g, '');
  const isWhole = /^\d{1,15}$/.test(digits) && decimal(digits).equals(value);
  if (isWhole && (/^0\d/.test(shown) || /\d[^\d.,'\s]+\d/.test(shown))) return { text: shown };
  const [, before = '', after = ''] = /^(\D*)\d[\d.,'\s]*(\D*)$/.exec(shown) ?? [];
  return /[\p{L}\p{Sc}]/u.test(before + after)
    ? numberBeside(value, before, after, () => shown)
    : { number: value };
}

const dateCell = (value: string): SheetCell | null =>
  textCell(
    value
      .replace('T', ' ')
      .replace(/ 00:00:00(\.0+)?$/, '')
      .replace(/(:\d{2})\.\d+$/, '$1'),
  );
