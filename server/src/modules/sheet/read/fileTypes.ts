import { refuse } from '../../../kernel/index.ts';

/** Files whose cells are packed. */
export const workbookTypes = ['.xlsx', '.ods'] as const;
/** Files that hold a table, texts with delimiters among them. */
export const tableTypes = [...workbookTypes, '.csv', '.txt', '.tsv'] as const;

/** Refuses a file whose name ends otherwise. */
export function requireFileType(name: string, types: readonly string[]): void {
  if (!types.some((type) => name.toLowerCase().endsWith(type)))
    refuse('sheet.type', { types: types.join(', ') }, { field: 'file' });
}
