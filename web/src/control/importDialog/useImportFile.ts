import { remapColumn } from '@tradehouse/domain';
import type { ColumnMapping, ColumnTitles } from '@tradehouse/domain';
import { useMemo, useState } from 'react';
import { reasonOf } from '../../app/net/envelope.ts';
import { usePreference } from '../../app/settings/preferences.ts';
import { useBusy } from '../../app/useBusy.ts';
import { headingsKey, recallMapping, withMapping, withoutMapping } from './columnMemory.ts';
import type { RememberedMapping } from './columnMemory.ts';
import { findHeadingRow, mapHeadingRow } from './headingRow.ts';
import type { Headings } from './headingRow.ts';
import { NO_SOURCE, readGiven } from './importSource.ts';
import type { Given, ImportSource, ReadOptions, SourceRow } from './importSource.ts';
import { readFile } from './readFile.ts';
import type { ReadCells } from './readFile.ts';

/** Declares one import: its columns, what files call them, and which of them it needs. The object stays the same between renders. */
export interface ImportRules<Column extends string> {
  /** Names the import among remembered mappings. */
  readonly importer: string;
  readonly columns: readonly Column[];
  readonly titlesOf: (rows: readonly SourceRow[]) => ColumnTitles<Column>;
  readonly isEnough: (mapping: ColumnMapping<Column>) => boolean;
  /** Rows of a file that names its fields itself, such as OFX; null for tables. */
  readonly messageRows?: (source: ImportSource) => readonly SourceRow[] | null;
  /** Reads headings that follow rules of their own; absent: the titles decide. `above` is what the user chose. */
  readonly findColumns?: (rows: readonly SourceRow[], above: number | null) => Headings<Column>;
  /** Columns of files without headings are guessed by what stands in them, and told by `suggest`. */
  readonly isGuessed?: true;
  readonly readCells: ReadCells;
}

/** Choices of the user that the file did not make. */
interface Said<Column extends string> {
  readonly above: number | null;
  readonly mapping: ColumnMapping<Column> | null;
}
interface Suggested<Column extends string> {
  readonly of: readonly SourceRow[];
  readonly mapping: ColumnMapping<Column>;
}
const NOTHING_SAID = { above: null, mapping: null } as const;
const NONE: readonly RememberedMapping[] = [];

/**
 * A file with the meaning of its columns: as the user says, else as remembered for its headings, else as its headings are
 * understood. `of` is the account, carrier or shop that the file is of.
 */
export function useImportFile<Column extends string>(
  rules: ImportRules<Column>,
  of: string,
  pasted = '',
) {
  const { columns, titlesOf, isEnough, findColumns, isGuessed = false } = rules;
  const [given, setGiven] = useState<Given | null>(
    pasted === '' ? null : { kind: 'text', text: pasted },
  );
  const [suggested, setSuggested] = useState<Suggested<Column> | null>(null);
  const [options, setOptions] = useState<ReadOptions>({});
  const [said, setSaid] = useState<Said<Column>>(NOTHING_SAID);
  const [chosenFile, setChosen] = useState<File | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const [memory, setMemory] = usePreference(`import/${rules.importer}`, NONE);
  const source = useMemo(
    () => (given === null ? NO_SOURCE : readGiven(given, options)),
    [given, options],
  );
  const message = useMemo(() => rules.messageRows?.(source) ?? null, [rules, source]);
  const rows = message ?? source.rows;
  const automatic = useMemo(() => {
    if (findColumns !== undefined) return findColumns(rows, null);
    const found = findHeadingRow(rows, titlesOf(rows), isEnough);
    // A row that only looks like headings may be one of values, where columns are guessed by these.
    return isGuessed && !isEnough(found.mapping) ? mapHeadingRow(rows, 0, titlesOf(rows)) : found;
  }, [rows, titlesOf, isEnough, findColumns, isGuessed]);
  const recalled = useMemo(
    () => (message === null ? recallMapping(memory, rows, of, columns) : null),
    [message, memory, rows, of, columns],
  );
  const chosen = useMemo(
    () =>
      said.above === null
        ? null
        : (findColumns?.(rows, said.above) ?? mapHeadingRow(rows, said.above, titlesOf(rows))),
    [rows, said.above, titlesOf, findColumns],
  );
  const isHeadless = automatic.above === 0 && recalled === null;
  const byContent =
    isHeadless && suggested?.of === rows ? { above: 0, mapping: suggested.mapping } : null;
  const { above, mapping: found } = chosen ?? recalled ?? byContent ?? automatic;
  const mapping = said.mapping ?? found;
  const allCells = useMemo(() => rows.map(({ cells }) => cells), [rows]);
  const table = useMemo(
    () => ({
      cells: allCells,
      source: {
        isSheet: source.isSheet,
        is1904: source.is1904,
        headings: { above, mapping },
        places: rows.map(({ place }) => place),
      },
    }),
    [allCells, rows, source, above, mapping],
  );
  const headings = headingsKey(rows[above - 1]?.cells ?? []);
  const take = (next: Given | null, from: File | null = null): void => {
    setGiven(next);
    setChosen(from);
    setOptions({});
    setSaid(NOTHING_SAID);
    setFailed(null);
  };
  const read = (file: File, worksheet?: string): Promise<unknown> =>
    run(() =>
      readFile(file, rules.readCells, worksheet).then(
        (content) => take(content, file),
        (error: unknown) => {
          take(null);
          setFailed(reasonOf(error));
        },
      ),
    );
  return {
    source,
    rows,
    /** The cells with what readers of tables need to know of them. */
    table,
    isMessage: message !== null,
    /** No row has headings that are known. */
    isHeadless,
    suggest: (guess: ColumnMapping<Column>): void => setSuggested({ of: rows, mapping: guess }),
    above,
    mapping,
    /** The columns say all that the import needs. */
    isClear: isEnough(mapping),
    isRecalled: recalled !== null && said === NOTHING_SAID,
    isChanged: said !== NOTHING_SAID,
    isGiven: given !== null && (given.kind !== 'text' || given.text !== ''),
    pasted: given?.kind === 'text' ? given.text : '',
    failed,
    busy,
    paste: (text: string): void => take({ kind: 'text', text }),
    /** The file that was chosen or dropped; null where cells were pasted. */
    file: chosenFile,
    options,
    choose: (file: File): Promise<unknown> => read(file),
    /** Reads another sheet of the workbook. */
    setWorksheet: (worksheet: string): Promise<unknown> =>
      chosenFile === null ? Promise.resolve() : read(chosenFile, worksheet),
    setOptions: (next: ReadOptions): void => {
      setOptions({ ...options, ...next });
      setSaid(NOTHING_SAID);
    },
    setAbove: (next: number): void => setSaid({ above: next, mapping: null }),
    setColumn: (column: Column, place: number | null): void =>
      setSaid({
        above,
        mapping:
          place === null
            ? mapping.map((before) => (before === column ? null : before))
            : remapColumn(mapping, place, column),
      }),
    /** Goes back to what the headings say by themselves. */
    reset: (): void => {
      setSaid(NOTHING_SAID);
      if (recalled !== null)
        setMemory(withoutMapping(memory, headingsKey(rows[recalled.above - 1]?.cells ?? [])));
    },
    /** Keeps what the user said of the columns for the next file. */
    remember: (): void => {
      if (said !== NOTHING_SAID && headings !== '')
        setMemory(withMapping(memory, { source: of, headings, columns: mapping }));
    },
  };
}

export type ImportFile<Column extends string> = ReturnType<typeof useImportFile<Column>>;
