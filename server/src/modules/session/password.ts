import { hash, verify } from '@node-rs/argon2';
import { refuseWith } from '../../kernel/access/index.ts';
import { createTurns, passwordChecks } from '../../kernel/http/index.ts';

/**
 * Hashing takes memory and a core, therefore two run concurrently; beyond this many waiting requests,
 * hashing is refused.
 */
const PARALLEL = 2;
const MOST_WAITING = 100;
/** Most concurrent hashes for a company's administrators: the rest is for sign-ins. */
const MOST_OF_COMPANY = 10;

const companies = new Map<string, number>();
const inTurn = createTurns(PARALLEL, MOST_WAITING);

/** Queues work of a company's administrator behind the own company's work only. */
async function runInCompanyTurn<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
  const before = companies.get(tenantId) ?? 0;
  if (before >= MOST_OF_COMPANY) refuseWith('request.tooMany');
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
 * Hashes a password for storage: argon2id of the browser's hash.
 *
 * @param passwordHash the password's SHA-256 in lower-case hex.
 */
export const hashPassword = (passwordHash: string): Promise<string> =>
  inTurn(() => hash(passwordHash));

/**
 * Hashes a password given by a company's administrator; refuses too many concurrent requests with
 * `request.tooMany`.
 */
export const hashPasswordFor = (tenantId: string, passwordHash: string): Promise<string> =>
  runInCompanyTurn(tenantId, () => hash(passwordHash));

const noOne = hash('no password hashes to this');

/** Returns true if the password matches. Without a stored hash: false, after equal time. */
export async function verifyPassword(
  stored: string | null,
  passwordHash: string,
): Promise<boolean> {
  const against = stored ?? (await noOne);
  passwordChecks.inc();
  const right = await inTurn(() => verify(against, passwordHash).catch(() => false));
  return right && stored !== null;
}
