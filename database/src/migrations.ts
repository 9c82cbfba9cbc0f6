import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A step of the schema: a file of plain SQL that never changes once it is merged. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hex. */
  readonly checksum: string;
}

/** How a step is taken, which its head says (docs/adding/migration.md). */
export interface Form {
  /** `-- Apart:` each statement by itself, outside of a transaction; they can be repeated. */
  readonly apart: boolean;
  /** `-- Fills: document.id, 1000 at a time`: one statement, run for so many keys of the table at a time. */
  readonly fills: Filled | null;
  /** `-- After: 0061_fill.sql`: what that file fills is filled before. */
  readonly after: string | null;
}

export interface Filled {
  readonly table: string;
  readonly key: string;
  readonly most: number;
}

const folder = join(import.meta.dirname, '..', 'migrations');

/** Every migration of a folder, in the order in which they are applied. */
export async function readMigrations(from: string = folder): Promise<readonly Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(names.map((name) => readMigration(from, name)));
}

async function readMigration(from: string, name: string): Promise<Migration> {
  const sql = await readFile(join(from, name), 'utf8');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

export function formOf({ sql }: Migration): Form {
  const fills = /^-- Fills: +(\w+)\.(\w+), (\d+) at a time$/m.exec(sql);
  const [, table = '', key = '', most = ''] = fills ?? [];
  return {
    apart: /^-- Apart: /m.test(sql),
    fills: fills === null ? null : { table, key, most: Number(most) },
    after: /^-- After: +(\S+)$/m.exec(sql)?.[1] ?? null,
  };
}

/** Comments, texts, names and bodies of functions, in which an end of a statement is none; ends; and all else. */
const PARTS = /--.*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1|;|[^;'"$/-]+|[^]/g;

/** The statements of a file, without comments. */
export function statementsIn(sql: string): string[] {
  const statements = [''];
  for (const [part] of sql.matchAll(PARTS))
    if (part === ';') statements.push('');
    else statements.push(`${statements.pop() ?? ''}${/^(--|\/\*)/.test(part) ? ' ' : part}`);
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
