import { CompiledQuery } from 'kysely';
import type { DatabaseConnection, QueryResult } from 'kysely';

/**
 * Rows waiting to be added to tables. A view, named by a prefix and the table, shows both together. Usually
 * nothing waits, and planning for it costs as much as reading.
 */
export interface PendingRowViews {
  /** Matches the prefix of each view name, and nothing else; global. */
  readonly viewPrefix: RegExp;
  /** Query for tenant $1 that returns one row with one boolean `waits`. */
  readonly asks: string;
}

/**
 * Wraps a connection for a transaction with one snapshot: statements read roll-up tables instead of views
 * if no rows are pending. The first statement with such a view checks for pending rows.
 */
export function withoutWaiting(
  connection: DatabaseConnection,
  { viewPrefix, asks }: PendingRowViews,
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
