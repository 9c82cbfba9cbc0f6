import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Schema step: a plain SQL file, never changed after the merge. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hex. */
  readonly checksum: string;
}

/** Form of a migration, from the file head (docs/adding/migration.md). */
export interface MigrationForm {
  /** `-- Apart:` statements run singly, outside a transaction, and are repeatable. */
  readonly apart: boolean;
  /** `-- Fills: document.id, 1000 at a time`: one statement, run per given number of keys. */
  readonly fills: Filled | null;
  /** `-- After: 0061_fill.sql`: the backfill of the named file finishes first. */
  readonly after: string | null;
}

export interface Filled {
  readonly table: string;
  readonly key: string;
  readonly most: number;
}

const folder = join(import.meta.dirname, '..', 'migrations');

/** Reads every migration of a folder, in order of application. */
export async function readMigrations(from: string = folder): Promise<readonly Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(names.map((name) => readMigration(from, name)));
}

async function readMigration(from: string, name: string): Promise<Migration> {
  const sql = await readFile(join(from, name), 'utf8');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

export function formOf({ sql }: Migration): MigrationForm {
  const fills = /^-- Fills: +(\w+)\.(\w+), (\d+) at a time$/m.exec(sql);
  const [, table = '', key = '', most = ''] = fills ?? [];
  return {
    apart: /^-- Apart: /m.test(sql),
    fills: fills === null ? null : { table, key, most: Number(most) },
    after: /^-- After: +(\S+)$/m.exec(sql)?.[1] ?? null,
  };
}

/**
 * Tokens: comments, strings, identifiers and function bodies, all hiding statement ends; statement ends;
 * everything else.
 */
const PARTS = /--.*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1|;|[^;'"$/-]+|[^]/g;

/** The statements of a file, without comments. */
export function statementsIn(sql: string): string[] {
  const statements = [''];
  for (const [part] of sql.matchAll(PARTS))
    if (part === ';') statements.push('');
    else statements.push(`${statements.pop() ?? ''}${/^(--|\/\*)/.test(part) ? ' ' : part}`);
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
