import { PostgresQueryCompiler, RawNode, ValueNode } from 'kysely';
import type { CompiledQuery, QueryId, RootOperationNode } from 'kysely';

/** Node reached by the fragments seen so far. */
interface FragmentNode {
  /** Statement text, if a statement ends here. */
  text: string | null;
  /** A value comes next. */
  value: FragmentNode | null;
  /** Fragments come next. */
  readonly fragments: Map<unknown, FragmentNode>;
}

/** Maximum of nodes, then all are forgotten: a statement built for one user never returns. */
const MOST = 10_000;

/**
 * Writes a statement's text once, and finds it again by its fragments: a template's are identical objects
 * on each use. Builder statements are written each time.
 */
export class KeptTexts extends PostgresQueryCompiler {
  #first = emptyWay();
  #ways = 0;

  override compileQuery(query: RootOperationNode, queryId: QueryId): CompiledQuery {
    const parameters: unknown[] = [];
    const end = RawNode.is(query) ? this.#follow(this.#first, query, parameters) : null;
    if (end === null) return super.compileQuery(query, queryId);
    end.text ??= super.compileQuery(query, queryId).sql;
    return { query, queryId, sql: end.text, parameters };
  }

  /** Follows a statement or part through the nodes, collecting the values; null for any other content. */
  #follow(
    from: FragmentNode,
    { sqlFragments, parameters }: RawNode,
    values: unknown[],
  ): FragmentNode | null {
    let way: FragmentNode | null = this.#past(from, sqlFragments);
    for (const part of parameters) {
      if (RawNode.is(part)) way = this.#follow(way, part, values);
      else if (ValueNode.is(part) && part.immediate !== true) {
        values.push(part.value);
        way = way.value ??= emptyWay();
      } else return null;
      if (way === null) return null;
    }
    return way;
  }

  #past(from: FragmentNode, fragments: readonly string[]): FragmentNode {
    // Fragments of a template are the key; fragments joined for the moment are known by content.
    const key = 'raw' in fragments ? fragments : fragments.join('\0');
    const known = from.fragments.get(key);
    if (known !== undefined) return known;
    const way = emptyWay();
    this.#ways += 1;
    if (this.#ways > MOST) {
      this.#first = emptyWay();
      this.#ways = 0;
    }
    from.fragments.set(key, way);
    return way;
  }
}

const emptyWay = (): FragmentNode => ({ text: null, value: null, fragments: new Map() });
