import type {
  Endpoint,
  GoodsDocumentInput,
  InputOf,
  MoneyDocumentInput,
  ReplyOf,
} from '@tradehouse/contract';
import { goodsDocuments, moneyDocuments, uploadFile } from '@tradehouse/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** Where the sample company is worked in: the product's own calls, as its owner makes them. */
export interface Desk {
  readonly call: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<ReplyOf<E>>;
  /** Brings a picture, and answers what to name it by. */
  readonly picture: (png: Buffer) => Promise<string>;
  readonly goods: (input: GoodsDocumentInput) => Promise<string>;
  readonly money: (input: MoneyDocumentInput) => Promise<string>;
}

interface Sitting {
  /** Of a session of the owner. */
  readonly token: string;
  readonly language: string;
  /** Once no one wants any more of it, the next call throws. */
  readonly stopped?: AbortSignal;
  /** Told of each change, which is none that the owner made. */
  readonly written?: () => void;
}

export function deskOf(
  app: Pick<FastifyInstance, 'inject' | 'prefix'>,
  { token, language, stopped, written }: Sitting,
): Desk {
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
    if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode} ${reply.body}`);
    // SAFETY: the call's own serializer wrote it.
    return reply.json<{ data: never }>().data;
  };
  const call: Desk['call'] = ({ method, path }, input) => {
    const asks = method === 'GET' || method === 'DELETE';
    // SAFETY: what such calls take is texts, by their name.
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
    goods: async (input) => (await call(goodsDocuments.add, { status: '1', ...input })).id,
    money: async (input) => (await call(moneyDocuments.add, { status: '1', ...input })).id,
  };
}
