import { createHash, randomInt } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** Seconds a clock may be off. */
const TOLERANCE = 30;

/** 160 random bits in base 32. */
export const newSecret = (): string => generateSecret();

/** What an app reads from a QR code. */
export const uriOf = (issuer: string, loginName: string, secret: string): string =>
  generateURI({ issuer, label: loginName, secret });

/**
 * The time step whose code this is (RFC 6238: six digits, SHA-1, 30 seconds), null when it is none of those that count:
 * the present one and its neighbours, after the one that was used last.
 *
 * @param now seconds since the epoch.
 */
export function stepOf(
  secret: string,
  code: string,
  lastStep: number,
  now: number = Date.now() / 1000,
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now);
  // The clock went back: until it has caught up, no step comes after the one that was used.
  if (lastStep > Math.floor(epoch / 30) + 1) return null;
  const result = verifySync({
    secret,
    token: code,
    epoch,
    epochTolerance: TOLERANCE,
    afterTimeStep: lastStep,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

// Without letters and digits that look alike, since they are typed from paper.
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const [GROUPS, GROUP] = [4, 4];
const RECOVERY_CODES = 10;

const group = (): string =>
  Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Ten codes of 78 random bits each, in groups that can be read. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));

/** A code as it is compared: spaces and hyphens are for the eye. */
export const bare = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

/** What is kept of a recovery code. It is random enough that a slow hash would add nothing. */
export const recoveryHash = (tenantId: string, userId: string, code: string): string =>
  createHash('sha256')
    .update(`${tenantId}/${userId}/${bare(code)}`)
    .digest('hex');
