import { RawNode, sql } from 'kysely';
import type { QueryExecutorProvider, QueryResult, RawBuilder } from 'kysely';
import type { ProjectSource } from '../tidy/sources.ts';
import { rowFaults, RowTypes, type RowType } from './rowTypes.ts';

export interface WatchedRows {
  /** Faults found, each once. */
  readonly faults: string[];
  readonly stop: () => void;
}

/** Compares the rows read by every template from now on with the row types declared in the sources. */
export function watchRows(readSources: () => readonly ProjectSource[]): WatchedRows {
  const faults: string[] = [];
  const reported = new Set<string>();
  const typesOf = rowTypesByFragments(readSources);
  const compareRow = (row: unknown, types: readonly RowType[]): void => {
    // SAFETY: the driver returns rows as objects.
    const found = rowFaults(row as Record<string, unknown>, types).filter(
      (fault) => !reported.has(fault),
    );
    for (const fault of found) reported.add(fault);
    faults.push(...found);
  };
  // SAFETY: the prototype of templates, whose class the builder does not export.
  const templates = Object.getPrototypeOf(sql`select`) as RawBuilder<unknown>;
  const { execute } = templates;
  templates.execute = function (
    this: RawBuilder<unknown>,
    provider: QueryExecutorProvider,
    ...options
  ): Promise<QueryResult<unknown>> {
    const result = execute.call(this, provider, ...options);
    const node = this.toOperationNode();
    const types = RawNode.is(node) ? typesOf(node.sqlFragments) : [];
    // The caller awaits the result itself: the comparison delays no statement.
    if (types.length > 0)
      result.then(
        ({ rows }) => rows.forEach((row) => compareRow(row, types)),
        () => {},
      );
    return result;
  };
  return { faults, stop: () => void (templates.execute = execute) };
}

/** Finds the row types of a template by its fragments: the same object on each execution. */
function rowTypesByFragments(
  readSources: () => readonly ProjectSource[],
): (fragments: readonly string[]) => readonly RowType[] {
  const known = new WeakMap<readonly string[], readonly RowType[]>();
  let declared: RowTypes | undefined;
  return (fragments) => {
    const before = known.get(fragments);
    if (before !== undefined) return before;
    declared ??= new RowTypes(readSources());
    // SAFETY: fragments of a template have the text as written; others are joined for the moment.
    const { raw } = fragments as Partial<TemplateStringsArray>;
    const types = raw === undefined ? [] : declared.ofTemplate(raw);
    known.set(fragments, types);
    return types;
  };
}
