import { DomainError } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import { limits } from './limits.ts';
import { openPackage, unpacked } from './package.ts';
import type { Package } from './package.ts';
import { attribute, xmlReader } from './xml.ts';
import type { XmlEvents } from './xml.ts';

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

const broken = (): never => refuse('sheet.broken', {}, { field: 'file' });

/**
 * The rows of a workbook's first sheet, blank ones left out, read as the file unpacks: never more of it than a few rows
 * stands in memory, besides the texts that cells share. Refuses what is no spreadsheet, or more than `limits` allows.
 */
export async function* sheetRows(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  const parts = openPackage(bytes);
  const { sheet, texts } = await whereabouts(parts);
  const shared = texts === undefined ? [] : await sharedTexts(parts, texts);
  const part = parts.get(sheet) ?? broken();
  const rows: SheetRow[] = [];
  const reader = xmlReader(rowEvents(shared, (row) => rows.push(row)));
  const decoder = new TextDecoder();
  for await (const piece of unpacked(part, limits.sheet)) {
    reader.write(decoder.decode(piece, { stream: true }));
    yield* rows.splice(0);
  }
  reader.end();
  yield* rows.splice(0);
}

const WORKBOOK = 'xl/workbook.xml';

/** Where the first sheet and the shared texts lie in the package. */
async function whereabouts(parts: Package): Promise<{ sheet: string; texts?: string }> {
  const book = parts.has(WORKBOOK) ? WORKBOOK : broken();
  let first: string | undefined;
  await readPart(parts, book, {
    open: (name, attributes) => {
      if (name === 'sheet') first ??= attribute(attributes, 'id');
    },
  });
  const targets = new Map<string, string>();
  let texts: string | undefined;
  await readPart(parts, 'xl/_rels/workbook.xml.rels', {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      if (attribute(attributes, 'TargetMode') === 'External')
        refuse('sheet.external', {}, { field: 'file' });
      const target = pathOf(attribute(attributes, 'Target') ?? '');
      targets.set(attribute(attributes, 'Id') ?? '', target);
      if ((attribute(attributes, 'Type') ?? '').endsWith('/sharedStrings')) texts = target;
    },
  });
  const sheet = targets.get(first ?? '') ?? broken();
  return { sheet, ...(texts === undefined || !parts.has(texts) ? {} : { texts }) };
}

/** Targets stand below `xl/`, or are absolute. */
const pathOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;

const nothing = (): void => {};

async function readPart(
  parts: Package,
  name: string,
  events: Partial<XmlEvents>,
  most: number = limits.part,
): Promise<void> {
  const reader = xmlReader({ open: nothing, text: nothing, close: nothing, ...events });
  const decoder = new TextDecoder();
  for await (const piece of unpacked(parts.get(name) ?? broken(), most))
    reader.write(decoder.decode(piece, { stream: true }));
  reader.end();
}

/** Texts that cells share by number. How a word is pronounced stands beside it and is no part of it. */
async function sharedTexts(parts: Package, name: string): Promise<readonly string[]> {
  const texts: string[] = [];
  let text = '';
  let inside = false;
  let aside = false;
  await readPart(
    parts,
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
        if (tag === 'si') texts.push(text);
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
  const openCell = (attributes: string): void => {
    const reference = attribute(attributes, 'r');
    column = reference === undefined ? column + 1 : columnOf(reference);
    if (column < 0) broken();
    if (column >= limits.columns)
      refuse('sheet.tooManyColumns', { most: limits.columns }, { field: 'file' });
    type = attribute(attributes, 't') ?? 'n';
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
        const next = Number(attribute(attributes, 'r') ?? row + 1);
        if (!Number.isInteger(next) || next <= row) broken();
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
  if (type === 's') return textCell(shared[Number(value)] ?? '');
  if (type === 'inlineStr' || type === 'str' || type === 'd') return textCell(value);
  if (type === 'b') return { flag: value.trim() === '1' };
  // What a spreadsheet could not work out (#REF!, #N/A) is a text that no column takes for a number.
  if (type === 'e') return textCell(value);
  return value.trim() === '' ? null : { number: value.trim() };
}

const textCell = (text: string): Cell | null => (text.trim() === '' ? null : { text });
