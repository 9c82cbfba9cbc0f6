import { refuse } from '../../kernel/index.ts';
import type { Scope, SharedThrottle } from '../../kernel/index.ts';

/** Lets no one who is signed in guess faster than at the door. Answers what to call once the guess was right. */
export async function guess(
  guesses: SharedThrottle,
  { tenantId, userId }: Pick<Scope, 'tenantId' | 'userId'>,
): Promise<() => Promise<void>> {
  const whose = `${tenantId}/${userId}`;
  if (!(await guesses.begin(whose))) refuse('login.throttled');
  await guesses.failed(whose);
  return () => guesses.forget(whose);
}
