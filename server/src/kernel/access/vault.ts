import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encryption of values that the database stores but must not read. */
export interface Vault {
  /** @param whose names the row: a value sealed for one opens for no other. */
  readonly seal: (text: string, whose: string) => string;
  /**
   * Fails if the sealing key is missing, the row differs, or the value changed. Plain values from before the
   * vault open unchanged.
   */
  readonly open: (sealed: string, whose: string) => string;
  /** Is the value sealed with the current key? Values under older keys are sealed again at the next start. */
  readonly isCurrent: (stored: string) => boolean;
}

const CIPHER = 'aes-256-gcm';
const [IV, TAG] = [12, 16];
const SEALED = /^v1\.([0-9a-f]{8})\.([\w-]+)$/;

interface VaultKey {
  readonly id: string;
  readonly bytes: Buffer;
}

const vaultSha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

function vaultKeyFromSecret(secret: string): VaultKey {
  const bytes = vaultSha256(secret);
  return { id: vaultSha256(bytes).toString('hex').slice(0, 8), bytes };
}

/** Seals a secret; calls `refuse` where no key exists. */
export function sealSecret(
  vault: Vault,
  whose: string,
  secret: string,
  refuse: () => never,
): string {
  try {
    return vault.seal(secret, whose);
  } catch {
    return refuse();
  }
}

/** Opens a stored secret. Null: none stored, a lost key, another owner, or changed since. */
export function openSecret(vault: Vault, whose: string, sealed: string | null): string | null {
  try {
    return sealed === null ? null : vault.open(sealed, whose);
  } catch {
    return null;
  }
}

/** @param secrets long random texts: the first seals, all open. */
export function createVault(secrets: readonly string[]): Vault {
  const keys = secrets.map(vaultKeyFromSecret);
  const [first] = keys;
  return {
    seal(text, whose) {
      if (first === undefined) throw new Error('there is no key to seal with');
      const iv = randomBytes(IV);
      const cipher = createCipheriv(CIPHER, first.bytes, iv).setAAD(Buffer.from(whose));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
      const whole = Buffer.concat([sealed, cipher.getAuthTag()]);
      return `v1.${first.id}.${whole.toString('base64url')}`;
    },
    open(sealed, whose) {
      const [, id, text = ''] = SEALED.exec(sealed) ?? [];
      if (id === undefined) return sealed;
      const key = keys.find((one) => one.id === id);
      if (key === undefined) throw new Error(`the key ${id} is missing here`);
      const whole = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(CIPHER, key.bytes, whole.subarray(0, IV))
        .setAAD(Buffer.from(whose))
        .setAuthTag(whole.subarray(-TAG));
      const plain = [decipher.update(whole.subarray(IV, -TAG)), decipher.final()];
      return Buffer.concat(plain).toString('utf8');
    },
    isCurrent: (stored) => first !== undefined && SEALED.exec(stored)?.[1] === first.id,
  };
}
