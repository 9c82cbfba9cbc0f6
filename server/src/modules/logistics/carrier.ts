import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { openSecret } from '../../kernel/access/index.ts';
import { fetchText, signedHeaders, webAddress } from '../../kernel/http/index.ts';
import type { Context, Vault } from '../../kernel/access/index.ts';
import type { EgressLimits } from '../../kernel/http/index.ts';

/** Access to a carrier's API; null if none, or if the secret does not open here. */
export interface CarrierConnection {
  readonly clientUrl: string;
  readonly clientId: string;
  readonly secret: string;
}

/** Columns of `logistics_company` company and `logistics_secret` secret for calling the carrier. */
export const carrierColumns: RawBuilder<unknown> = sql`
  company.client_url as "clientUrl", company.client_id as "clientId", secret.sealed`;

/** Name under which a carrier's secret is sealed. */
export const vaultNameOfCarrierSecret = (
  { tenantId }: Pick<Context, 'tenantId'>,
  companyId: string,
): string => `carrier ${tenantId}/${companyId}`;

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
): CarrierConnection | null {
  if (clientUrl === '' || clientId === '') return null;
  const secret = openSecret(vault, vaultNameOfCarrierSecret(context, id), sealed);
  return secret === null ? null : { clientUrl, clientId, secret };
}

/**
 * Sends a signed JSON request to a carrier (decision 0057). Null if the response is not JSON. Never call
 * inside an open transaction.
 */
export async function askCarrier(
  limits: EgressLimits,
  { clientUrl, clientId, secret }: CarrierConnection,
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
