// Plain line fields and their columns, declared once for loading and writing.
import { lineFields, plainLine } from '@tradehouse/contract';
import type { LineField, PlainLineName } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { LineNotes } from '@tradehouse/domain';
import type { Selectable } from 'kysely';

type LineTableRow = Selectable<Database['document_line']>;

/** A missing line column fails to compile. */
const fields: Readonly<Record<PlainLineName, LineField & { readonly keeps: keyof LineTableRow }>> =
  lineFields;

/** Columns with types, for statements that write lines. */
export const noteColumns = plainLine.names
  .map((name) => `${fields[name].keeps} ${fields[name].is.column.type === 'day' ? 'date' : 'text'}`)
  .join(', ');

export const loadNotes = (row: LineTableRow): LineNotes =>
  // SAFETY: plain fields are texts and days.
  Object.fromEntries(
    plainLine.names.map((name) => [name, row[fields[name].keeps] as string | null]),
  );

export const savedNotes = (notes: LineNotes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(plainLine.names.map((name) => [fields[name].keeps, notes[name]]));
