import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { planOutrun } from './connection.ts';
import { types } from './typeParsers.ts';

/** Result of a statement. */
export interface StatementResult {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: Record<string, unknown>[];
}

interface ResultColumn {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** Statement prepared on a connection under a name. */
export interface PreparedStatement {
  readonly name: string;
  /**
   * Result columns; null before the first reply and after a failure: the statement is then prepared again.
   */
  columns: readonly ResultColumn[] | null;
}

interface BatchedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly kept: PreparedStatement | null;
  readonly resolve: (answer: StatementResult) => void;
  readonly reject: (error: unknown) => void;
}

/** PostgreSQL error for a statement after a failed statement. */
const makeSkippedStatementError = (): Error =>
  Object.assign(new Error('current transaction is aborted, the statement was skipped'), {
    code: '25P02',
  });

/**
 * Batch of one transaction's statements, sent and answered together. A single message ends the batch: the
 * server replies at once and does not describe prepared statements again. After a failure the rest is
 * skipped. To the driver the batch is one query.
 */
export class Batch extends pg.Query {
  readonly #asked: BatchedStatement[] = [];
  readonly #answers: StatementResult[] = [];
  #columns: readonly ResultColumn[] = [];
  #rows: Record<string, unknown>[] = [];
  /** Client-side error on sending a value or reading a row, unknown to the server. */
  #unfit: unknown;
  readonly #outrun: () => void;

  /** @param outrun called if a statement failed because the schema changed since preparation */
  constructor(outrun: () => void) {
    super({ text: '' });
    this.#outrun = outrun;
  }

  ask(
    text: string,
    values: readonly unknown[],
    kept: PreparedStatement | null,
  ): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ text, values, kept, resolve, reject });
    });
  }

  override submit = (connection: pg.Connection): void => {
    try {
      for (const asked of this.#asked) sendStatement(connection, asked);
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
      this.#rows.push(rowFromFields(this.#columns, fields));
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

  /** All statements are done, and no deferred check at the end failed. */
  handleReadyForQuery(): void {
    if (this.#unfit !== undefined) return this.handleError(this.#unfit);
    this.#asked.forEach(({ resolve, reject }, at) => {
      const answer = this.#answers[at];
      if (answer === undefined) reject(new Error('a statement was not answered'));
      else resolve(answer);
    });
  }

  /** Current statement failed; for a non-server error the completed statements are unknown. */
  handleError(error: unknown): void {
    const failed = this.#answers.length;
    const failing = this.#asked[failed];
    if (failing?.kept) failing.kept.columns = null;
    if (planOutrun(error)) this.#outrun();
    const alone = error instanceof pg.DatabaseError && failing !== undefined;
    this.#asked.forEach(({ resolve, reject }, at) => {
      const answer = this.#answers[at];
      if (alone && answer !== undefined) resolve(answer);
      else reject(alone && at > failed ? makeSkippedStatementError() : error);
    });
  }
}

/** Sends a prepared statement by name; anything else is parsed first and describes the result. */
function sendStatement(connection: pg.Connection, { text, values, kept }: BatchedStatement): void {
  const name = kept?.name ?? '';
  const known = kept !== null && kept.columns !== null;
  // A failed statement may exist or not; closing an unknown statement is no error.
  if (!known && name !== '') connection.close({ type: 'S', name }, true);
  if (!known) connection.parse({ name, text, types: [] }, true);
  connection.bind(
    // SAFETY: the value mapper defines the allowed values.
    { statement: name, values: values as string[], valueMapper: utils.prepareValue },
    true,
  );
  if (!known) connection.describe({ type: 'P' }, true);
  connection.execute(null, true);
}

function rowFromFields(
  columns: readonly ResultColumn[],
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
