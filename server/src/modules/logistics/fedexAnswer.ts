import { carrierText } from '@tradehouse/domain';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { webAddress } from '../../kernel/http/index.ts';
import type { CarrierConnection } from './carrier.ts';
import { withoutAnswer } from './carrierApi.ts';
import type { CarrierAnswer } from './carrierApi.ts';
import { parsedJson } from './gateway.ts';

/** Error of FedEx, the same in all of its APIs. */
export const FedexError = Type.Object({
  code: Type.String(),
  message: Type.Optional(Type.String()),
});
const ErrorReply = Type.Object({ errors: Type.Array(FedexError, { minItems: 1 }) });

export const fedexErrorText = (
  errors: readonly { readonly code: string; readonly message?: string }[],
): string =>
  errors
    .map(({ code, message = '' }) => (message === '' ? code : `${code}: ${message}`))
    .join('; ');

/** Returns the configured address and the address of a call; null if the configured one is invalid. */
export function fedexUrls({ clientUrl }: CarrierConnection, path: string): [URL, URL] | null {
  const configured = webAddress(clientUrl);
  if (configured === null) return null;
  const url = new URL(configured);
  url.pathname = `${configured.pathname.replace(/\/+$/, '')}${path}`;
  return [configured, url];
}

/** Forms of a secret in the text of a request: as typed, in a form and in JSON. */
const formsOfSecret = (secret: string): readonly string[] => [
  secret,
  new URLSearchParams({ secret }).toString().slice('secret='.length),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
];

/** Removes secrets from words of the carrier: an error may repeat the request. */
const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .flatMap(formsOfSecret)
    .reduce((rest, form) => rest.replaceAll(form, '***'), text);

/** Statuses after which FedEx may have done the work nevertheless. */
const isUncertain = (status: number): boolean => status < 400 || status >= 500 || status === 408;

/** Reads an answer without a result: refused with FedEx' code and message, else as good as no answer. */
export function failedFedexAnswer(
  answer: { readonly status: number; readonly text: string } | null,
  secrets: readonly string[],
): CarrierAnswer<never> {
  if (answer === null) return withoutAnswer();
  const reply = parsedJson(answer.text);
  const isReadable = Value.Check(ErrorReply, reply);
  const words = isReadable ? fedexErrorText(reply.errors) : `HTTP ${answer.status}`;
  const text = carrierText(withoutSecrets(words, secrets));
  return isReadable && !isUncertain(answer.status)
    ? { result: 'refused', text }
    : withoutAnswer(text);
}
