import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { connect, type Connection } from '@tradehouse/database';
import { hasSealedSecrets, sealSecrets } from '@tradehouse/server';
import { SettingError, type Settings } from './settings.ts';

const FILE = 'secret.key';

/**
 * The keys that the secrets of second factors are sealed with: those of SECRET_KEYS, else those in the data folder, where
 * one is made when none was ever used. What is kept in clear, or under an older key, is sealed with the first.
 * @param folder where the data is kept.
 */
export async function secretKeys(
  owner: Connection,
  settings: Settings,
  folder: string,
): Promise<readonly string[]> {
  const file = path.join(folder, FILE);
  const db = connect(owner, { size: 1, name: 'tradehouse keys' });
  try {
    const given = settings.secretKeys.length > 0 ? settings.secretKeys : keysIn(file);
    const keys = given ?? ((await hasSealedSecrets(db)) ? [] : [made(file)]);
    if (keys.length > 0 && (await sealSecrets(db, keys))) return keys;
  } finally {
    await db.destroy();
  }
  throw new SettingError(
    `The key of the second factors is missing: put ${file} back as it was, or name it in SECRET_KEYS.`,
  );
}

function keysIn(file: string): readonly string[] | null {
  if (!fs.existsSync(file)) return null;
  const keys = fs.readFileSync(file, 'utf8').split(/\s+/);
  return keys.filter((key) => key !== '');
}

function made(file: string): string {
  const key = randomBytes(32).toString('hex');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  // Never over one that came meanwhile.
  fs.writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}
