import type { GoodsKindCode } from '@tradehouse/domain';
import { useEffect, useMemo, useState } from 'react';
import { t } from '../../phrase/index.ts';
import { columnTitle } from '../columns/factColumns.ts';
import { isPlain, plainTitles } from '../columns/plainColumns.ts';
import { lookUp } from '../product/productSearch.ts';
import { belowHeadings, codesSampled, guessed, leftOut, meant } from './importMapping.ts';
import type { Meaning } from './importMapping.ts';
import { cellsIn, codesIn, importedRows, templateOf } from './importRows.ts';
import type { ImportColumn, ImportRow } from './importRows.ts';
import { blankLine } from '../draft/lineDraft.ts';
import type { LineProduct } from '../draft/lineDraft.ts';
import type { Column } from '../columns/lineForm.ts';
import type { LineWorld } from './lineService.ts';
import { reasonOf } from '../../app/net/envelope.ts';

/** As many as a document may have. */
const MOST = 5000;

/** A column's title here, and what else it is called, in the other language too. */
const titlesOf = (column: ImportColumn): readonly string[] => [
  columnTitle(column),
  ...(isPlain(column) ? plainTitles(column) : []),
  // SAFETY: of what is called nothing else the key remains, which no heading says.
  ...t(`editor.import.also.${column}` as 'editor.import.also.remark').split('|'),
];

/** Cells that were read, and what each of their columns holds. */
interface Reading {
  readonly cells: readonly (readonly string[])[];
  /** Their headings; empty where they have none. */
  readonly titles: readonly string[];
  readonly above: number;
  readonly isSheet: boolean;
  readonly meaning: Meaning;
  readonly products: ReadonlyMap<string, LineProduct>;
}

const unknown = (code: string): string =>
  code === '' ? t('form.missing', { name: t('editor.column.barcode') }) : t('editor.scan.unknown');

export interface Import {
  readonly text: string;
  readonly busy: boolean;
  readonly failed: string | null;
  readonly template: readonly ImportColumn[];
  /** What was read; null while nothing is. */
  readonly reading: Reading | null;
  readonly rows: readonly ImportRow[];
  readonly passedOver: readonly string[];
  /** Another text; what was read of the one before is no more. */
  readonly setText: (text: string, isSheet?: boolean) => void;
  readonly read: (text: string, isSheet?: boolean) => Promise<void>;
  readonly setMeaning: (place: number, column: ImportColumn | null) => void;
  readonly fail: (error: unknown) => void;
}

interface Rules {
  readonly code: GoodsKindCode;
  readonly columns: readonly Column[];
  readonly world: () => LineWorld;
  /** A text that is read at once. */
  readonly given: string;
}

/** Reads cells: what each column holds, and which products their codes are. */
function readerOf({ code, columns, world }: Rules) {
  const template = templateOf(code);
  const lines = world();
  const ask = (codes: readonly string[]) => lookUp(codes, lines);
  const reads = (id: ImportColumn, cell: string): boolean => {
    const blank = blankLine(lines.warehouseId);
    const written = columns.find((one) => one.id === id)?.write?.(blank, cell);
    return written !== undefined && 'row' in written;
  };
  const mapped = async (
    next: Omit<Reading, 'products'>,
    known: Reading['products'],
  ): Promise<Reading> => {
    const codes = codesIn(next.cells, next.meaning).filter((one) => !known.has(one));
    return { ...next, products: new Map([...known, ...(await ask(codes))]) };
  };
  const read = async (text: string, isSheet: boolean): Promise<Reading> => {
    const all = cellsIn(text);
    const { cells, titles, meaning } = belowHeadings(all, template, titlesOf);
    if (cells.length > MOST) throw new Error(t('editor.import.most', { most: MOST }));
    const known = meaning === null ? await ask(codesSampled(cells)) : new Map();
    const isCode = (one: string): boolean => known.has(one);
    const found = meaning ?? guessed(cells, template, { isCode, reads });
    const above = all.length - cells.length;
    return mapped({ cells, titles, above, isSheet, meaning: found }, known);
  };
  return { template, read, mapped };
}

/** The lines that were read. */
function useRows(reading: Reading | null, { columns, world }: Rules): readonly ImportRow[] {
  const { pricing, warehouseId } = world();
  return useMemo(() => {
    if (reading === null) return [];
    const rules = { ...reading, columns, pricing, warehouseId, unknown };
    return importedRows(reading.cells, reading.meaning, rules);
  }, [reading, columns, pricing, warehouseId]);
}

/** What the columns that no line takes are called. */
const passedOverIn = ({ cells, meaning, titles }: Reading): readonly string[] =>
  leftOut(cells, meaning).map(
    (place) => titles[place] || t('editor.import.column', { at: place + 1 }),
  );

/** Lines from a text of cells: read, mapped by headings or by what stands in them, and mapped otherwise by the user. */
export function useImport(rules: Rules): Import {
  const [text, setText] = useState(rules.given);
  const [isSheet, setSheet] = useState(false);
  const [reading, setReading] = useState<Reading | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const reader = readerOf(rules);
  const fail = (error: unknown): void => setFailed(reasonOf(error));
  const working = async (work: Promise<Reading>): Promise<void> => {
    setFailed(null);
    setBusy(true);
    await work.then(setReading, fail);
    setBusy(false);
  };
  const read = (next: string, fromSheet = isSheet): Promise<void> =>
    working(reader.read(next, fromSheet));
  useEffect(() => {
    if (rules.given !== '') void read(rules.given);
    // Once, when it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return {
    text,
    busy,
    failed,
    template: reader.template,
    reading,
    rows: useRows(reading, rules),
    passedOver: reading === null ? [] : passedOverIn(reading),
    setText: (next, fromSheet = false) => {
      setText(next);
      setSheet(fromSheet);
      setReading(null);
      setFailed(null);
    },
    read,
    setMeaning: (place, column) => {
      if (reading === null) return;
      const meaning = meant(reading.meaning, place, column);
      void working(reader.mapped({ ...reading, meaning }, reading.products));
    },
    fail,
  };
}
