import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fetchText, signedHeaders, webAddress } from '../../kernel/index.ts';
import type { Context, EgressLimits, Vault } from '../../kernel/index.ts';

/** How a carrier's API is reached; null where it has none, or its secret does not open here. */
export interface Carrier {
  readonly clientUrl: string;
  readonly clientId: string;
  readonly secret: string;
}

/** What of `logistics_company` company and `logistics_secret` secret is needed to reach it. */
export const carrierColumns: RawBuilder<unknown> = sql`
  company.client_url as "clientUrl", company.client_id as "clientId", secret.sealed`;

/** How a company's secret is called in the vault. */
export const whoseSecret = ({ tenantId }: Pick<Context, 'tenantId'>, companyId: string): string =>
  `carrier ${tenantId}/${companyId}`;

interface KeptCarrier {
  readonly id: string;
  readonly clientUrl: string;
  readonly clientId: string;
  readonly sealed: string | null;
}

export function carrierOf(
  vault: Vault,
  context: Pick<Context, 'tenantId'>,
  { id, clientUrl, clientId, sealed }: KeptCarrier,
): Carrier | null {
  if (clientUrl === '' || clientId === '' || sealed === null) return null;
  try {
    return { clientUrl, clientId, secret: vault.open(sealed, whoseSecret(context, id)) };
  } catch {
    // Sealed with a key that is gone, or for another company before it was restored here.
    return null;
  }
}

/**
 * Asks a carrier (decision 0057): what is asked is signed JSON. Null when it does not answer with JSON. Never call it while a
 * transaction is open.
 */
export async function askCarrier(
  limits: EgressLimits,
  { clientUrl, clientId, secret }: Carrier,
  question: { readonly action: string } & Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const url = webAddress(clientUrl);
  if (url === null) return null;
  const body = JSON.stringify(question);
  const headers = { ...signedHeaders(secret, body), 'x-client-id': clientId };
  const answer = await fetchText(url, url, limits, { body, headers });
  if (answer === null) return null;
  try {
    return JSON.parse(answer);
  } catch {
    return null;
  }
}
