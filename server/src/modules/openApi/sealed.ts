import { randomBytes } from 'node:crypto';
import { refuseWith, sealSecret } from '../../kernel/access/index.ts';
import type { Vault } from '../../kernel/access/index.ts';

/** Creates a secret, shown once and never stored in clear. */
export const generateOpenApiSecret = (): string => randomBytes(32).toString('hex');

export const sealOpenApiSecret = (vault: Vault, whose: string, secret: string): string =>
  sealSecret(vault, whose, secret, () => refuseWith('application.noKey'));
