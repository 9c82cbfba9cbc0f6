import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresDialect, generate } from 'kysely-codegen';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';

/** What the generator believes about values, and what our type parsers make of them. */
const corrections: readonly (readonly [string, string])[] = [
  ['export interface DB {', 'export interface Database {'],
  ['export type Json = JsonValue;', 'export type Json = ColumnType<JsonValue, string, string>;'],
  ['ColumnType<string, number | string, number | string>', 'ColumnType<string, string, string>'],
  [
    'ColumnType<Date, Date | string, Date | string>',
    'ColumnType<string, Date | string, Date | string>',
  ],
];

/** Where the generated row types stand. */
export const typesFile = join(import.meta.dirname, 'database.generated.ts');

/** Rewrites the row types after a migration; `npm run db:types` calls it. */
export async function writeTypes(connection: Connection): Promise<void> {
  await writeFile(typesFile, await generateTypes(connection));
}

/** The text of `database.generated.ts`, read from the catalogue of a migrated database. */
export async function generateTypes(connection: Connection): Promise<string> {
  const db = connect(connection, { size: 1 });
  try {
    const text = await generate({
      db,
      dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string' }),
      includePattern: 'public.*',
      excludePattern: 'public.migration',
      outFile: null,
    });
    return corrections.reduce((corrected, [theirs, ours]) => corrected.replace(theirs, ours), text);
  } finally {
    await db.destroy();
  }
}
