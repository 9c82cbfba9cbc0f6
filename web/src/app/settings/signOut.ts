import { logout } from '@tradehouse/contract';
import { callEndpoint } from '../net/client.ts';
import { queryClient } from '../net/query.ts';
import { endSession, leaveSession } from '../session/session.ts';

/**
 * Ends the session on the server and here, even without a reply.
 *
 * @param byWill the user leaves, and drafts are removed; otherwise drafts wait. @returns true if the server
 * replied
 */
export async function signOut({ byWill }: { readonly byWill: boolean }): Promise<boolean> {
  const answered = await callEndpoint(logout, {}, { quiet: true }).then(
    () => true,
    () => false,
  );
  if (byWill) leaveSession();
  else endSession();
  queryClient.clear();
  return answered;
}
