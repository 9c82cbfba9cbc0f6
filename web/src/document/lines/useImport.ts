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

/** As many as a document may have. */
const MOST = 5000;

/** A column's title here, and what else it is called, in the other language too. */
const titlesOf = (column: ImportColumn): readonly string[] => [
  columnTitle(column),
  ...(isPlain(column) ? plainTitles(column) : []),
  // Of what is called nothing else the key remains, which no heading says.
  ...t(`editor.import.also.${column}` as 'editor.import.also.remark').split('|'),
];

/** Cells that were read, and what each of their columns holds. */
interface Reading {
  readonly cells: readonly (readonly string[])[];
  /** Their headings; empty where they have none. */
  readonly titles: readonly string[];
  readonly above: number;
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
  /** What the columns that no line takes are called. */
  readonly passedOver: readonly string[];
  /** Another text; what was read of the one before is no more. */
  readonly setText: (text: string) => void;
  readonly read: (text: string) => Promise<void>;
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

/** Lines from a text of cells: read, mapped by headings or by what stands in them, and mapped otherwise by the user. */
export function useImport({ code, columns, world, given }: Rules): Import {
  const [text, setText] = useState(given);
  const [reading, setReading] = useState<Reading | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const template = templateOf(code);
  const { pricing, warehouseId, ...rest } = world();
  const ask = (codes: readonly string[]) => lookUp(codes, { ...rest, warehouseId });
  const fail = (error: unknown): void => setFailed((error as Error).message);

  const reads = (id: ImportColumn, cell: string): boolean => {
    const written = columns.find((one) => one.id === id)?.write?.(blankLine(warehouseId), cell);
    return written !== undefined && 'row' in written;
  };
  const map = async (next: Omit<Reading, 'products'>, known: Reading['products']) => {
    const codes = codesIn(next.cells, next.meaning).filter((code) => !known.has(code));
    setReading({ ...next, products: new Map([...known, ...(await ask(codes))]) });
  };
  const working = async (work: () => Promise<void>): Promise<void> => {
    setFailed(null);
    setBusy(true);
    await work().catch(fail);
    setBusy(false);
  };
  const read = (next: string): Promise<void> =>
    working(async () => {
      const all = cellsIn(next);
      const { cells, titles, meaning } = belowHeadings(all, template, titlesOf);
      if (cells.length > MOST) return setFailed(t('editor.import.most', { most: MOST }));
      const known = meaning === null ? await ask(codesSampled(cells)) : new Map();
      const isCode = (code: string): boolean => known.has(code);
      const found = meaning ?? guessed(cells, template, { isCode, reads });
      await map({ cells, titles, above: all.length - cells.length, meaning: found }, known);
    });

  useEffect(() => {
    if (given !== '') void read(given);
    // Once, when it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const rows = useMemo(
    () =>
      reading === null
        ? []
        : importedRows(reading.cells, reading.meaning, {
            ...reading,
            columns,
            pricing,
            warehouseId,
            unknown,
          }),
    [reading, columns, pricing, warehouseId],
  );
  return {
    text,
    busy,
    failed,
    template,
    reading,
    rows,
    passedOver:
      reading === null
        ? []
        : leftOut(reading.cells, reading.meaning).map(
            (place) => reading.titles[place] || t('editor.import.column', { at: place + 1 }),
          ),
    setText: (next) => {
      setText(next);
      setReading(null);
      setFailed(null);
    },
    read,
    setMeaning: (place, column) => {
      if (reading === null) return;
      const next = { ...reading, meaning: meant(reading.meaning, place, column) };
      void working(() => map(next, reading.products));
    },
    fail,
  };
}
