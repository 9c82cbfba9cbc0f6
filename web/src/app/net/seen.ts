import { removeStoredValue, storeValue, readStoredValue } from '../session/storage.ts';

// Log position seen and written by this user, from the server: replica reads are no older. Shared by all
// windows, so that a save in one shows in the rest.

const WORDS = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;

const parseLogPosition = (position: string): bigint => {
  const [, high = '0', low = '0'] = WORDS.exec(position) ?? [];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/** Position sent with the next request; null: the current state. */
export const readSeenPosition = (): string | null => readStoredValue<string>('seen');

/** Forgets the position after a possible write. */
export const seesNow = (): void => removeStoredValue('seen');

/** Records a reply's position, unless a later one is known. */
export function recordSeenPosition(position: string | null): void {
  if (position === null || !WORDS.test(position)) return;
  const before = readSeenPosition();
  if (before === null || parseLogPosition(before) < parseLogPosition(position))
    storeValue('seen', position);
}
