import { randomBytes } from 'node:crypto';
import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../kernel/index.ts';
import { resetValue } from '../identity/index.ts';
import { hashPassword } from '../session/index.ts';

/** A password that is told once, and what is stored of it. */
export interface FirstPassword {
  readonly password: string;
  readonly stored: string;
}

/** The platform's reset value, or where it has none a drawn one. Hashing takes a while: it comes before any transaction. */
export async function firstPassword(
  db: Kysely<Database>,
  { tenantId }: Pick<Scope, 'tenantId'>,
): Promise<FirstPassword> {
  const { hash, shown } = await resetValue(db, tenantId);
  return { password: shown ?? '', stored: hash };
}

/** A stored form that no password has. */
export const unusable = (): Promise<string> => hashPassword(randomBytes(32).toString('hex'));
