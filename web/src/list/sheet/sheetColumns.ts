// Columns of a file of master data: the names of the sheet's fields decide, or the user.
import { readSheetHead } from '@tradehouse/contract';
import type { ReplyOf, SheetChoices, SheetId, sheetFields } from '@tradehouse/contract';
import { headingNames, isHeadingRow } from '@tradehouse/domain';
import type { ColumnMapping } from '@tradehouse/domain';
import { uploadToEndpoint } from '../../app/net/client.ts';
import type { SharedMappings } from '../../control/importDialog/columnMemory.ts';
import { guessHeadingRow } from '../../control/importDialog/headingRow.ts';
import type { SourceRow } from '../../control/importDialog/importSource.ts';
import type { ImportFile, ImportRules } from '../../control/importDialog/useImportFile.ts';

export type SheetFields = ReplyOf<typeof sheetFields>;

/** Maps headings to fields; if two headings name one field, the user chooses. */
function mapRow(
  cells: readonly string[],
  fieldOf: (heading: string) => string | undefined,
): ColumnMapping<string> {
  const fields = cells.map((cell) => fieldOf(cell.replace(/\s*[*＊]$/, '')) ?? null);
  return fields.map((field) =>
    fields.indexOf(field) === fields.lastIndexOf(field) ? field : null,
  );
}

/** Creates the import rules of a sheet: its columns and their headings. */
export function createSheetImportRules(
  sheet: SheetId,
  fields: SheetFields,
  shared?: SharedMappings,
): ImportRules<string> {
  const { fieldOf } = headingNames(fields);
  const required = fields.filter(({ isRequired }) => isRequired).map(({ field }) => field);
  const mapAt = (rows: readonly SourceRow[], above: number): ColumnMapping<string> => {
    const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
    const found = above === 0 ? [] : mapRow(rows[above - 1]?.cells ?? [], fieldOf);
    return Array.from({ length: width }, (_, at) => found[at] ?? null);
  };
  const findRow = (rows: readonly SourceRow[]): number => {
    const known = rows.findIndex(({ cells }) =>
      isHeadingRow(
        mapRow(cells, fieldOf).flatMap((field) => field ?? []),
        required,
      ),
    );
    return known === -1 ? guessHeadingRow(rows) : known + 1;
  };
  return {
    importer: `sheet/${sheet}`,
    ...(shared === undefined ? {} : { shared }),
    asks: ['mark', 'order'],
    columns: fields.map(({ field }) => field),
    titlesOf: () => ({}),
    isEnough: (mapping) => required.every((field) => mapping.includes(field)),
    findColumns: (rows, chosen) => {
      const above = chosen ?? findRow(rows);
      return { above, mapping: mapAt(rows, above) };
    },
    readCells: (file, choice) =>
      uploadToEndpoint(readSheetHead, file, { sheet, ...choice }, { quiet: true }),
  };
}

/** Returns the file to send and the reading options chosen in the dialog. */
export function sheetUpload({
  file,
  pasted,
  options,
  answers,
  source,
  rows,
  above,
  mapping,
}: ImportFile<string>): { readonly file: File; readonly choices: SheetChoices } {
  const last = mapping.findLastIndex((field) => field !== null);
  return {
    file: file ?? new File([pasted], 'cells.txt', { type: 'text/plain' }),
    choices: {
      ...(source.worksheet === '' ? {} : { worksheet: source.worksheet }),
      ...options,
      ...answers,
      // Pasted text is encoded in UTF-8.
      ...(file === null ? { encoding: 'utf-8' } : {}),
      headingRow: rows[above - 1]?.place ?? 0,
      columns: mapping
        .slice(0, last + 1)
        .map((field) => field ?? '')
        .join(','),
    },
  };
}
