import { createHash, randomInt } from 'node:crypto';
import {
  withDatabasePool,
  createTenant,
  findTenant,
  firstRecords,
  seedPlatform,
  usualSettings,
  type Connection,
} from '@tradehouse/database';
import { hashPassword } from '@tradehouse/server';
import type { OperatorSettings } from './settings.ts';

/** First sign-in of a new user. The password is null if the operator chose it. */
export interface FirstSignIn {
  readonly who: string;
  readonly loginName: string;
  readonly password: string | null;
}

const DEMO = 'demo';

/**
 * Updates the platform's rows; on the first run creates its operator and the demo company. @param owner
 * connection of the tables' owner. @returns sign-ins created now; none on later runs
 */
export function seedFirstRun(
  owner: Connection,
  settings: OperatorSettings,
): Promise<FirstSignIn[]> {
  return withDatabasePool(owner, { size: 1, name: 'tradehouse seed' }, async (db) => {
    const made: FirstSignIn[] = [];
    const operator = passwordFor(settings.adminPassword);
    const { operatorCreated } = await seedPlatform(
      db,
      () => storedForm(operator.password),
      settings.language,
    );
    if (operatorCreated)
      made.push({ who: 'platform operator', loginName: 'admin', ...operator.shown });
    // The demo company belongs to the very first run: once removed, it never returns.
    if (operatorCreated && settings.demo !== 'none' && (await findTenant(db, DEMO)) === null) {
      const owner = passwordFor(settings.demoPassword);
      await createTenant(db, {
        code: DEMO,
        name: firstRecords[settings.language].demo,
        language: settings.language,
        userLimit: 50,
        samples: settings.demo === 'samples',
        settings: usualSettings[settings.language],
        owner: { loginName: DEMO, name: DEMO, passwordHash: await storedForm(owner.password) },
      });
      made.push({ who: 'owner of the demo company', loginName: DEMO, ...owner.shown });
    }
    return made;
  });
}

function passwordFor(given: string | null) {
  const password = given ?? newPassword();
  return { password, shown: { password: given === null ? password : null } };
}

/** Hashes a password for storage: browsers send its SHA-256, which is hashed. */
function storedForm(password: string): Promise<string> {
  return hashPassword(createHash('sha256').update(password, 'utf8').digest('hex'));
}

// Without look-alike characters, because the password is typed from a screen once.
const SORTS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '-+=.'] as const;
const LENGTH = 16;

/** A random password with all four sorts of characters. */
export function newPassword(): string {
  const any = SORTS.join('');
  const drawn = [...SORTS, ...Array.from({ length: LENGTH - SORTS.length }, () => any)].map(
    (sort) => sort[randomInt(sort.length)] ?? '',
  );
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [drawn[last], drawn[other]] = [drawn[other] ?? '', drawn[last] ?? ''];
  }
  return drawn.join('');
}
