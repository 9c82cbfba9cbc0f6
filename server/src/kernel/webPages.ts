import { existsSync } from 'node:fs';
import path from 'node:path';
import staticFiles from '@fastify/static';
import { DomainError } from '@tradehouse/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './answer.ts';

/** The web pages below the base path: files as built (precompressed where they are), and the app for every page's address. */
export async function serveWeb(
  app: FastifyInstance,
  {
    webRoot,
    basePath,
    apiBase,
  }: { readonly webRoot: string | null; readonly basePath: string; readonly apiBase: string },
): Promise<void> {
  const hasPages = webRoot !== null && existsSync(path.join(webRoot, 'index.html'));
  if (hasPages) {
    await app.register(staticFiles, {
      root: webRoot,
      prefix: basePath === '/' ? '/' : `${basePath}/`,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        // Built files carry their hash in their name; the page that names them must be asked for again.
        const forever = file.includes(`${path.sep}assets${path.sep}`);
        void reply.header(
          'cache-control',
          forever ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  if (hasPages && basePath !== '/')
    app.get('/', { schema: { hide: true } }, (_, reply) => reply.redirect(`${basePath}/`));
  app.setNotFoundHandler((request, reply) => {
    if (hasPages && wantsPage(request, basePath, apiBase)) return reply.sendFile('index.html');
    return sendRefusal(request, reply, new DomainError('record.missing'));
  });
}

const below = (url: string, base: string): boolean =>
  base === '/' || url === base || url.startsWith(`${base}/`);

function wantsPage(
  { method, url, headers }: FastifyRequest,
  basePath: string,
  apiBase: string,
): boolean {
  const [path = ''] = url.split('?');
  const accepts = String(headers.accept ?? '').includes('text/html');
  return method === 'GET' && accepts && below(path, basePath) && !below(path, apiBase);
}
