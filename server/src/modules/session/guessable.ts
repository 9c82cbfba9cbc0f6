import { hash } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import { refuse } from '../../kernel/index.ts';
import { commonWords } from './commonWords.ts';
import { dressedUp, dressedUpName } from './dressedUp.ts';

/** The passwords that are tried first and are no dressed-up word. */
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
];

/** As many as are hashed before others get their turn. */
const SLICE = 1_000;
/** 48 bits of a hash: two of a million passwords share them once in a hundred thousand products. */
const BITS = 12;

const markOf = (passwordHash: string): number => Number.parseInt(passwordHash.slice(0, BITS), 16);
const sha256 = (text: string): string => hash('sha256', text);

function* guesses(): Generator<string> {
  yield* common;
  for (const word of commonWords) yield* dressedUp(word);
}

let known: Promise<Float64Array> | null = null;

/** The marks of all guesses, sorted; made when the first password is set, in slices that hold no one up. */
async function marks(): Promise<Float64Array> {
  const found: number[] = [];
  for (const guess of guesses()) {
    found.push(markOf(sha256(guess)));
    if (found.length % SLICE === 0) await others();
  }
  return Float64Array.from(found).toSorted();
}

function holds(sorted: Float64Array, mark: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < mark) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === mark;
}

/**
 * Refuses a password that is tried early: a common one, a common word dressed up, or a name its user is known by (login,
 * company) dressed up. The server sees only the SHA-256 of a password, so it compares hashes of guesses.
 */
export async function refuseGuessable(
  passwordHash: string,
  ...names: readonly string[]
): Promise<void> {
  const mine = names.flatMap((name) => [...dressedUpName(name)]);
  known ??= marks();
  if (
    holds(await known, markOf(passwordHash)) ||
    mine.some((guess) => sha256(guess) === passwordHash)
  )
    refuse('password.tooCommon', {}, { field: 'password' });
}
