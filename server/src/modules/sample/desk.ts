import type {
  Endpoint,
  GoodsDocumentInput,
  InputOf,
  MoneyDocumentInput,
  Page,
  ReplyOf,
  RowOf,
  TableDeclaration,
} from '@tradehouse/contract';
import { goodsDocuments, moneyDocuments, uploadFile } from '@tradehouse/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** Desk of the sample company: the product's own calls, made by the owner. */
export interface SampleClient {
  readonly call: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<ReplyOf<E>>;
  /** Uploads a picture, and returns the reference. */
  readonly picture: (png: Buffer) => Promise<string>;
  /** First page of a list. */
  readonly rows: <T extends TableDeclaration>(
    list: T,
    search: object,
  ) => Promise<Page<RowOf<T>>['rows']>;
  readonly goods: (input: GoodsDocumentInput) => Promise<string>;
  readonly money: (input: MoneyDocumentInput) => Promise<string>;
}

interface Sitting {
  /** Token of an owner session. */
  readonly token: string;
  readonly language: string;
  /** Stop signal: the next call throws after cancellation. */
  readonly stopped?: AbortSignal;
  /** Called on each change; these changes are not the owner's own. */
  readonly written?: () => void;
}

/** Thrown where the product refuses a call; `key` says why. */
export class DeskRefusal extends Error {
  override readonly name = 'DeskRefusal';
  readonly key: string | undefined;

  constructor(message: string, key: string | undefined) {
    super(message);
    this.key = key;
  }
}

export function deskOf(
  app: Pick<FastifyInstance, 'inject' | 'prefix'>,
  { token, language, stopped, written }: Sitting,
): SampleClient {
  const headers = { 'x-access-token': token, 'x-http-language': language };
  const answered = async (options: InjectOptions): Promise<never> => {
    stopped?.throwIfAborted();
    const url = `${app.prefix}${String(options.url)}`;
    const reply = await app.inject({
      ...options,
      url,
      headers: { ...headers, ...options.headers },
    });
    if (options.method !== 'GET') written?.();
    if (reply.statusCode !== 200) {
      const { data } = reply.json<{ data?: { key?: string } }>();
      throw new DeskRefusal(`${url}: ${reply.statusCode} ${reply.body}`, data?.key);
    }
    // SAFETY: the call's own serializer wrote the reply.
    return reply.json<{ data: never }>().data;
  };
  const call: SampleClient['call'] = ({ method, path }, input) => {
    const asks = method === 'GET' || method === 'DELETE';
    // SAFETY: inputs of GET and DELETE calls are texts by name.
    if (asks) return answered({ method, url: path, query: input as Record<string, string> });
    // SAFETY: the body of a call is an object.
    return answered({ method, url: path, payload: input as object });
  };
  return {
    call,
    async picture(png) {
      const edge = 'edge-of-a-picture';
      const disposition = 'content-disposition: form-data; name="file"; filename="picture.png"';
      const { id } = await answered({
        method: 'POST',
        url: uploadFile.path,
        query: { biz: 'material' },
        headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
        payload: Buffer.concat([
          Buffer.from(`--${edge}\r\n${disposition}\r\ncontent-type: image/png\r\n\r\n`),
          png,
          Buffer.from(`\r\n--${edge}--\r\n`),
        ]),
      });
      return id;
    },
    rows: async ({ path }, search) => {
      const query = { search: JSON.stringify(search) };
      const { rows } = await answered({ method: 'GET', url: path, query });
      return rows;
    },
    goods: async (input) => (await call(goodsDocuments.add, { status: '1', ...input })).id,
    money: async (input) => (await call(moneyDocuments.add, { status: '1', ...input })).id,
  };
}
