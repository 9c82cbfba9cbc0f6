import { hash } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import { refuseWith } from '../../kernel/access/index.ts';
import { commonWords } from './commonWords.ts';
import { dressedUp, dressedUpName } from './dressedUp.ts';

/** Passwords tried first that are not word variants. */
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
  'Zaq1@wsx',
  'zaq1@WSX',
  'Zaq12wsx!',
  '1q2w3e4r',
  '1q2w3e4r!',
  '1Q2w3e4r!',
  'Pass@word1',
  'Pass@word123',
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
];

/** Hashes computed before yielding to further work. */
const SLICE = 1_000;
/** Hex digits of a mark (48 bits): two of a million passwords collide once in a hundred thousand products. */
const BITS = 12;

const markFromHash = (passwordHash: string): number =>
  Number.parseInt(passwordHash.slice(0, BITS), 16);
const hashWithSha256 = (text: string): string => hash('sha256', text);

function* generateGuesses(): Generator<string> {
  yield* common;
  for (const word of commonWords) yield* dressedUp(word);
}

let known: Promise<Float64Array> | null = null;

/**
 * Computes a number from the hash of each easily guessed password, sorted for a binary search. Runs on the
 * first password change, in slices, so that other calls are not blocked.
 */
async function buildGuessMarks(): Promise<Float64Array> {
  const found: number[] = [];
  for (const guess of generateGuesses()) {
    found.push(markFromHash(hashWithSha256(guess)));
    if (found.length % SLICE === 0) await others();
  }
  return Float64Array.from(found).toSorted();
}

function hasMark(sorted: Float64Array, mark: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < mark) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === mark;
}

/**
 * Refuses a password tried early: a common password, or a variant of a common word or of the user's names
 * (login, company). The server sees only the SHA-256 of a password, therefore hashes of guesses are
 * compared.
 */
export async function refuseGuessable(
  passwordHash: string,
  ...names: readonly string[]
): Promise<void> {
  const mine = names.flatMap((name) => [...dressedUpName(name)]);
  known ??= buildGuessMarks();
  if (
    hasMark(await known, markFromHash(passwordHash)) ||
    mine.some((guess) => hashWithSha256(guess) === passwordHash)
  )
    refuseWith('password.tooCommon', {}, { field: 'password' });
}
