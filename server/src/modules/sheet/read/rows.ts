import { Buffer } from 'node:buffer';
import { DomainError } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import { limits } from './limits.ts';
import { broken, openPackage, unpacked } from './package.ts';
import type { Package } from './package.ts';
import { bare, xmlReader } from './xml.ts';
import type { Attributes, XmlEvents } from './xml.ts';

/** A cell as it stands in the file: a text, a number as it was written, a flag, or a formula, whose result is not read. */
export type Cell =
  | { readonly text: string }
  | { readonly number: string }
  | { readonly flag: boolean }
  | { readonly formula: true };

export interface SheetRow {
  /** As a spreadsheet program counts it, from 1. */
  readonly row: number;
  /** By column, from 0; blank cells have none. */
  readonly cells: ReadonlyMap<number, Cell>;
}

/**
 * The rows of a workbook's first sheet, blank ones left out, read as the file unpacks: never more of it than a few rows
 * stands in memory, besides the texts that cells share. Refuses what is no spreadsheet, or more than `limits` allows; a sheet
 * of more than `most` bytes with `sheet.tooLarge`.
 */
export async function* sheetRows(
  bytes: Uint8Array,
  most: number = limits.sheet,
): AsyncGenerator<SheetRow> {
  const file = await openPackage(bytes);
  const { sheet, texts } = await whereabouts(file);
  const shared = texts === undefined ? [] : await sharedTexts(file, texts);
  const rows: SheetRow[] = [];
  const events = rowEvents(shared, (row) => rows.push(row));
  for await (const _ of reading(file, sheet, events, most)) yield* rows.splice(0);
}

const WORKBOOK = 'xl/workbook.xml';

/** Where the first sheet and the shared texts lie in the package. */
async function whereabouts(file: Package): Promise<{ sheet: string; texts?: string }> {
  let first: string | undefined;
  await readPart(file, WORKBOOK, {
    open: (name, attributes) => {
      if (name === 'sheet') first ??= linkOf(attributes);
    },
  });
  const targets = new Map<string, string>();
  let texts: string | undefined;
  await readPart(file, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id = '', Target = '', TargetMode, Type = '' }) => {
      if (name !== 'Relationship') return;
      if (TargetMode === 'External') refuse('sheet.external', {}, { field: 'file' });
      targets.set(Id, pathOf(Target));
      if (Type.endsWith('/sharedStrings')) texts = pathOf(Target);
    },
  });
  const sheet = targets.get(first ?? '') ?? broken();
  return { sheet, ...(texts === undefined || !file.parts.has(texts) ? {} : { texts }) };
}

/** The name by which a sheet's part is linked: `r:id`, whatever the prefix is. */
const linkOf = (attributes: Attributes): string | undefined =>
  Object.entries(attributes).find(([name]) => bare(name) === 'id')?.[1];

/** Targets stand below `xl/`, or are absolute. */
const pathOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;

/** Reads a part; gives way after each piece of it. */
async function* reading(
  file: Package,
  name: string,
  events: XmlEvents,
  most: number,
): AsyncGenerator<void> {
  const reader = xmlReader(events);
  const decoder = new TextDecoder();
  for await (const piece of unpacked(file, name, most)) {
    reader.write(decoder.decode(piece, { stream: true }));
    yield;
  }
  reader.end();
}

const nothing = (): void => {};

async function readPart(
  file: Package,
  name: string,
  events: Partial<XmlEvents>,
  most: number = limits.part,
): Promise<void> {
  const all = { open: nothing, text: nothing, close: nothing, ...events };
  for await (const _ of reading(file, name, all, most));
}

/** Texts that cells share by number. How a word is pronounced stands beside it and is no part of it. */
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
        if (inside && !aside) text = grown(text, piece, '');
      },
      close: (tag) => {
        if (tag === 't') inside = false;
        if (tag === 'rPh') aside = false;
        // A copy: what is cut from a piece of the file holds on to the whole piece.
        if (tag === 'si') texts.push(Buffer.from(text).toString());
      },
    },
    limits.texts,
  );
  return texts;
}

function grown(text: string, piece: string, cell: string): string {
  if (text.length + piece.length > limits.cell)
    throw new DomainError('sheet.longCell', { cell, most: limits.cell }, { field: 'file' });
  return text + piece;
}

/** A → 0, Z → 25, AA → 26. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column - 1;
}

/** 0 → A, 26 → AA. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** Puts the rows of a sheet together from its XML. */
function rowEvents(shared: readonly string[], done: (row: SheetRow) => void): XmlEvents {
  let row = 0;
  let cells = new Map<number, Cell>();
  let column = -1;
  let type = '';
  let value = '';
  let formula = false;
  let reading: 'value' | 'text' | null = null;
  let aside = false;
  const at = (): string => `${columnName(column)}${row}`;
  const openCell = ({ r, t = 'n' }: Attributes): void => {
    column = r === undefined ? column + 1 : columnOf(r);
    if (column < 0) broken();
    if (column >= limits.columns)
      refuse('sheet.tooManyColumns', { most: limits.columns }, { field: 'file' });
    type = t;
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
      else if (name === 'row') {
        const next = Number(attributes['r'] ?? row + 1);
        if (!Number.isInteger(next) || next <= row || next > limits.lastRow) broken();
        row = next;
        column = -1;
        cells = new Map();
      }
    },
    text(piece) {
      if (reading !== null) value = grown(value, piece, at());
    },
    close(name) {
      if (name === 'v' || name === 't') reading = null;
      else if (name === 'rPh') aside = false;
      else if (name === 'c') {
        const cell = formula ? { formula: true as const } : cellOf(type, value, shared);
        if (cell !== null) cells.set(column, cell);
      } else if (name === 'row' && cells.size > 0) done({ row, cells });
    },
  };
}

function cellOf(type: string, value: string, shared: readonly string[]): Cell | null {
  if (type === 's' && value.trim() !== '') return textCell(shared[Number(value)] ?? broken());
  if (type === 'inlineStr' || type === 'str' || type === 'd') return textCell(value);
  if (type === 'b') return { flag: value.trim() === '1' };
  // What a spreadsheet could not work out (#REF!, #N/A) is a text that no column takes for a number.
  if (type === 'e') return textCell(value);
  return value.trim() === '' ? null : { number: value.trim() };
}

const textCell = (text: string): Cell | null => (text.trim() === '' ? null : { text });
