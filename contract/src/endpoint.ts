import type { Static, TSchema } from 'typebox';
import type { OpenScope } from './openScopes.ts';

/** Button codes of a page: 1 edit, 2 approve, 3 export, 5 print, 7 unapprove. */
export type Button = '1' | '2' | '3' | '5' | '7';

/**
 * Who may call. There is no default, so a call without a policy does not compile.
 * public: no session; signedIn: any session; page: may open one of the pages (and has the button there);
 * document: the page of the document's own kind decides, checked where the kind is known.
 * application: no one but a program with its token, to which this was given; its user's pages decide beside it.
 * A page with `operator` is of the platform's own people alone, no matter who else might be given a page of that address.
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

/** The pages that guard it, of which one is enough; none where no page does. */
export const pagesOf = (access: Access): readonly string[] =>
  typeof access === 'object' && 'page' in access ? [access.page].flat() : [];

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a call says of itself beside where it stands. */
interface Says<Input extends TSchema, Reply extends TSchema> {
  readonly summary: string;
  readonly access: Access;
  readonly input: Input;
  /** The table whose words name the fields of `input`; the words that all tables share where none is said. */
  readonly labels?: string;
  /** What stands in `data` (or `result`) of the envelope. */
  readonly reply: Reply;
  /**
   * `code`: { code, data, message }; `success`: { success, result, message }, which follows from the path; `file`: bytes,
   * no envelope.
   */
  readonly envelope?: 'code' | 'success' | 'file';
  /** Takes one file (multipart field `file`, 10 MB at most) beside the input, whose fields travel in the query. */
  readonly upload?: true;
  /** Stays open to a user who signed in with a reset password and has to set a new one first. */
  readonly beforePasswordChange?: true;
  /**
   * Stays open to a session that only reads, because it concerns the sign-in and not the books: `expired` to those whose
   * company's term has ended, `viewing` to anyone who looks through another's eyes.
   */
  readonly whileReadOnly?: readonly ('expired' | 'viewing')[];
  /** Changes something: carries an Idempotency-Key and runs in a writing transaction. Default: every method but GET. */
  readonly writes?: boolean;
}

export interface Declaration<
  Input extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> extends Says<Input, Reply> {
  /**
   * Its method and its path below the API base, in spec §7's words. GET and DELETE read `input` from the query, POST and
   * PUT from the body.
   */
  readonly call: `${Method} ${string}`;
}
export interface Endpoint<
  Input extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> extends Says<Input, Reply> {
  readonly method: Method;
  readonly path: string;
}

/** Calls of these paths answer in the envelope that their first clients know. */
const succeeds = /^\/(sys|cas)\//;

/** Declares a call once; the route, its validator and serializer, the typed client and the API page all read it. */
export const endpoint = <Input extends TSchema, Reply extends TSchema>({
  call,
  ...says
}: Declaration<Input, Reply>): Endpoint<Input, Reply> => {
  // SAFETY: `call` is written as a method and a path.
  const [method, path] = call.split(' ') as [Method, string];
  return { ...says, method, path, ...(succeeds.test(path) ? { envelope: 'success' } : {}) };
};

export type InputOf<E> = E extends Endpoint<infer Input, TSchema> ? Static<Input> : never;
export type ReplyOf<E> = E extends Endpoint<TSchema, infer Reply> ? Static<Reply> : never;
