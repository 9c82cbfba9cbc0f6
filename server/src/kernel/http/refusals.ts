import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createThrottle } from './throttle.ts';
import { note } from '../tx/writeDown.ts';

const MOST = 20;
const WINDOW = 300_000;

/**
 * Notes in the company's log that somebody asked for what they have no right to: of each user a few in five minutes,
 * since the log is for reading.
 */
export function createRefusalLog(): (
  app: FastifyInstance,
  request: FastifyRequest,
) => Promise<void> {
  const noted = createThrottle(MOST, WINDOW);
  return async (app, request) => {
    const scope = request.asker;
    if (scope === null) return;
    const whose = `${scope.tenantId}/${scope.userId}`;
    if (noted.isShut(whose)) return;
    noted.tried(whose);
    const { method, routeOptions, ip: address } = request;
    await note(
      { lanes: app.kernel.lanes, scope, address },
      {
        action: 'denied',
        subject: 'access',
        subjectId: '',
        number: `${method} ${routeOptions.url ?? ''}`,
      },
    ).catch((error: unknown) => request.log.error({ err: error }, 'refusal not noted'));
  };
}
