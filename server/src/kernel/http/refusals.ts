import type { DomainError } from '@tradehouse/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createThrottle } from './throttle.ts';
import { logStandaloneEntry } from '../tx/writeDown.ts';

const MOST = 20;
const WINDOW = 300_000;

/**
 * Creates the log of refused rights, and of programs that call too often. Each user and program gets a few
 * entries in five minutes, because people read the log.
 */
export function createRefusalLog(): (
  app: FastifyInstance,
  request: FastifyRequest,
  refusal: DomainError,
) => Promise<void> {
  const noted = createThrottle(MOST, WINDOW);
  return async (app, request, { key }) => {
    const { asker: scope, program, session } = request;
    // A refusal to an admitted program is already in the log.
    if (scope === null || (program !== null && session !== null)) return;
    const whose = `${scope.tenantId}/${scope.userId}/${program ?? ''}`;
    if (noted.isShut(whose)) return;
    noted.tried(whose);
    const { method, routeOptions, ip: address } = request;
    await logStandaloneEntry(
      { lanes: app.kernel.lanes, scope, address },
      program === null
        ? {
            action: 'denied',
            subject: 'access',
            subjectId: '',
            number: `${method} ${routeOptions.url ?? ''}`,
          }
        : {
            action: 'openApi',
            subject: 'oauth_app',
            subjectId: program,
            number: routeOptions.config.endpoint?.path ?? '',
            after: { result: key },
          },
    ).catch((error: unknown) => request.log.error({ err: error }, 'refusal not noted'));
  };
}
