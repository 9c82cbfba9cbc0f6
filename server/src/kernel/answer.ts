import type { Endpoint } from '@tradehouse/contract';
import { errors, sentences } from '@tradehouse/domain';
import type { DomainError, ErrorKey, Facts } from '@tradehouse/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from './context.ts';

/** The language a request asks for; Chinese unless it asks for English. */
export const languageOf = (request: FastifyRequest): Language =>
  String(request.headers['x-http-language'] ?? '')
    .toLowerCase()
    .startsWith('en')
    ? 'en'
    : 'zh-cn';

const DONE = { 'zh-cn': '成功', en: 'Success' } as const;

/** Wraps a reply as its endpoint declares. */
export function envelope(
  { envelope = 'code' }: Endpoint,
  language: Language,
  data: unknown,
): unknown {
  return envelope === 'success'
    ? { success: true, result: data, message: DONE[language] }
    : { code: 200, data, message: DONE[language] };
}

/** The body of a refusal: a stable code, the sentence, and the facts a screen can point with. */
export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data: Facts & {
    readonly key: ErrorKey;
    readonly field?: string;
    readonly line?: number;
  };
}

export function errorBody(error: DomainError, language: Language): ErrorBody {
  const { key, facts, at } = error;
  // The spec's web client knows a dead session by this word.
  const message = errors[key].status === 401 ? 'loginOut' : sentenceOf(error, language);
  return { code: errors[key].code, message, data: { ...facts, ...at, key } };
}

/**
 * The sentence of a refusal, its `{name}`s filled from the facts; a fact that was not given is left out, and with it the
 * `[…]` that stands around it: a document that was never saved has no number to be called by.
 */
export function sentenceOf({ key, facts, at }: DomainError, language: Language): string {
  const told = (name: string): string => String(facts[name] ?? Reflect.get(at, name) ?? '');
  const sentence = sentences[language][key]
    .replaceAll(/\[([^\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => told(name) !== '') ? part : '',
    )
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => told(name));
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Answers a refusal in the request's language, in the envelope its endpoint has. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  error: DomainError,
): FastifyReply {
  const body = errorBody(error, languageOf(request));
  const { endpoint } = request.routeOptions.config;
  const whole = endpoint?.envelope === 'success' ? { success: false, result: null, ...body } : body;
  return reply
    .status(errors[error.key].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(whole));
}
