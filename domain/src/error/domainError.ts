import type { ErrorKey } from './errors.ts';
import type { WithDigits } from './moneyFacts.ts';
import type { FactName } from './sentences.ts';

/** Facts that fill a refusal's sentence. */
export type Facts = Readonly<Record<string, string | number>>;

/** Where in the input: `field` a property name of the body, `line` the line's number in the body, from 1. */
export interface At {
  readonly field?: string;
  readonly line?: number;
}

/** What is refused of one line. */
export interface Told {
  readonly facts: Facts;
  readonly at: At;
}

type IsOne<Key, Every = Key> = Key extends unknown ? ([Every] extends [Key] ? true : false) : never;

/**
 * What a refusal is told with: its facts, required where its sentence names any, and where in the input. A key known
 * only at run time takes any facts.
 */
export type Telling<Key extends ErrorKey> =
  IsOne<Key> extends true
    ? [FactName<Key>] extends [never]
      ? [facts?: Facts, at?: At]
      : [facts: Facts & Readonly<Record<FactName<Key>, string | number>> & WithDigits<Key>, at?: At]
    : [facts?: Facts, at?: At];

/** A refusal: a key of the error registry and its facts. The sentence is a phrase in both languages. */
export class DomainError<Key extends ErrorKey = ErrorKey> extends Error {
  override readonly name = 'DomainError';
  readonly key: Key;
  readonly facts: Facts;
  readonly at: At;
  /** The same key's refusals of several lines, this one among them; empty where it is about one place. */
  readonly lines: readonly Told[] = [];

  constructor(key: Key, ...[facts = {}, at = {}]: Telling<Key>) {
    super(key);
    this.key = key;
    this.facts = facts;
    this.at = at;
  }

  /** The refusal told with other facts, or of another place; what it says of several lines stays. */
  retold(facts: Facts, at: At = this.at): DomainError {
    return Object.assign(new DomainError<ErrorKey>(this.key, facts, at), { lines: this.lines });
  }
}

/** One refusal for several lines: it speaks of the first, and carries all of them. */
export function ofLines<Key extends ErrorKey>(
  key: Key,
  lines: readonly [Told, ...Told[]],
): DomainError {
  const [{ facts, at }] = lines;
  return Object.assign(new DomainError<ErrorKey>(key, facts, at), { lines });
}
