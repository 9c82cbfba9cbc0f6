import { refuseWith } from '../../../kernel/access/index.ts';

/** Types of files with packed cells. */
export const workbookTypes = ['.xlsx', '.ods'] as const;
/** Types of files holding a table, including delimited text. */
export const tableTypes = [...workbookTypes, '.csv', '.txt', '.tsv'] as const;

export function requireFileType(name: string, types: readonly string[]): void {
  if (!types.some((type) => name.toLowerCase().endsWith(type)))
    refuseWith('sheet.type', { types: types.join(', ') }, { field: 'file' });
}
