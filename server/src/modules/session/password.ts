import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { passwordChecks, refuse } from '../../kernel/index.ts';

/** Hashing takes memory and a core for a while, so only two run at once; more than this many waiting are refused. */
const PARALLEL = 2;
const MOST_WAITING = 100;
/** What one company's administrators may have under way: the others are at the door. */
const MOST_OF_COMPANY = 10;

let running = 0;
const companies = new Map<string, number>();
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= PARALLEL) {
    if (waiting.length >= MOST_WAITING) refuse('server.busy');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Work for a company's administrator, who waits behind their own company's and nobody else's. */
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

const nobody = hash('no password hashes to this');

/** Does the password fit? Without a stored hash it takes the same time and says no. */
export async function fits(stored: string | null, passwordHash: string): Promise<boolean> {
  const against = stored ?? (await nobody);
  passwordChecks.inc();
  const right = await inTurn(() => verify(against, passwordHash).catch(() => false));
  return right && stored !== null;
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The passwords that are tried first, also those that satisfy the composition rule. */
const common = [
  '123456',
  '12345678',
  '123456789',
  '1234567890',
  '111111',
  '000000',
  '123123',
  '654321',
  '666666',
  '888888',
  'password',
  'password1',
  'Password1',
  'Password1!',
  'Password123',
  'Password123!',
  'Password@123',
  'P@ssw0rd',
  'P@ssword1',
  'P@ssw0rd!',
  'P@ssw0rd123',
  'Passw0rd',
  'Passw0rd!',
  'Pa$$w0rd',
  'qwerty',
  'qwerty123',
  'Qwerty123!',
  'Qwerty@123',
  'Qwer1234!',
  'Qwer!234',
  '1qaz2wsx',
  '1qaz@WSX',
  '1qaz!QAZ',
  '!QAZ2wsx',
  'abc123',
  'Abc123!',
  'Abc12345!',
  'Abc@1234',
  'Abc@12345',
  'Abcd1234!',
  'Abcd@1234',
  'Aa123456',
  'Aa123456!',
  'Aa@123456',
  'A123456!',
  'Aa12345.',
  'Aa123456.',
  'admin',
  'admin123',
  'Admin123',
  'Admin123!',
  'Admin@123',
  'Admin@1234',
  'Admin888',
  'root',
  'Root@123',
  'Root1234!',
  'test',
  'Test123!',
  'Test@123',
  'Test1234!',
  'welcome',
  'Welcome1',
  'Welcome1!',
  'Welcome123!',
  'Welcome@123',
  'letmein',
  'Letmein1!',
  'iloveyou',
  'Iloveyou1!',
  'a123456',
  'woaini1314',
  'Woaini1314!',
  'Huawei@123',
  'Huawei12#$',
  'Changeme1!',
  'Changeme123!',
  'Summer2024!',
  'Winter2024!',
  'Spring2025!',
  'Summer2025!',
  'Autumn2025!',
  'Winter2025!',
  'Tradehouse1!',
  'Demo1234!',
  'Demo@1234',
] as const;

// prettier-ignore
const words = [
  'Password', 'Passw0rd', 'P@ssw0rd', 'P@ssword', 'Pass', 'Admin', 'Root', 'User', 'Test', 'Demo', 'Guest', 'Welcome', 'Hello',
  'Qwerty', 'Qwer', 'Asdf', 'Abc', 'Abcd', 'Aa', 'Qq', 'Zxcv', 'Qaz', 'Letmein', 'Changeme', 'Secret', 'Login', 'Master',
  'Monkey', 'Dragon', 'Sunshine', 'Princess', 'Iloveyou', 'Woaini', 'Huawei', 'Tradehouse', 'Company', 'Shop', 'Spring',
  'Summer', 'Autumn', 'Winter',
];
// prettier-ignore
const digits = [
  '1', '12', '123', '1234', '12345', '123456', '12345678', '123456789', '111', '111111', '000', '666', '888', '888888',
  '520', '1314', '5201314', '321', '2020', '2021', '2022', '2023', '2024', '2025', '2026', '2027', '2028',
];
const signs = ['!', '@', '#', '.', '$', '*', '?', '!!', '!@#'];

/** What people make of a word so that it satisfies the composition rule: Word123!, Word@123, Word!123. */
const dressedUp = words.flatMap((word) =>
  digits.flatMap((digit) =>
    signs.flatMap((sign) => [`${word}${digit}${sign}`, `${word}${sign}${digit}`]),
  ),
);

const commonHashes = new Set([...common, ...dressedUp].map(sha256));

/** Refuses a password that is on the common list or is the login name; the server sees only its hash. */
export function refuseGuessable(passwordHash: string, loginName: string): void {
  const names = [loginName, loginName.toLowerCase(), loginName.toUpperCase()].map(sha256);
  if (commonHashes.has(passwordHash) || names.includes(passwordHash)) {
    refuse('password.tooCommon', {}, { field: 'password' });
  }
}
