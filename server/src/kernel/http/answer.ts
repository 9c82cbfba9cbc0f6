import { fieldLabel, placeLabel } from '@tradehouse/contract';
import type { Endpoint } from '@tradehouse/contract';
import {
  errors,
  factText,
  fieldRules,
  filledSentence,
  isFieldRule,
  sentences,
} from '@tradehouse/domain';
import type { At, DomainError, ErrorKey } from '@tradehouse/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../access/context.ts';

/** Returns the language of a request: Chinese unless English is requested. */
export const languageOf = (request: FastifyRequest): Language =>
  String(request.headers['x-http-language'] ?? '')
    .toLowerCase()
    .startsWith('en')
    ? 'en'
    : 'zh-cn';

const DONE = { 'zh-cn': '成功', en: 'Success' } as const;

export function wrapInEnvelope(
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
  readonly data: Readonly<Record<string, unknown>> & {
    readonly key: ErrorKey;
    readonly field?: string;
    readonly line?: number;
    /** Position and message of each line, if several are refused; the message omits the position. */
    readonly lines?: readonly (At & { readonly message: string })[];
  };
}

export function errorBody(error: DomainError, language: Language, labels = ''): ErrorBody {
  const { key, facts, at } = error;
  // The spec's web client knows a dead session by this word; programs are told a sentence.
  const message = key === 'session.missing' ? 'loginOut' : sentenceOf(error, language, labels);
  const lines = error.lines.map((one) => {
    const alone = error.retold({ ...one.facts, number: '', line: '' }, {});
    return { ...one.at, message: sentenceOf(alone, language, labels) };
  });
  const data = { ...facts, ...at, key, ...(lines.length === 0 ? {} : { lines }) };
  return { code: errors[key].code, message, data };
}

/**
 * Builds the sentence of a refusal, filling `{name}`s from the facts. A missing fact is left out together
 * with its `[…]`: a document never saved has no number. An input field appears by its label, from the
 * requested table or `labels`, and by its declared rule if known; a table or kind that names a record, by
 * its word.
 */
export function sentenceOf(error: DomainError, language: Language, labels = ''): string {
  const { key, facts, at } = error;
  const valueText = (name: string): string => {
    const fact = factText(key, facts, name) || String(Reflect.get(at, name) ?? '');
    if (name === 'field' && facts['table'] !== undefined)
      return fieldLabel(language, String(facts['table']), fact);
    return name === 'place' ? placeLabel(language, fact) : fact;
  };
  if (key !== 'request.field') return filledSentence(sentences[language][key], valueText);
  const { rule, table = labels } = facts;
  const sentence = isFieldRule(rule) ? fieldRules[language][rule] : sentences[language][key];
  return filledSentence(sentence, (name) =>
    name === 'field' ? fieldLabel(language, String(table), valueText(name)) : valueText(name),
  );
}

/** Seconds after which a throttled caller may retry: at most the window of the throttle. */
const RETRY_AFTER: Partial<Record<ErrorKey, number>> = {
  'request.tooMany': 60,
  'login.throttled': 300,
};

/** Answers a refusal in the request's language and the endpoint's envelope. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  error: DomainError,
): FastifyReply {
  const { endpoint } = request.routeOptions.config;
  const body = errorBody(error, languageOf(request), endpoint?.labels);
  const whole = endpoint?.envelope === 'success' ? { success: false, result: null, ...body } : body;
  const seconds = RETRY_AFTER[error.key];
  if (seconds !== undefined) reply.header('retry-after', String(seconds));
  return reply
    .status(errors[error.key].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(whole));
}
