import type {
  Endpoint,
  InputOf,
  ListQuery,
  Page,
  ReplyOf,
  RowOf,
  Table,
} from '@tradehouse/contract';
import { t } from '../../phrase/index.ts';
import { CallError, queryString, unwrapped } from './envelope.ts';
import { language } from '../session/language.ts';
import { react } from './reactions.ts';
import { seen, sees, seesNow } from './seen.ts';
import { session } from '../session/session.ts';

/** How long an answer is waited for, in milliseconds (spec §9). */
const TIME_OUT = 300_000;

export interface CallOptions {
  /** Idempotency-Key: made when a form opens, so that a repeated save is answered, not repeated. Default: one per call. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** The caller shows refusals itself (a form at its fields, a list in its own place). */
  readonly quiet?: boolean;
  /** Nothing of it is shown, whatever happens: no one asked for this call. */
  readonly silent?: boolean;
  /** The call goes on when the page is closed; for small bodies only. */
  readonly outlives?: boolean;
}

/** A fresh Idempotency-Key. Not randomUUID: that is missing on plain http in a LAN. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

const POSITION = 'X-Log-Position';

const headers = (writes: boolean, key: string | undefined): Headers => {
  const result = new Headers({ 'X-Http-Language': language });
  const token = session()?.token;
  if (token !== undefined) result.set('X-Access-Token', token);
  if (writes) result.set('Idempotency-Key', key ?? newKey());
  const position = seen();
  if (position !== null) result.set(POSITION, position);
  return result;
};

interface Request {
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly writes?: boolean;
  /** What the attribute is called that should hold the path (spec §8). */
  readonly name: 'call' | 'list' | 'export';
  /** Travels as the body; the input then stands in the query. */
  readonly file?: Blob;
}

async function send(request: Request, input: object, options: CallOptions): Promise<Response> {
  const { method, path, file } = request;
  if (path === '') throw new CallError(0, 0, t('error.noUrl', { name: `url.${request.name}` }));
  const inQuery = method === 'GET' || method === 'DELETE' || file !== undefined;
  const writes = request.writes ?? method !== 'GET';
  const sent = headers(writes, options.key);
  if (!inQuery) sent.set('Content-Type', 'application/json');
  const timeOut = AbortSignal.timeout(TIME_OUT);
  const signal =
    options.signal === undefined ? timeOut : AbortSignal.any([options.signal, timeOut]);
  const query = inQuery ? queryString({ ...input }) : '';
  // Until it is known up to where this wrote, what is shown is what stands.
  if (writes) seesNow();
  try {
    const response = await fetch(`${__API_BASE__}${path}${query}`, {
      method,
      headers: sent,
      signal,
      keepalive: options.outlives === true,
      ...(inQuery ? {} : { body: JSON.stringify(input) }),
      ...(file === undefined ? {} : { body: asPart(file) }),
    });
    sees(response.headers.get(POSITION));
    return response;
  } catch (cause) {
    if (writes) seesNow();
    throw unanswered(cause, options);
  }
}

/** Why there is no answer, or not the whole of one: it did not come, or broke off. What the caller gave up is theirs to know. */
function unanswered(cause: unknown, { signal }: CallOptions): unknown {
  if (signal?.aborted === true) return cause;
  const late = cause instanceof DOMException && cause.name === 'TimeoutError';
  return new CallError(0, 0, t(late ? 'error.timeout' : 'error.offline'));
}

function asPart(file: Blob): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}

/** What comes of an answer once all of it is there. */
const whole = <T>(coming: Promise<T>, options: CallOptions): Promise<T> =>
  coming.catch((cause: unknown) => {
    throw unanswered(cause, options);
  });

const bodyOf = async (response: Response, options: CallOptions): Promise<unknown> => {
  const text = await whole(response.text(), options);
  try {
    return JSON.parse(text);
  } catch {
    return text.startsWith('<') ? '' : text;
  }
};

/** What stands in an answer's envelope. */
async function answered<Answer>(
  request: Request,
  input: object,
  options: CallOptions,
): Promise<Answer> {
  const response = await send(request, input, options);
  // SAFETY: the server checks what it answers against the declared schema.
  return unwrapped(response.status, await bodyOf(response, options)) as Answer;
}

async function reacting<T>(options: CallOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CallError && options.silent !== true) react(error, options.quiet === true);
    throw error;
  }
}

/**
 * Makes a declared call and answers what stands in its envelope. A refusal throws CallError after the reaction of
 * spec §8 was shown; with `quiet` plain refusals are left to the caller.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  return reacting(options, () => answered({ ...endpoint, name: 'call' }, { ...input }, options));
}

/** The same for a call that takes a file. */
export function upload<E extends Endpoint>(
  endpoint: E,
  file: Blob,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const { method, path } = endpoint;
  return reacting(options, () =>
    answered({ method, path, name: 'call', file }, { ...input }, options),
  );
}

/** One page of a declared table, with the total and the sums over the whole filtered set. */
export function readTable<T extends Table>(
  table: T,
  query: ListQuery,
  options: CallOptions = {},
): Promise<Page<RowOf<T>>> {
  return reacting(options, () =>
    answered({ method: 'GET', path: table.path, name: 'list' }, query, options),
  );
}

/** Fetches bytes (an export, a file). Throws CallError when the server refused or the file is empty. */
export function download(path: string, input: object, options: CallOptions = {}): Promise<File> {
  return reacting(options, async () => {
    const response = await send({ method: 'GET', path, name: 'export' }, input, options);
    if (!response.ok) unwrapped(response.status, await bodyOf(response, options));
    const blob = await whole(response.blob(), options);
    if (blob.type.includes('json')) unwrapped(response.status, JSON.parse(await blob.text()));
    if (blob.size === 0) throw new CallError(response.status, 0, t('file.downloadFailed'));
    return new File([blob], nameIn(response.headers), { type: blob.type });
  });
}

/** What the server calls a file that it sends. */
const nameIn = (headers: Headers): string =>
  decodeURIComponent(
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file',
  );

/** Hands a blob to the browser as a file of that name. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
