import type { Transaction } from 'kysely';
import type { Database } from '../src/database.generated.ts';

/** Sign-in data. `passwordHash` is the hash compared at sign-in, never the password. */
export interface NewLogin {
  readonly tenantId: string;
  readonly userId: string;
  /** Unique on the platform. */
  readonly loginName: string;
  readonly passwordHash: string;
  /** The user may do nothing but set another password. */
  readonly mustChange: boolean;
}

/** Creates a user's sign-in. Fails on the name constraint if the name is taken. */
export async function insertLogin(
  tx: Transaction<Database>,
  { tenantId, userId, loginName, passwordHash, mustChange }: NewLogin,
): Promise<void> {
  await tx
    .insertInto('login')
    .values({
      tenant_id: tenantId,
      user_id: userId,
      login_name: loginName,
      password_hash: passwordHash,
      must_change: mustChange,
    })
    .execute();
}
