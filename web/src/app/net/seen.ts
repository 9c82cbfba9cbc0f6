import { forget, keep, recall } from '../session/storage.ts';

// Up to where this user has seen and written, as the server said: what it reads on a replica is no older. All windows of the
// browser share it, so that what was saved in one shows in the others.

const WORDS = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/;

const bytes = (position: string): bigint => {
  const [, high = '0', low = '0'] = WORDS.exec(position) ?? [];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/** What the next request says; null: it is shown what stands as it asks. */
export const seen = (): string | null => recall<string>('seen');

/** Something may have been written, and it is not known up to where. */
export const seesNow = (): void => forget('seen');

/** An answer has shown as much; a later one that comes first stays. */
export function sees(position: string | null): void {
  if (position === null || !WORDS.test(position)) return;
  const before = seen();
  if (before === null || bytes(before) < bytes(position)) keep('seen', position);
}
