import { CompiledQuery } from 'kysely';
import type { DatabaseConnection, QueryResult } from 'kysely';

/**
 * Rows that wait to be added to tables. What a table says together with them is a view, whose name is the table's after a
 * prefix. Mostly nothing waits, and to plan for it costs a reader as much as to read.
 */
export interface Waiting {
  /** Matches the prefix of each of the views' names, and of no other name; global. */
  readonly viewPrefix: RegExp;
  /** Asks of the tenant $1, in one row with one boolean `waits`. */
  readonly asks: string;
}

/**
 * A connection during a transaction that sees one snapshot throughout: views are read as their tables while nothing waits.
 * That is asked once, by the first statement that names one; statements that name none go at once.
 */
export function withoutWaiting(
  connection: DatabaseConnection,
  { viewPrefix, asks }: Waiting,
  tenantId: string,
): DatabaseConnection {
  const ask = async (): Promise<boolean> => {
    const query = CompiledQuery.raw(asks, [tenantId]);
    const { rows } = await connection.executeQuery<{ waits: boolean }>(query);
    return rows[0]?.waits ?? true;
  };
  let waits: Promise<boolean> | null = null;
  const whole = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    const text = (await (waits ??= ask())) ? query.sql : query.sql.replaceAll(viewPrefix, '');
    return connection.executeQuery<Row>({ ...query, sql: text });
  };
  return {
    executeQuery: (query) =>
      query.sql.search(viewPrefix) === -1 ? connection.executeQuery(query) : whole(query),
    streamQuery: (query, size) => connection.streamQuery(query, size),
  };
}
