import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { createVault, isSealed } from '../../kernel/index.ts';

/** How a login's secrets are called in the vault. */
export const whoseSecret = ({
  tenantId,
  userId,
}: {
  readonly tenantId: string;
  readonly userId: string;
}): string => `second factor of ${tenantId}/${userId}`;

interface Kept {
  readonly tenantId: string;
  readonly userId: string;
  readonly secret: string | null;
  readonly pending: string | null;
}

/** Has any second factor been sealed in this database? Then its key has to be there. */
export async function hasSealedSecrets(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ sealed: boolean }>`
    select exists (select from login where totp_secret like 'v1.%' or totp_pending like 'v1.%') as sealed`.execute(
    db,
  );
  return rows[0]?.sealed === true;
}

/**
 * Seals with the first key what is kept in clear or was sealed with a later one.
 *
 * @returns whether every secret opens with these keys; when not, nothing is changed.
 */
export async function sealSecrets(db: Kysely<Database>, keys: readonly string[]): Promise<boolean> {
  const vault = createVault(keys);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Kept>`
      select tenant_id as "tenantId", user_id as "userId", totp_secret as secret, totp_pending as pending from login
      where totp_secret is not null or totp_pending is not null for update`.execute(tx);
    const again = (row: Kept, stored: string | null): string | null =>
      stored === null || vault.isCurrent(stored)
        ? stored
        : vault.seal(vault.open(stored, whoseSecret(row)), whoseSecret(row));
    if (!rows.every((row) => opens(vault, row))) return false;
    for (const row of rows)
      await sql`
        update login set totp_secret = ${again(row, row.secret)}, totp_pending = ${again(row, row.pending)}
        where tenant_id = ${row.tenantId} and user_id = ${row.userId}`.execute(tx);
    return true;
  });
}

function opens(vault: ReturnType<typeof createVault>, row: Kept): boolean {
  try {
    for (const stored of [row.secret, row.pending])
      if (stored !== null && isSealed(stored)) vault.open(stored, whoseSecret(row));
    return true;
  } catch {
    return false;
  }
}
