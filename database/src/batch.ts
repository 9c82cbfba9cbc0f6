import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { planOutrun } from './connection.ts';
import { types } from './typeParsers.ts';

/** What a statement answers. */
export interface Answer {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: Record<string, unknown>[];
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** A statement that a connection keeps under a name. */
export interface Kept {
  readonly name: string;
  /** What it answers; null until the server has answered it once, and after it failed: then it is told again. */
  columns: readonly Column[] | null;
}

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly kept: Kept | null;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** What PostgreSQL says of a statement that comes after one that failed. */
const skipped = (): Error =>
  Object.assign(new Error('current transaction is aborted, the statement was skipped'), {
    code: '25P02',
  });

/**
 * Statements of one transaction that leave together and are answered together: one message ends them all, so the server
 * sends its answers at once, and what it keeps is not described again each time. After one that fails it skips the others.
 * To the driver it is one query.
 */
export class Batch extends pg.Query {
  readonly #asked: Asked[] = [];
  readonly #answers: Answer[] = [];
  #columns: readonly Column[] = [];
  #rows: Record<string, unknown>[] = [];
  /** Why a value could not be sent or a row not be read; the server knows nothing of it. */
  #unfit: unknown;
  readonly #outrun: () => void;

  /** @param outrun told when a statement failed because the schema has changed since it was kept */
  constructor(outrun: () => void) {
    super({ text: '' });
    this.#outrun = outrun;
  }

  ask(text: string, values: readonly unknown[], kept: Kept | null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ text, values, kept, resolve, reject });
    });
  }

  override submit = (connection: pg.Connection): void => {
    try {
      for (const asked of this.#asked) send(connection, asked);
    } catch (error) {
      this.#unfit = error;
    }
    connection.sync();
    this.#begin();
  };

  /** Gets ready for the answer to the next statement. */
  #begin(): void {
    this.#columns = this.#asked[this.#answers.length]?.kept?.columns ?? [];
    this.#rows = [];
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(rowOf(this.#columns, fields));
    } catch (error) {
      this.#unfit ??= error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const kept = this.#asked[this.#answers.length]?.kept;
    if (kept) kept.columns ??= this.#columns;
    const words = text.split(' ');
    const [command = ''] = words;
    this.#answers.push({ command, rowCount: Number(words.at(-1)) || 0, rows: this.#rows });
    this.#begin();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** All are done, and nothing that was still to be found out at the end has failed. */
  handleReadyForQuery(): void {
    if (this.#unfit !== undefined) return this.handleError(this.#unfit);
    this.#asked.forEach(({ resolve, reject }, at) => {
      const answer = this.#answers[at];
      if (answer === undefined) reject(new Error('a statement was not answered'));
      else resolve(answer);
    });
  }

  /** The statement that was at work failed; or, where it is none of the server's failures, no one knows which were done. */
  handleError(error: unknown): void {
    const failed = this.#answers.length;
    const failing = this.#asked[failed];
    if (failing?.kept) failing.kept.columns = null;
    if (planOutrun(error)) this.#outrun();
    const alone = error instanceof pg.DatabaseError && failing !== undefined;
    this.#asked.forEach(({ resolve, reject }, at) => {
      const answer = this.#answers[at];
      if (alone && answer !== undefined) resolve(answer);
      else reject(alone && at > failed ? skipped() : error);
    });
  }
}

/** What is kept and known is called by its name; anything else is told first, and describes what it answers. */
function send(connection: pg.Connection, { text, values, kept }: Asked): void {
  const name = kept?.name ?? '';
  const known = kept !== null && kept.columns !== null;
  // One that failed may be there or not; to forget what is not there is no error.
  if (!known && name !== '') connection.close({ type: 'S', name }, true);
  if (!known) connection.parse({ name, text, types: [] }, true);
  connection.bind(
    // SAFETY: what values may be is what the mapper takes.
    { statement: name, values: values as string[], valueMapper: utils.prepareValue },
    true,
  );
  if (!known) connection.describe({ type: 'P' }, true);
  connection.execute(null, true);
}

function rowOf(
  columns: readonly Column[],
  fields: readonly (string | null)[],
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) {
    const [column, text] = [columns[at], fields[at]];
    if (column !== undefined)
      row[column.name] = typeof text === 'string' ? column.parse(text) : null;
  }
  return row;
}
