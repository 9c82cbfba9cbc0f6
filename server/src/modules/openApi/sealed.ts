import { randomBytes } from 'node:crypto';
import { refuse } from '../../kernel/index.ts';
import type { Vault } from '../../kernel/index.ts';

/** A new secret: it is told once, and kept nowhere in clear. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** Seals a secret for the one that it belongs to. */
export function sealedFor(vault: Vault, whose: string, secret: string): string {
  try {
    return vault.seal(secret, whose);
  } catch {
    return refuse('application.noKey');
  }
}
