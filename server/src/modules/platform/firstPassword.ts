import { randomBytes } from 'node:crypto';
import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../kernel/access/index.ts';
import { resetValue } from '../identity/index.ts';
import { hashPassword } from '../session/index.ts';

/** Password shown once, and the stored hash. */
export interface OwnerFirstPassword {
  readonly password: string;
  readonly stored: string;
}

/**
 * Returns the platform's reset value, else a drawn password. Hashing is slow and therefore precedes any
 * transaction.
 */
export async function firstPassword(
  db: Kysely<Database>,
  { tenantId }: Pick<Scope, 'tenantId'>,
): Promise<OwnerFirstPassword> {
  const { hash, shown } = await resetValue(db, tenantId);
  return { password: shown ?? '', stored: hash };
}

/** Stored hash that no password matches. */
export const createUnusableHash = (): Promise<string> =>
  hashPassword(randomBytes(32).toString('hex'));
