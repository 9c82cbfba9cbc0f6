import { refuseWith } from '../../kernel/access/index.ts';
import { networkOf } from '../../kernel/http/index.ts';
import type { SharedThrottle } from '../../kernel/http/index.ts';

/** Throttles of repeated failures: per name and source, and per source for any names. */
export interface Throttles {
  readonly byName: SharedThrottle;
  readonly bySource: SharedThrottle;
}

/** Sign-in attempt with name and source. */
export interface Try {
  readonly name: string;
  readonly address: string;
  /**
   * Returns true if the name has signed in from the source before: known names do not pay for foreign
   * failures.
   */
  readonly isKnownHere: () => Promise<boolean>;
}

/**
 * Runs a sign-in attempt, unless the name failed too often from this source, or the source at names unknown
 * there (`login.throttled`). A null result is a failure; a throwing attempt is nobody's failure.
 *
 * @param done returns true for a complete sign-in, after which the name's failures are forgotten.
 */
export async function guardSignIn<T>(
  { byName, bySource }: Throttles,
  { name, address, isKnownHere }: Try,
  attempt: () => Promise<T | null>,
  done: (answer: T) => boolean = () => true,
): Promise<T | null> {
  const source = networkOf(address);
  const own = `${source}\n${name}`;
  if (!(await byName.begin(own))) refuseWith('login.throttled');
  const counted = await bySource.begin(source).catch((error: unknown) => {
    byName.excused(own);
    throw error;
  });
  const keys = [
    [byName, own] as const,
    // A known name is admitted even from a throttled source, and counts for nothing more.
    ...(counted ? [[bySource, source] as const] : []),
  ];
  const excuse = (): void => {
    for (const [throttle, key] of keys) throttle.excused(key);
  };
  const answer = await attemptSignIn(counted, isKnownHere, attempt).catch((error: unknown) => {
    // No comparison was completed, or the result was right: nobody's failure.
    excuse();
    throw error;
  });
  if (answer === null) {
    for (const [throttle, key] of keys) await throttle.failed(key);
    return null;
  }
  excuse();
  if (done(answer)) await byName.forget(own);
  return answer;
}

async function attemptSignIn<T>(
  counted: boolean,
  isKnownHere: Try['isKnownHere'],
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  if (!counted && !(await isKnownHere())) refuseWith('login.throttled');
  return attempt();
}
