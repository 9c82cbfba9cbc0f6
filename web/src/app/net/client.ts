import type {
  Endpoint,
  InputOf,
  ListQuery,
  Page,
  ReplyOf,
  RowOf,
  TableDeclaration,
} from '@tradehouse/contract';
import { t } from '../../phrase/index.ts';
import { CallError, queryString, unwrapEnvelope } from './envelope.ts';
import { language } from '../session/language.ts';
import { reactToCallError } from './reactions.ts';
import { readSeenPosition, recordSeenPosition, seesNow } from './seen.ts';
import { getSession } from '../session/session.ts';

/** Time limit for an answer, in milliseconds. */
const TIME_OUT = 300_000;

export interface CallOptions {
  /**
   * Idempotency-Key: made when a form opens, so that a repeated save repeats only the reply. Default: one
   * per call.
   */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** The caller shows refusals (a form at its fields, a list in place). */
  readonly quiet?: boolean;
  /** Shows nothing, even on failure: no one requested this call. */
  readonly silent?: boolean;
  /** The call goes on when the page is closed; for small bodies only. */
  readonly outlives?: boolean;
}

/** Creates an Idempotency-Key. Not randomUUID: missing on plain http in a LAN. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

const POSITION = 'X-Log-Position';

const buildRequestHeaders = (writes: boolean, key: string | undefined): Headers => {
  const result = new Headers({ 'X-Http-Language': language });
  const token = getSession()?.token;
  if (token !== undefined) result.set('X-Access-Token', token);
  if (writes) result.set('Idempotency-Key', key ?? newKey());
  const position = readSeenPosition();
  if (position !== null) result.set(POSITION, position);
  return result;
};

interface Request {
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly writes?: boolean;
  /** Name of the attribute that should hold the path. */
  readonly name: 'call' | 'list' | 'export';
  /** Sent in the body; the input then goes into the query. */
  readonly file?: Blob;
}

async function sendRequest(
  request: Request,
  input: object,
  options: CallOptions,
): Promise<Response> {
  const { method, path, file } = request;
  if (path === '') throw new CallError(0, 0, t('error.noUrl', { name: `url.${request.name}` }));
  const inQuery = method === 'GET' || method === 'DELETE' || file !== undefined;
  const writes = request.writes ?? method !== 'GET';
  const sent = buildRequestHeaders(writes, options.key);
  if (!inQuery) sent.set('Content-Type', 'application/json');
  const timeOut = AbortSignal.timeout(TIME_OUT);
  const signal =
    options.signal === undefined ? timeOut : AbortSignal.any([options.signal, timeOut]);
  const query = inQuery ? queryString({ ...input }) : '';
  // Until the position of this write is known, reads show the current state.
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
    recordSeenPosition(response.headers.get(POSITION));
    return response;
  } catch (cause) {
    if (writes) seesNow();
    throw toUnansweredError(cause, options);
  }
}

/** Error for a missing or incomplete reply. An abort by the caller is returned unchanged. */
function toUnansweredError(cause: unknown, { signal }: CallOptions): unknown {
  if (signal?.aborted === true) return cause;
  const late = cause instanceof DOMException && cause.name === 'TimeoutError';
  return new CallError(0, 0, t(late ? 'error.timeout' : 'error.offline'));
}

function asPart(file: Blob): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}

/** Waits for the whole reply; a broken reply throws like a missing one. */
const readWholeAnswer = <T>(coming: Promise<T>, options: CallOptions): Promise<T> =>
  coming.catch((cause: unknown) => {
    throw toUnansweredError(cause, options);
  });

const readResponseBody = async (response: Response, options: CallOptions): Promise<unknown> => {
  const text = await readWholeAnswer(response.text(), options);
  try {
    return JSON.parse(text);
  } catch {
    return text.startsWith('<') ? '' : text;
  }
};

async function requestAnswer<Answer>(
  request: Request,
  input: object,
  options: CallOptions,
): Promise<Answer> {
  const response = await sendRequest(request, input, options);
  // SAFETY: the server checks its replies against the declared schema.
  return unwrapEnvelope(response.status, await readResponseBody(response, options)) as Answer;
}

async function withErrorReaction<T>(options: CallOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CallError && options.silent !== true)
      reactToCallError(error, options.quiet === true);
    throw error;
  }
}

/**
 * Makes a declared call and returns the envelope's content. @throws CallError after a refusal, shown as its
 * status requires; with `quiet` the caller shows plain refusals
 */
export function callEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  return withErrorReaction(options, () =>
    requestAnswer({ ...endpoint, name: 'call' }, { ...input }, options),
  );
}

export function uploadToEndpoint<E extends Endpoint>(
  endpoint: E,
  file: Blob,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const { method, path } = endpoint;
  return withErrorReaction(options, () =>
    requestAnswer({ method, path, name: 'call', file }, { ...input }, options),
  );
}

/** Reads one page of a declared table, with total and sums over the filter. */
export function readTablePage<T extends TableDeclaration>(
  table: T,
  query: ListQuery,
  options: CallOptions = {},
): Promise<Page<RowOf<T>>> {
  return withErrorReaction(options, () =>
    requestAnswer({ method: 'GET', path: table.path, name: 'list' }, query, options),
  );
}

/** Fetches bytes (an export, a file). Throws CallError when the server refused or the file is empty. */
export function downloadFile(
  path: string,
  input: object,
  options: CallOptions = {},
): Promise<File> {
  return withErrorReaction(options, async () => {
    const response = await sendRequest({ method: 'GET', path, name: 'export' }, input, options);
    if (!response.ok) unwrapEnvelope(response.status, await readResponseBody(response, options));
    const blob = await readWholeAnswer(response.blob(), options);
    if (blob.type.includes('json')) unwrapEnvelope(response.status, JSON.parse(await blob.text()));
    if (blob.size === 0) throw new CallError(response.status, 0, t('file.downloadFailed'));
    return new File([blob], nameIn(response.headers), { type: blob.type });
  });
}

/** File name chosen by the server. */
const nameIn = (headers: Headers): string =>
  decodeURIComponent(
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file',
  );

export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
