import { remapColumn } from '@tradehouse/domain';
import type { ColumnMapping, ColumnTitles } from '@tradehouse/domain';
import { useMemo, useState } from 'react';
import { reasonOfError } from '../../app/net/envelope.ts';
import { usePreference } from '../../app/settings/preferences.ts';
import { useBusy } from '../../app/useBusy.ts';
import { headingsKey, recallMapping, withMapping, withoutMapping } from './columnMemory.ts';
import type { RememberedMapping, SharedMappings } from './columnMemory.ts';
import { choicesForNext, NO_CHOICES, NOTHING_SAID } from './fileChoices.ts';
import type { AnswerGiver, FileChoices, ImportAnswers, SaidColumns } from './fileChoices.ts';
import { findHeadingRow, mapHeadingRow } from './headingRow.ts';
import type { HeadingMapping } from './headingRow.ts';
import { NO_SOURCE, readGiven, workbookNumbersOf } from './importSource.ts';
import type { ImportSourceInput, ImportSource, ReadOptions, SourceRow } from './importSource.ts';
import { readFile } from './readFile.ts';
import type { ReadCells } from './readFile.ts';

/**
 * Columns of an import, their titles in files, and required columns. Stays the same object between renders.
 */
export interface ImportRules<Column extends string> {
  /** Names the import among remembered mappings. */
  readonly importer: string;
  readonly columns: readonly Column[];
  readonly titlesOf: (rows: readonly SourceRow[]) => ColumnTitles<Column>;
  readonly isEnough: (mapping: ColumnMapping<Column>) => boolean;
  /** Rows of formats with own field names, such as OFX; null for tables. */
  readonly messageRows?: (source: ImportSource) => readonly SourceRow[] | null;
  /** Reads headings by special rules; absent: the titles decide. `above` is the user's choice. */
  readonly findColumns?: (
    rows: readonly SourceRow[],
    above: number | null,
  ) => HeadingMapping<Column>;
  /** Columns of files without headings are guessed from cell contents and passed to `suggest`. */
  readonly isGuessed?: true;
  /** Possible open questions: the decimal mark and the day order. */
  readonly asks: readonly (keyof ImportAnswers)[];
  readonly readCells: ReadCells;
  /** Mappings of the company; absent: mappings are the user's own. */
  readonly shared?: SharedMappings;
}

interface Suggested<Column extends string> {
  readonly of: readonly SourceRow[];
  readonly mapping: ColumnMapping<Column>;
}
const NONE: readonly RememberedMapping[] = [];

/**
 * Holds a file and its column mapping: chosen by the user, else remembered for the headings, else
 * recognized. `of` is the file's account, carrier or shop.
 */
