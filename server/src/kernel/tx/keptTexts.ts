import { PostgresQueryCompiler, RawNode, ValueNode } from 'kysely';
import type { CompiledQuery, QueryId, RootOperationNode } from 'kysely';

/** Where the fragments seen so far lead. */
interface Way {
  /** What they make, where a statement ends here. */
  text: string | null;
  /** A value comes next. */
  value: Way | null;
  /** Fragments come next. */
  readonly fragments: Map<unknown, Way>;
}

/** A statement built for one user is not met again: past so many ways the known ones are forgotten. */
const MOST = 10_000;

/**
 * Writes the text of a statement once, and finds it again by the fragments it is made of: those of a template are the same
 * object each time it is come by. What is built by the builder is written each time.
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

  /** The way on past a statement or a part of one, whose values are collected; null where it holds anything else. */
  #follow(from: Way, { sqlFragments, parameters }: RawNode, values: unknown[]): Way | null {
    let way: Way | null = this.#past(from, sqlFragments);
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

  #past(from: Way, fragments: readonly string[]): Way {
    // Fragments of a template; others are put together for the moment and known by what they say.
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

const emptyWay = (): Way => ({ text: null, value: null, fragments: new Map() });
