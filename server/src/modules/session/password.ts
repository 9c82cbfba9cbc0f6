import { hash, verify } from '@node-rs/argon2';
import { createTurns, passwordChecks, refuse } from '../../kernel/index.ts';

/** Hashing takes memory and a core for a while, so only two run at once; more than this many waiting are refused. */
const PARALLEL = 2;
const MOST_WAITING = 100;
/** What one company's administrators may have under way: the others are at the door. */
const MOST_OF_COMPANY = 10;

const companies = new Map<string, number>();
const inTurn = createTurns(PARALLEL, MOST_WAITING);

/** Work for a company's administrator, who waits behind their own company's and no one else's. */
async function inTurnOf<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
  const before = companies.get(tenantId) ?? 0;
  if (before >= MOST_OF_COMPANY) refuse('request.tooMany');
  companies.set(tenantId, before + 1);
  try {
    return await inTurn(work);
  } finally {
    const left = (companies.get(tenantId) ?? 1) - 1;
    if (left > 0) companies.set(tenantId, left);
    else companies.delete(tenantId);
  }
}

/**
 * What is stored of a password: argon2id of the hash that browsers send.
 *
 * @param passwordHash the password's SHA-256 in lower-case hex.
 */
export const hashPassword = (passwordHash: string): Promise<string> =>
  inTurn(() => hash(passwordHash));

/** The same for a user whom an administrator of the company gives one; refuses with `request.tooMany` too many at once. */
export const hashPasswordFor = (tenantId: string, passwordHash: string): Promise<string> =>
  inTurnOf(tenantId, () => hash(passwordHash));

const noOne = hash('no password hashes to this');

/** Does the password fit? Without a stored hash it takes the same time and says no. */
export async function fits(stored: string | null, passwordHash: string): Promise<boolean> {
  const against = stored ?? (await noOne);
  passwordChecks.inc();
  const right = await inTurn(() => verify(against, passwordHash).catch(() => false));
  return right && stored !== null;
}
