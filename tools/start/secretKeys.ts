import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { withDatabasePool, type Connection } from '@tradehouse/database';
import { hasSealedSecrets, sealSecrets } from '@tradehouse/server';
import { SettingError, type OperatorSettings } from './settings.ts';

const FILE = 'secret.key';

/**
 * Reads the keys that seal second factors: SECRET_KEYS, otherwise the data folder's, where first use
 * creates one. The first key seals secrets stored in clear or under an older key. @param folder the data
 * folder
 */
export async function secretKeys(
  owner: Connection,
  settings: OperatorSettings,
  folder: string,
): Promise<readonly string[]> {
  const file = path.join(folder, FILE);
  const opens = await withDatabasePool(owner, { size: 1, name: 'tradehouse keys' }, async (db) => {
    const given = settings.secretKeys.length > 0 ? settings.secretKeys : keysIn(file);
    const keys = given ?? ((await hasSealedSecrets(db)) ? [] : [createSecretKey(file)]);
    return keys.length > 0 && (await sealSecrets(db, keys)) ? keys : null;
  });
  if (opens !== null) return opens;
  throw new SettingError(
    `The key of the second factors is missing: put ${file} back as it was, or name it in SECRET_KEYS.`,
  );
}

function keysIn(file: string): readonly string[] | null {
  if (!fs.existsSync(file)) return null;
  const keys = fs.readFileSync(file, 'utf8').split(/\s+/);
  return keys.filter((key) => key !== '');
}

function createSecretKey(file: string): string {
  const key = randomBytes(32).toString('hex');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  // Never overwrites a key created meanwhile.
  fs.writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}
