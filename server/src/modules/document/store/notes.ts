// The plain fields of lines and the columns that keep them: said once, for loading and for writing.
import { lineFields, plainLine } from '@tradehouse/contract';
import type { LineField, PlainLineName } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { LineNotes } from '@tradehouse/domain';
import type { Selectable } from 'kysely';

type LineRow = Selectable<Database['document_line']>;

/** What is no column of a line does not compile. */
const fields: Readonly<Record<PlainLineName, LineField & { readonly keeps: keyof LineRow }>> =
  lineFields;

/** The columns and their types, as a statement that writes lines names them. */
export const noteColumns = plainLine.names
  .map((name) => `${fields[name].keeps} ${fields[name].is.column.type === 'day' ? 'date' : 'text'}`)
  .join(', ');

export const loadNotes = (row: LineRow): LineNotes =>
  // SAFETY: plain fields are texts and days.
  Object.fromEntries(
    plainLine.names.map((name) => [name, row[fields[name].keeps] as string | null]),
  );

export const savedNotes = (notes: LineNotes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(plainLine.names.map((name) => [fields[name].keeps, notes[name]]));
