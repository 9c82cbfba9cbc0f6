import type { ErrorKey } from './errors.ts';

/** Facts that fill a refusal's sentence; `field` and `line` say where the input is wrong. */
export type Facts = Readonly<Record<string, string | number>>;

/** A refusal: a key of the error registry and its facts. The sentence is a phrase in both languages. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly key: ErrorKey;
  readonly facts: Facts;
  /** Where in the input: `field` a property name of the body, `line` the line's number in the body, from 1. */
  readonly at: { readonly field?: string; readonly line?: number };

  constructor(
    key: ErrorKey,
    facts: Facts = {},
    at: { readonly field?: string; readonly line?: number } = {},
  ) {
    super(key);
    this.key = key;
    this.facts = facts;
    this.at = at;
  }
}
