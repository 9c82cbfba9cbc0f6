import { DomainError } from '@tradehouse/domain';
import type { Kernel } from '../kernel.ts';
import type { Language, Scope } from '../context.ts';
import { refuse } from '../refuse.ts';
import { mayOpen } from '../scope.ts';
import { readAside } from '../tx/readAside.ts';
import { read, transact } from '../tx/transact.ts';
import { note } from '../tx/writeDown.ts';
import type { Call } from './call.ts';

/**
 * A call that the server makes in the name of a user, by its own clock: it reaches what the user does, and comes from nowhere.
 *
 * @param longest how long its long work may take, in milliseconds; then it is refused with `server.tooLong`
 */
export function ownCall(
  { lanes }: Pick<Kernel, 'lanes'>,
  scope: Scope,
  language: Language,
  longest: number,
): Call {
  const asker = { lanes, scope, language, address: '' };
  return {
    scope,
    language,
    tokenHash: '',
    application: null,
    address: '',
    upload: null,
    read: (use) => read(asker, use),
    readAside: (use, gone) => readAside({ ...asker, gone }, null, use),
    transact: (use) => transact(asker, null, use),
    whileWaited: (work) => within(longest, work),
    note: (entry) => note(asker, entry),
    may: (page, button) => mayOpen(scope, page, button),
    must: (page, button) => {
      if (!mayOpen(scope, page, button)) refuse('access.denied');
    },
  };
}

async function within<T>(longest: number, work: (gone: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController();
  const timer = setTimeout(() => gone.abort(new DomainError('server.tooLong')), longest);
  return work(gone.signal).finally(() => clearTimeout(timer));
}
