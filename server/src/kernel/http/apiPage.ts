import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { Endpoint } from '@tradehouse/contract';
import { sessionOf } from './mount.ts';

/**
 * Serves the API page and the OpenAPI description, both made from the declarations. Must run before any
 * route. Strangers see the calls only if the operator opens the page; a user's session opens the
 * description.
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
      schema: describeEndpointSchema(schema, route.config?.endpoint),
    }),
  });
  if (open) await app.register(swaggerUi, { routePrefix: `${apiBase}/docs`, staticCSP: true });
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, async (request) => {
    if (!open) await sessionOf(app, request);
    return app.swagger();
  });
}

function describeEndpointSchema(
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
    response: envelope === 'file' ? {} : { 200: replySchemaInEnvelope(endpoint, reply) },
  };
}

/** Returns the reply schema in its envelope; a recursive shape is only named. */
function replySchemaInEnvelope({ envelope }: Endpoint, reply: Endpoint['reply']): object {
  const data =
    '$defs' in reply || JSON.stringify(reply).includes('"$ref"') ? { type: 'object' } : reply;
  const message = { type: 'string' };
  return envelope === 'success'
    ? { type: 'object', properties: { success: { type: 'boolean' }, result: data, message } }
    : { type: 'object', properties: { code: { type: 'integer' }, data, message } };
}
