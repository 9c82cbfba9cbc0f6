import type { ErrorKey } from './errors.ts';
import type { WithDigits } from './moneyFacts.ts';
import type { RefusalFactName } from './sentences.ts';

/** Facts inserted into a refusal's sentence. */
export type SentenceFacts = Readonly<Record<string, string | number>>;

/** Place in the input: `field` is a property of the body, `line` the number of a line in the body, from 1. */
export interface At {
  readonly field?: string;
  readonly line?: number;
}

/** Refusal of one line. */
export interface LineRefusal {
  readonly facts: SentenceFacts;
  readonly at: At;
}

type IsOne<Key, Every = Key> = Key extends unknown ? ([Every] extends [Key] ? true : false) : never;

/**
 * Arguments of a refusal: facts, required if named in the sentence, and the place in the input. A key known
 * only at run time takes any facts.
 */
export type Telling<Key extends ErrorKey> =
  IsOne<Key> extends true
    ? [RefusalFactName<Key>] extends [never]
      ? [facts?: SentenceFacts, at?: At]
      : [
          facts: SentenceFacts &
            Readonly<Record<RefusalFactName<Key>, string | number>> &
            WithDigits<Key>,
          at?: At,
        ]
    : [facts?: SentenceFacts, at?: At];

/** Refusal: a registered error key with facts. The sentence is a phrase in both languages. */
export class DomainError<Key extends ErrorKey = ErrorKey> extends Error {
  override readonly name = 'DomainError';
  readonly key: Key;
  readonly facts: SentenceFacts;
  readonly at: At;
  /** Refusals of several lines with this key, this one included; empty for a single place. */
  readonly lines: readonly LineRefusal[] = [];

  constructor(key: Key, ...[facts = {}, at = {}]: Telling<Key>) {
    super(key);
    this.key = key;
    this.facts = facts;
    this.at = at;
  }

  /** Copies the refusal with other facts or place, keeping the refusals of several lines. */
  retold(facts: SentenceFacts, at: At = this.at): DomainError {
    return Object.assign(new DomainError<ErrorKey>(this.key, facts, at), { lines: this.lines });
  }
}

/** Combines refusals of several lines: the message shows the first, the error carries all. */
export function domainErrorFromLines<Key extends ErrorKey>(
  key: Key,
  lines: readonly [LineRefusal, ...LineRefusal[]],
): DomainError {
  const [{ facts, at }] = lines;
  return Object.assign(new DomainError<ErrorKey>(key, facts, at), { lines });
}
