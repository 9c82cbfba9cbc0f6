import { logout } from '@tradehouse/contract';
import { call } from '../net/client.ts';
import { queryClient } from '../net/query.ts';
import { endSession, leave } from '../session/session.ts';

/**
 * Ends the session on the server and here, here also when the server does not answer (spec §4).
 *
 * @param byWill the user leaves, and leaves nothing behind; else what they typed waits for them.
 * @returns did the server answer?
 */
export async function signOut({ byWill }: { readonly byWill: boolean }): Promise<boolean> {
  const answered = await call(logout, {}, { quiet: true }).then(
    () => true,
    () => false,
  );
  if (byWill) leave();
  else endSession();
  queryClient.clear();
  return answered;
}
