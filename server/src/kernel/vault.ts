import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Seals what the database keeps and must not be able to read. */
export interface Vault {
  /** @param whose names the row: sealed for one, it opens for no other. */
  readonly seal: (text: string, whose: string) => string;
  /** Fails when it was sealed with a key that is missing here, for somebody else, or changed since. */
  readonly open: (sealed: string, whose: string) => string;
  /** Was it sealed with the key that seals now? What is not, is sealed again at the next start. */
  readonly isCurrent: (stored: string) => boolean;
}

const CIPHER = 'aes-256-gcm';
const [IV, TAG] = [12, 16];
const SEALED = /^v1\.([0-9a-f]{8})\.([\w-]+)$/;

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

function keyOf(secret: string): Key {
  const bytes = sha256(secret);
  return { id: sha256(bytes).toString('hex').slice(0, 8), bytes };
}

/** What was kept in clear before there was a vault opens as it is. */
export const isSealed = (stored: string): boolean => SEALED.test(stored);

/** @param secrets long random texts: the first seals, all open. */
export function createVault(secrets: readonly string[]): Vault {
  const keys = secrets.map(keyOf);
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
