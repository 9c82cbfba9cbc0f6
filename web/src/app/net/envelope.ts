/** Where in the input a refusal points, and what it says besides. */
export interface RefusalFacts {
  readonly field?: string;
  /** Line number in the body, from 1. */
  readonly line?: number;
  /** Where several lines are refused, each of them. */
  readonly lines?: readonly {
    readonly line?: number;
    readonly field?: string;
    readonly message: string;
  }[];
  readonly [name: string]: unknown;
}

/** A call that did not succeed: `status` is HTTP's (0 when nothing answered), `code` the stable number of docs/errors.md. */
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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Text of a refusal, wherever the server put it: `message`, or `data.message`, or the body itself. */
const messageOf = (body: unknown): string => {
  if (!isRecord(body)) return textOf(body);
  const inner = isRecord(body['data']) ? body['data']['message'] : body['data'];
  return textOf(body['message']) || textOf(inner);
};

/** What went wrong, of whatever was thrown. */
export const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** Takes the answer out of its envelope (spec §7): code 200 with data, or success with result. Throws CallError otherwise. */
export function unwrapped(status: number, body: unknown): unknown {
  const accepted = status >= 200 && status < 300;
  if (accepted && isRecord(body)) {
    if (body['code'] === 200) return body['data'];
    if (body['success'] === true) return body['result'];
  }
  const code = isRecord(body) && typeof body['code'] === 'number' ? body['code'] : status;
  const facts = isRecord(body) && isRecord(body['data']) ? body['data'] : {};
  throw new CallError(status, code, messageOf(body), facts);
}

/** What the client does about a failed call (spec §8). */
export type Reaction =
  | 'denied'
  | 'expired'
  | 'missing'
  | 'timeout'
  | 'unauthorized'
  | 'offline'
  | 'message';

/** Chooses the reaction of spec §8; `hadToken` tells whether somebody was signed in. */
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

/** The query string of a GET or DELETE, without parameters that are empty (spec §5). */
export function queryString(input: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(input).filter(
    (entry): entry is [string, Scalar] =>
      entry[1] !== undefined && entry[1] !== null && entry[1] !== '',
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
