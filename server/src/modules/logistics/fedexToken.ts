// Tokens of FedEx ("API Authorization", developer.fedex.com/api/en-us/catalog/authorization/docs.html).
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { exchangeText } from '../../kernel/http/index.ts';
import type { EgressLimits } from '../../kernel/http/index.ts';
import type { CarrierConnection } from './carrier.ts';
import { withoutAnswer } from './carrierApi.ts';
import type { CarrierAnswer } from './carrierApi.ts';
import { failedFedexAnswer, fedexUrls } from './fedexAnswer.ts';
import { parsedJson } from './gateway.ts';

interface FedexToken {
  readonly value: string;
  /** Milliseconds since 1970 until which the token is used. */
  readonly until: number;
}

const TokenReply = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 16_384, pattern: '^[!-~]+$' }),
  expires_in: Type.Integer({ minimum: 0 }),
});

/** Tokens by credentials: a changed address, client id or secret has a token of its own. */
const tokens = new Map<string, FedexToken>();
const MOST_TOKENS = 1_000;
const HOUR = 3_600_000;
/** A token is renewed before it expires, because a call may take time. */
const MARGIN = 60_000;

const keyOfCredentials = ({ clientUrl, clientId, secret }: CarrierConnection): string =>
  createHash('sha256')
    .update(JSON.stringify([clientUrl, clientId, secret]))
    .digest('hex');

/** Returns the stored token, or requests one. `refused`: the token that FedEx did not accept. */
export async function fedexToken(
  limits: EgressLimits,
  carrier: CarrierConnection,
  refused?: string,
): Promise<CarrierAnswer<string>> {
  const key = keyOfCredentials(carrier);
  const known = tokens.get(key);
  if (known !== undefined && known.value !== refused && known.until > Date.now())
    return { result: 'ok', value: known.value };
  tokens.delete(key);
  const answer = await requestFedexToken(limits, carrier);
  if (answer.result !== 'ok') return answer;
  const [oldest] = tokens.keys();
  if (tokens.size >= MOST_TOKENS && oldest !== undefined) tokens.delete(oldest);
  tokens.set(key, answer.value);
  return { result: 'ok', value: answer.value.value };
}

/** Requests a token, even if one is stored. */
export async function requestFedexToken(
  limits: EgressLimits,
  carrier: CarrierConnection,
): Promise<CarrierAnswer<FedexToken>> {
  const urls = fedexUrls(carrier, '/oauth/token');
  if (urls === null) return withoutAnswer();
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: carrier.clientId,
    client_secret: carrier.secret,
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const asked = Date.now();
  const answer = await exchangeText(...urls, limits, { body, headers });
  if (answer?.status !== 200) return failedFedexAnswer(answer, [carrier.secret]);
  const reply = parsedJson(answer.text);
  if (!Value.Check(TokenReply, reply)) return withoutAnswer('unreadable token');
  const until = asked + Math.min(reply.expires_in * 1_000, HOUR) - MARGIN;
  return { result: 'ok', value: { value: reply.access_token, until } };
}
