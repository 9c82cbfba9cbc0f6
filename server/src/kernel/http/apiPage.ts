import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { Endpoint } from '@tradehouse/contract';
import { sessionOf } from './mount.ts';

/**
 * The page about the API and its OpenAPI description, both made from the declarations. Comes before any route. Strangers
 * learn of the calls only where the operator opens them; a user's session opens the description.
 */
export async function describeApi(
  app: FastifyInstance,
  apiBase: string,
  open: boolean,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tradehouse', version: '1' },
      components: {
        securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: described(schema, route.config?.endpoint),
    }),
  });
  if (open) await app.register(swaggerUi, { routePrefix: `${apiBase}/docs`, staticCSP: true });
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, async (request) => {
    if (!open) await sessionOf(app, request);
    return app.swagger();
  });
}

function described(
  schema: FastifySchema | undefined,
  endpoint: Endpoint | undefined,
): FastifySchema {
  if (endpoint === undefined) return { ...schema, hide: true };
  const { access, reply, envelope } = endpoint;
  const [tag = ''] = endpoint.path.split('/').filter((part) => part !== '');
  return {
    ...schema,
    tags: [tag],
    ...(access === 'public' ? {} : { security: [{ token: [] }] }),
    response: envelope === 'file' ? {} : { 200: answered(endpoint, reply) },
  };
}

/** The reply in its envelope; a shape that speaks of itself is only named. */
function answered({ envelope }: Endpoint, reply: Endpoint['reply']): object {
  const data =
    '$defs' in reply || JSON.stringify(reply).includes('"$ref"') ? { type: 'object' } : reply;
  const message = { type: 'string' };
  return envelope === 'success'
    ? { type: 'object', properties: { success: { type: 'boolean' }, result: data, message } }
    : { type: 'object', properties: { code: { type: 'integer' }, data, message } };
}
