import type { Transaction } from 'kysely';
import type { Database } from '../src/database.generated.ts';

/** What a user signs in with. `passwordHash`: what the server compares a sign-in with; never the password itself. */
export interface NewLogin {
  readonly tenantId: string;
  readonly userId: string;
  /** Unique on the platform. */
  readonly loginName: string;
  readonly passwordHash: string;
  /** The user may do nothing but set another password. */
  readonly mustChange: boolean;
}

/** Lets a user sign in. Fails on the constraint of the name where somebody has it. */
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
