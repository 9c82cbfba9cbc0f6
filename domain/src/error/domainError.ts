import type { ErrorKey } from './errors.ts';
import type { FactName } from './sentences.ts';

/** Facts that fill a refusal's sentence. */
export type Facts = Readonly<Record<string, string | number>>;

/** Where in the input: `field` a property name of the body, `line` the line's number in the body, from 1. */
export interface At {
  readonly field?: string;
  readonly line?: number;
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
      : [facts: Facts & Readonly<Record<FactName<Key>, string | number>>, at?: At]
    : [facts?: Facts, at?: At];

/** A refusal: a key of the error registry and its facts. The sentence is a phrase in both languages. */
export class DomainError<Key extends ErrorKey = ErrorKey> extends Error {
  override readonly name = 'DomainError';
  readonly key: Key;
  readonly facts: Facts;
  readonly at: At;

  constructor(key: Key, ...[facts = {}, at = {}]: Telling<Key>) {
    super(key);
    this.key = key;
    this.facts = facts;
    this.at = at;
  }
}
