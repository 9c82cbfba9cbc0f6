import { createHash, randomInt } from 'node:crypto';
import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { hashPasswordFor } from '../session/index.ts';

/** A first password: what is stored of it, and how it is shown; null when the caller chose it. */
export interface FirstPassword {
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

/** A password that satisfies the composition rule, without letters that are read for others. */
export function drawnPassword(): string {
  const letters = Array.from({ length: LENGTH }, (_, at) => {
    // One of each sort first, then of any.
    const from = kinds[at] ?? kinds.join('');
    return from.charAt(randomInt(from.length));
  });
  for (let at = letters.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [letters[at], letters[other]] = [letters[other] ?? '', letters[at] ?? ''];
  }
  return letters.join('');
}

/** The platform's reset value, or where it has none a drawn one. Hashing takes a while: it comes before any transaction. */
export async function resetValue(db: Kysely<Database>, tenantId: string): Promise<FirstPassword> {
  const kept = await db
    .selectFrom('platform_config')
    .select('value')
    .where('key', '=', 'reset_password')
    .executeTakeFirst();
  const shown = kept === undefined || kept.value === '' ? drawnPassword() : kept.value;
  const sent = createHash('sha256').update(shown, 'utf8').digest('hex');
  return { hash: await hashPasswordFor(tenantId, sent), shown };
}
