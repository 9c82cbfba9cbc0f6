import { createHash, randomInt } from 'node:crypto';
import { hashPassword } from '../session/index.ts';

// Without letters and digits that look alike, since it is typed from a screen once.
const SORTS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '-+=.'] as const;
const LENGTH = 16;

/** A password that is told once, and what is stored of it. */
export interface FirstPassword {
  readonly password: string;
  readonly stored: string;
}

/** Draws a password with all four sorts of characters. */
export async function firstPassword(): Promise<FirstPassword> {
  const any = SORTS.join('');
  const drawn = [...SORTS, ...Array.from({ length: LENGTH - SORTS.length }, () => any)].map(
    (sort) => sort[randomInt(sort.length)] ?? '',
  );
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [drawn[last], drawn[other]] = [drawn[other] ?? '', drawn[last] ?? ''];
  }
  const password = drawn.join('');
  // Browsers send the SHA-256 of what is typed, so that is what is hashed.
  const sent = createHash('sha256').update(password, 'utf8').digest('hex');
  return { password, stored: await hashPassword(sent) };
}
