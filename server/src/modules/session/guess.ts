import { refuseWith } from '../../kernel/access/index.ts';
import type { Scope } from '../../kernel/access/index.ts';
import type { SharedThrottle } from '../../kernel/http/index.ts';

/** Throttles guesses of signed-in users like at sign-in. Returns the function to call after a right guess. */
export async function throttleGuess(
  guesses: SharedThrottle,
  { tenantId, userId }: Pick<Scope, 'tenantId' | 'userId'>,
): Promise<() => Promise<void>> {
  const whose = `${tenantId}/${userId}`;
  if (!(await guesses.begin(whose))) refuseWith('login.throttled');
  await guesses.failed(whose);
  return () => guesses.forget(whose);
}
