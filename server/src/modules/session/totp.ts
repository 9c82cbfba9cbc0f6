import { createHash, randomInt } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** Seconds a clock may be off. */
const TOLERANCE = 30;

/** 160 random bits in base 32. */
export const generateTotpSecret = (): string => generateSecret();

/** Address for an app's QR code. */
export const uriOf = (issuer: string, loginName: string, secret: string): string =>
  generateURI({ issuer, label: loginName, secret });

/**
 * Finds the time step of a code (RFC 6238: six digits, SHA-1, 30 seconds); null unless the step is the
 * present or a neighbouring step, and later than the last used.
 *
 * @param now seconds since the epoch.
 */
export function findTotpStep(
  secret: string,
  code: string,
  lastStep: number,
  now: number = Date.now() / 1000,
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now);
  // The clock went back: until caught up, no step is later than the last used.
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

// Alphabet without lookalike letters and digits, because codes are typed from paper.
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const [GROUPS, GROUP] = [4, 4];
const RECOVERY_CODES = 10;

const generateCodeGroup = (): string =>
  Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Draws ten codes of 78 random bits each, in readable groups. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: GROUPS }, generateCodeGroup).join('-'),
  );

/** Normalizes a code for comparison: spaces and hyphens are for readability. */
export const normalizeRecoveryCode = (code: string): string =>
  code.replaceAll(/[\s-]/g, '').toUpperCase();

/** Hashes a recovery code for storage. The code is random enough that a slow hash adds nothing. */
export const recoveryHash = (tenantId: string, userId: string, code: string): string =>
  createHash('sha256')
    .update(`${tenantId}/${userId}/${normalizeRecoveryCode(code)}`)
    .digest('hex');