export function useImportFile<Column extends string>(
  rules: ImportRules<Column>,
  of: string,
  pasted = '',
) {
  const { columns, titlesOf, isEnough, findColumns, isGuessed = false } = rules;
  const [given, setGiven] = useState<ImportSourceInput | null>(
    pasted === '' ? null : { kind: 'text', text: pasted },
  );
  const [suggested, setSuggested] = useState<Suggested<Column> | null>(null);
  const [choices, setChoices] = useState<FileChoices<Column>>(NO_CHOICES);
  const { options, answers, said } = choices;
  const setSaid = (next: SaidColumns<Column>): void => setChoices({ ...choices, said: next });
  const [chosenFile, setChosen] = useState<File | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const [own, setOwn] = usePreference(`import/${rules.importer}`, NONE);
  const { shared } = rules;
  const memory = useMemo(() => [...(shared?.entries ?? []), ...own], [shared, own]);
  const source = useMemo(
    () => (given === null ? NO_SOURCE : readGiven(given, options)),
    [given, options],
  );
  const message = useMemo(() => rules.messageRows?.(source) ?? null, [rules, source]);
  const rows = message ?? source.rows;
  const automatic = useMemo(() => {
    if (findColumns !== undefined) return findColumns(rows, null);
    const found = findHeadingRow(rows, titlesOf(rows), isEnough);
    // Where columns are guessed, a row that only looks like headings may hold values.
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
  const format = useMemo(
    () => ({ isSheet: source.isSheet, is1904: source.is1904, ...answers }),
    [source, answers],
  );
  const table = useMemo(
    () => ({
      cells: allCells,
      source: {
        ...format,
        headings: { above, mapping },
        places: rows.map(({ place }) => place),
        workbookNumbers: workbookNumbersOf(rows),
      },
    }),
    [allCells, rows, format, above, mapping],
  );
  const headings = headingsKey(rows[above - 1]?.cells ?? []);
  const take = (next: ImportSourceInput | null, from: File | null = null): void => {
    setGiven(next);
    setChosen(from);
    setChoices(
      next === null
        ? NO_CHOICES
        : choicesForNext(next, choices, { name: source.name, rows, above }),
    );
    setFailed(null);
  };
  // The corrected copy of a workbook is read from the same sheet.
  const readContent = async (file: File, worksheet?: string): Promise<ImportSourceInput> => {
    const content = await readFile(file, rules.readCells, worksheet);
    const isOther =
      worksheet === undefined &&
      content.kind === 'sheet' &&
      content.cells.worksheet !== source.worksheet &&
      content.cells.worksheets?.includes(source.worksheet) === true;
    return isOther ? await readFile(file, rules.readCells, source.worksheet) : content;
  };
  const read = (file: File, worksheet?: string): Promise<unknown> =>
    run(() =>
      readContent(file, worksheet).then(
        (content) => take(content, file),
        (error: unknown) => {
          take(null);
          setFailed(reasonOfError(error));
        },
      ),
    );
  const answer: AnswerGiver = (name, value) => {
    const { [name]: _, ...others } = answers;
    setChoices({
      ...choices,
      answers: value === undefined ? others : { ...others, [name]: value },
    });
  };
  return {
    source,
    rows,
    /** Cells with the facts that table readers need. */
    table,
    isMessage: message !== null,
    /** True if no row has known headings. */
    isHeadless,
    suggest: (guess: ColumnMapping<Column>): void => setSuggested({ of: rows, mapping: guess }),
    above,
    mapping,
    /** True if the columns cover all required fields. */
    isClear: isEnough(mapping),
    isRecalled: recalled !== null && said === NOTHING_SAID,
    isChanged: said !== NOTHING_SAID,
    isGiven: given !== null && (given.kind !== 'text' || given.text !== ''),
    pasted: given?.kind === 'text' ? given.text : '',
    failed,
    busy,
    paste: (text: string): void => take({ kind: 'text', text }),
    /** Chosen or dropped file; null for pasted cells. */
    file: chosenFile,
    options,
    /** Format in which the cells are read. */
    format,
    answers,
    asks: rules.asks,
    answer,
    choose: (file: File): Promise<unknown> => read(file),
    /** Reads another sheet of the workbook. */
    setWorksheet: (worksheet: string): Promise<unknown> =>
      chosenFile === null ? Promise.resolve() : read(chosenFile, worksheet),
    setOptions: (next: ReadOptions): void =>
      setChoices({ ...choices, options: { ...options, ...next }, said: NOTHING_SAID }),
    setAbove: (next: number): void => setSaid({ above: next, mapping: null }),
    setColumn: (column: Column, place: number | null): void =>
      setSaid({
        above,
        mapping:
          place === null
            ? mapping.map((before) => (before === column ? null : before))
            : remapColumn(mapping, place, column),
      }),
    /** Resets to the mapping recognized from the headings. */
    reset: (): void => {
      setSaid(NOTHING_SAID);
      if (recalled === null) return;
      const forgotten = headingsKey(rows[recalled.above - 1]?.cells ?? []);
      shared?.forget(forgotten);
      setOwn(withoutMapping(own, forgotten));
    },
    /** Stores the user's column choices for the next file. */
    remember: (): void => {
      if (said === NOTHING_SAID || headings === '') return;
      const entry = { source: of, headings, columns: mapping };
      if (shared === undefined) setOwn(withMapping(own, entry));
      else shared.remember(entry);
    },
  };
}

export type ImportFile<Column extends string> = ReturnType<typeof useImportFile<Column>>;
