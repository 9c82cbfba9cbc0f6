/** Position of a refusal in the input, with further facts. */
export interface RefusalFacts {
  readonly field?: string;
  /** Line number in the body, from 1. */
  readonly line?: number;
  /** Each refused line, if several. */
  readonly lines?: readonly {
    readonly line?: number;
    readonly field?: string;
    readonly message: string;
  }[];
  readonly [name: string]: unknown;
}

/** Failed call: `status` is HTTP's (0 without a reply), `code` the stable number of docs/errors.md. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly code: number;
  readonly facts: RefusalFacts;

  constructor(status: number, code: number, message: string, facts: RefusalFacts = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.facts = facts;
  }
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Text of a refusal: `message`, `data.message`, or the body itself. */
const messageOfBody = (body: unknown): string => {
  if (!isPlainObject(body)) return textOrEmpty(body);
  const inner = isPlainObject(body['data']) ? body['data']['message'] : body['data'];
  return textOrEmpty(body['message']) || textOrEmpty(inner);
};

/** Message of any thrown value. */
export const reasonOfError = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** Unwraps a reply: code 200 with data, or success with result. @throws CallError otherwise */
export function unwrapEnvelope(status: number, body: unknown): unknown {
  const accepted = status >= 200 && status < 300;
  if (accepted && isPlainObject(body)) {
    if (body['code'] === 200) return body['data'];
    if (body['success'] === true) return body['result'];
  }
  const code = isPlainObject(body) && typeof body['code'] === 'number' ? body['code'] : status;
  const facts = isPlainObject(body) && isPlainObject(body['data']) ? body['data'] : {};
  throw new CallError(status, code, messageOfBody(body), facts);
}

/** Client's reaction to a failed call. */
export type Reaction =
  | 'denied'
  | 'expired'
  | 'missing'
  | 'timeout'
  | 'unauthorized'
  | 'offline'
  | 'message';

/** Chooses the reaction to a failed call; `hadToken` is true if a user was signed in. */
export function reactionTo(error: CallError, hadToken: boolean): Reaction {
  const ended = /loginOut/i.test(error.message);
  if (ended && hadToken) return 'expired';
  switch (error.status) {
    case 0:
      return 'offline';
    case 401:
      return 'unauthorized';
    case 403:
      return 'denied';
    case 404:
      return 'missing';
    case 504:
      return 'timeout';
    default:
      return 'message';
  }
}

type Scalar = string | number | boolean;

/** Builds the query string of a GET or DELETE without empty parameters. */
export function queryString(input: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(input).filter(
    (entry): entry is [string, Scalar] =>
      entry[1] !== undefined && entry[1] !== null && entry[1] !== '',
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
