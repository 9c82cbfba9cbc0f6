import type { Database } from '@tradehouse/database';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { createVault, openSecret } from '../../kernel/access/index.ts';
import type { Vault } from '../../kernel/access/index.ts';

/** Name under which a login's second-factor secret is sealed. */
export const vaultNameOfSecondFactor = ({
  tenantId,
  userId,
}: {
  readonly tenantId: string;
  readonly userId: string;
}): string => `second factor of ${tenantId}/${userId}`;

interface StoredLoginSecrets {
  readonly tenantId: string;
  readonly userId: string;
  readonly secret: string | null;
  readonly pending: string | null;
}

/** Returns true if any second factor has been sealed: the key is then required. */
export async function hasSealedSecrets(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ sealed: boolean }>`
    select exists (select from login where totp_secret like 'v1.%' or totp_pending like 'v1.%') as sealed`.execute(
    db,
  );
  return rows[0]?.sealed === true;
}

/**
 * Seals with the first key all secrets in clear or sealed with a later key.
 *
 * @returns true if every secret opens with these keys; otherwise nothing changes.
 */
export async function sealSecrets(db: Kysely<Database>, keys: readonly string[]): Promise<boolean> {
  const vault = createVault(keys);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<StoredLoginSecrets>`
      select tenant_id as "tenantId", user_id as "userId", totp_secret as secret, totp_pending as pending from login
      where totp_secret is not null or totp_pending is not null for update`.execute(tx);
    const again = (row: StoredLoginSecrets, stored: string | null): string | null =>
      stored === null || vault.isCurrent(stored)
        ? stored
        : vault.seal(
            vault.open(stored, vaultNameOfSecondFactor(row)),
            vaultNameOfSecondFactor(row),
          );
    if (!rows.every((row) => canOpenSecrets(vault, row))) return false;
    for (const row of rows)
      await sql`
        update login set totp_secret = ${again(row, row.secret)}, totp_pending = ${again(row, row.pending)}
        where tenant_id = ${row.tenantId} and user_id = ${row.userId}`.execute(tx);
    return true;
  });
}

const canOpenSecrets = (vault: Vault, row: StoredLoginSecrets): boolean =>
  [row.secret, row.pending].every(
    (stored) => stored === null || openSecret(vault, vaultNameOfSecondFactor(row), stored) !== null,
  );
