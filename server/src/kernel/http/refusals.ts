import type { DomainError } from '@tradehouse/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createThrottle } from './throttle.ts';
import { note } from '../tx/writeDown.ts';

const MOST = 20;
const WINDOW = 300_000;

/**
 * Notes in the company's log that somebody asked for what they have no right to, or a program too often: of each user and program
 * a few in five minutes, since the log is for reading.
 */
export function createRefusalLog(): (
  app: FastifyInstance,
  request: FastifyRequest,
  refusal: DomainError,
) => Promise<void> {
  const noted = createThrottle(MOST, WINDOW);
  return async (app, request, { key }) => {
    const { asker: scope, program, session } = request;
    // What a program that was let in is refused stands in the log already.
    if (scope === null || (program !== null && session !== null)) return;
    const whose = `${scope.tenantId}/${scope.userId}/${program ?? ''}`;
    if (noted.isShut(whose)) return;
    noted.tried(whose);
    const { method, routeOptions, ip: address } = request;
    await note(
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
