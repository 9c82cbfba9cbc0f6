import type { Static, TSchema } from 'typebox';
import type { OpenScope } from './openApi/openScopes.ts';

/** Button codes of a page: 1 edit, 2 approve, 3 export, 5 print, 7 unapprove. */
export type Button = '1' | '2' | '3' | '5' | '7';

/**
 * Access policy of a call; without one, a call does not compile. public: no session; signedIn: any session;
 * page: one of the pages (and the button there); document: the page of the document's kind, checked once
 * the kind is known. application: only a program whose token has this scope; its user's pages also decide.
 * A page with `operator` is the platform's own, even if granted to somebody else.
 */
export type Access =
  | 'public'
  | 'signedIn'
  | {
      readonly page: string | readonly string[];
      readonly button?: Button;
      readonly operator?: true;
    }
  | { readonly application: OpenScope }
  | { readonly document: 'view' | 'edit' | 'approve' | 'unapprove' | 'export' };

/** Returns the guarding pages, one of which suffices; empty if none. */
export const pagesOfAccess = (access: Access): readonly string[] =>
  typeof access === 'object' && 'page' in access ? [access.page].flat() : [];

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Declaration of a call without method and path. */
interface EndpointOptions<Input extends TSchema, Reply extends TSchema> {
  readonly summary: string;
  readonly access: Access;
  readonly input: Input;
  /** Table whose labels name the fields of `input`; absent: the common labels. */
  readonly labels?: string;
  /** Content of `data` (or `result`) in the envelope. */
  readonly reply: Reply;
  /** `code`: { code, data, message }; `success`: { success, result, message }, by the path; `file`: bytes. */
  readonly envelope?: 'code' | 'success' | 'file';
  /** Accepts one file (multipart field `file`, 10 MB at most) beside the input in the query. */
  readonly upload?: true;
  /** Allowed before a reset password is replaced. */
  readonly beforePasswordChange?: true;
  /**
   * Allowed in read-only sessions, because it concerns the sign-in, not the books: `expired` after the
   * company's term, `viewing` with another user's rights.
   */
  readonly whileReadOnly?: readonly ('expired' | 'viewing')[];
  /** Changes something: carries an Idempotency-Key and runs in a writing transaction. Default: every method but GET. */
  readonly writes?: boolean;
}

export interface Declaration<
  Input extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> extends EndpointOptions<Input, Reply> {
  /**
   * Method and path below the API base. GET and DELETE read `input` from the query, POST and PUT from the
   * body.
   */
  readonly call: `${Method} ${string}`;
}
export interface Endpoint<
  Input extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> extends EndpointOptions<Input, Reply> {
  readonly method: Method;
  readonly path: string;
}

/** Paths whose first clients expect `success`. */
const succeeds = /^\/(sys|cas)\//;

/** Declares a call once, for route, validator, serializer, typed client and API page. */
export const defineEndpoint = <Input extends TSchema, Reply extends TSchema>({
  call,
  ...says
}: Declaration<Input, Reply>): Endpoint<Input, Reply> => {
  // SAFETY: the type of `call` is a method and a path.
  const [method, path] = call.split(' ') as [Method, string];
  return { ...says, method, path, ...(succeeds.test(path) ? { envelope: 'success' } : {}) };
};

export type InputOf<E> = E extends Endpoint<infer Input, TSchema> ? Static<Input> : never;
export type ReplyOf<E> = E extends Endpoint<TSchema, infer Reply> ? Static<Reply> : never;
