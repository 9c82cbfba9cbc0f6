import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { PostgresDialect, generate } from 'kysely-codegen';
import { openDatabasePool } from './connect.ts';
import type { Database } from './database.generated.ts';
import type { Connection } from './connection.ts';

/** Corrections of the generator's value types to our parsers' types. */
const corrections: readonly (readonly [string, string])[] = [
  ['export interface DB {', 'export interface Database {'],
  ['export type Json = JsonValue;', 'export type Json = ColumnType<JsonValue, string, string>;'],
  ['ColumnType<string, number | string, number | string>', 'ColumnType<string, string, string>'],
  [
    'ColumnType<Date, Date | string, Date | string>',
    'ColumnType<string, Date | string, Date | string>',
  ],
];

/** File with the generated row types. */
export const typesFile = join(import.meta.dirname, 'database.generated.ts');

/** Rewrites the row types after a migration, by `npm run db:types`. */
export async function writeTypes(connection: Connection): Promise<void> {
  await writeFile(typesFile, await generateTypes(connection));
}

/** The text of `database.generated.ts`, read from the catalogue of a migrated database. */
export async function generateTypes(connection: Connection): Promise<string> {
  const db = openDatabasePool(connection, { size: 1 });
  try {
    const text = await generate({
      db,
      dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'string' }),
      includePattern: 'public.*',
      excludePattern: 'public.migration',
      outFile: null,
    });
    const corrected = corrections.reduce(
      (done, [theirs, ours]) => done.replace(theirs, ours),
      text,
    );
    return (await closedColumns(db)).reduce(withUnion, corrected);
  } finally {
    await db.destroy();
  }
}

/** Column limited to a few values by a check constraint. */
interface ClosedColumn {
  readonly table: string;
  readonly column: string;
  /** Printed form: `CHECK ((grain = ANY (ARRAY['d'::text, 'm'::text])))`. */
  readonly check: string;
}

async function closedColumns(db: Kysely<Database>): Promise<readonly ClosedColumn[]> {
  const { rows } = await sql<ClosedColumn>`
    select r.relname as "table", a.attname as "column", pg_get_constraintdef(c.oid) as "check"
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and r.relnamespace = 'public'::regnamespace
      and pg_get_constraintdef(c.oid) ~ ('^CHECK [(]+' || a.attname || ' = ANY [(]ARRAY\\[''')
    order by 1, 2`.execute(db);
  return rows;
}

/** The types with a closed column's values in the place of `string`. */
function withUnion(text: string, { table, column, check }: ClosedColumn): string {
  const union = [...check.matchAll(/'[^']+'(?=::)/g)].join(' | ');
  const name = table.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
  const field = new RegExp(
    `(export interface ${name} \\{[^}]*\\n  ${column}: [^\\n;]*)\\bstring\\b`,
  );
  if (!field.test(text)) throw new Error(`${table}.${column} has no type to close`);
  return text.replace(field, `$1${union}`);
}
