import { createHash, randomInt } from 'node:crypto';
import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { hashPasswordFor } from '../session/index.ts';

/** First password: the stored hash, and the shown text; null if the caller chose the password. */
export interface UserFirstPassword {
  readonly hash: string;
  readonly shown: string | null;
}

const kinds = [
  'abcdefghjkmnpqrstuvwxyz',
  'ABCDEFGHJKLMNPQRSTUVWXYZ',
  '23456789',
  '!@#%*?+=',
] as const;
const LENGTH = 14;

/** Draws a password satisfying the composition rule, without ambiguous letters. */
export function drawnPassword(): string {
  const letters = Array.from({ length: LENGTH }, (_, at) => {
    // A letter of each kind first, then of any kind.
    const from = kinds[at] ?? kinds.join('');
    return from.charAt(randomInt(from.length));
  });
  for (let at = letters.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [letters[at], letters[other]] = [letters[other] ?? '', letters[at] ?? ''];
  }
  return letters.join('');
}

/**
 * Returns the platform's reset password, or a drawn password if none is set. Hashing is slow and therefore
 * precedes any transaction.
 */
export async function resetValue(
  db: Kysely<Database>,
  tenantId: string,
): Promise<UserFirstPassword> {
  const kept = await db
    .selectFrom('platform_config')
    .select('value')
    .where('key', '=', 'reset_password')
    .executeTakeFirst();
  const shown = kept === undefined || kept.value === '' ? drawnPassword() : kept.value;
  const sent = createHash('sha256').update(shown, 'utf8').digest('hex');
  return { hash: await hashPasswordFor(tenantId, sent), shown };
}
