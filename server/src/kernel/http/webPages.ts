import { existsSync } from 'node:fs';
import path from 'node:path';
import staticFiles from '@fastify/static';
import { DomainError } from '@tradehouse/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './answer.ts';
import { frameSources } from './frames.ts';
import { withinTime } from './withinTime.ts';

/**
 * Serves the web pages below the base path: files as built (precompressed if available), and the app for
 * every page's address.
 */
export async function serveWeb(
  app: FastifyInstance,
  {
    webRoot,
    basePath,
    apiBase,
  }: { readonly webRoot: string | null; readonly basePath: string; readonly apiBase: string },
): Promise<void> {
  letIn(app);
  const hasPages = webRoot !== null && existsSync(path.join(webRoot, 'index.html'));
  if (hasPages) {
    await app.register(staticFiles, {
      root: webRoot,
      prefix: basePath === '/' ? '/' : `${basePath}/`,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        // Built files carry a hash in their name; the page that names them must be requested again.
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

/** Milliseconds for which the allowed frames are cached. */
const KNOWN_FOR = 5_000;
/** Milliseconds that a page waits for the allowed frames. */
const FRAMES_WAIT = 500;

/** Adds the operator's frames to every page's policy; without a database, those last known. */
function letIn(app: FastifyInstance): void {
  let known: { readonly until: number; readonly sources: Promise<readonly string[]> } | null = null;
  let last: readonly string[] = [];
  const sources = (): Promise<readonly string[]> => {
    if (known === null || known.until < Date.now())
      known = {
        until: Date.now() + KNOWN_FOR,
        sources: withinTime(frameSources(app.kernel.db), FRAMES_WAIT).then(
          (found) => (last = found),
          () => last,
        ),
      };
    return known.sources;
  };
  app.addHook('onSend', async (_, reply) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/html')) return;
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy !== 'string') return;
    const frames = ["'self'", ...(await sources())].join(' ');
    void reply.header(
      'content-security-policy',
      policy.replace(/frame-src [^;]*/, () => `frame-src ${frames}`),
    );
  });
}

const isBelowBasePath = (url: string, base: string): boolean =>
  base === '/' || url === base || url.startsWith(`${base}/`);

function wantsPage(
  { method, url, headers }: FastifyRequest,
  basePath: string,
  apiBase: string,
): boolean {
  const [path = ''] = url.split('?');
  const accepts = String(headers.accept ?? '').includes('text/html');
  return (
    method === 'GET' &&
    accepts &&
    isBelowBasePath(path, basePath) &&
    !isBelowBasePath(path, apiBase)
  );
}
