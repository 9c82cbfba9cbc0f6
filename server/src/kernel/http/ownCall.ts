import { DomainError } from '@tradehouse/domain';
import type { Kernel } from '../kernel.ts';
import type { Language, Scope } from '../access/context.ts';
import { refuseWith } from '../refuse.ts';
import { mayOpen } from '../access/scope.ts';
import { readAside } from '../tx/readAside.ts';
import { runReadOnly, runTransaction } from '../tx/transact.ts';
import { logStandaloneEntry } from '../tx/writeDown.ts';
import type { EndpointCall } from './call.ts';

/**
 * Makes a call by the server's own clock in a user's name: with the user's rights, without an address.
 *
 * @param longest milliseconds allowed for long work; then refused with `server.tooLong`
 */
export function ownCall(
  { lanes }: Pick<Kernel, 'lanes'>,
  scope: Scope,
  language: Language,
  longest: number,
): EndpointCall {
  const asker = { lanes, scope, language, address: '' };
  return {
    scope,
    language,
    tokenHash: '',
    application: null,
    address: '',
    upload: null,
    read: (use) => runReadOnly(asker, use),
    readAside: (use, gone) => readAside({ ...asker, gone }, null, use),
    transact: (use) => runTransaction(asker, null, use),
    whileWaited: (work) => runWithDeadline(longest, work),
    note: (entry) => logStandaloneEntry(asker, entry),
    may: (page, button) => mayOpen(scope, page, button),
    must: (page, button) => {
      if (!mayOpen(scope, page, button)) refuseWith('access.denied');
    },
  };
}

async function runWithDeadline<T>(
  longest: number,
  work: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const timer = setTimeout(() => gone.abort(new DomainError('server.tooLong')), longest);
  return work(gone.signal).finally(() => clearTimeout(timer));
}
