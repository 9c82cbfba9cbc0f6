import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Scope } from '../context.ts';
import { createThrottle } from './throttle.ts';
import { note } from '../tx/writeDown.ts';

const MOST = 20;
const WINDOW = 300_000;

const askers = new WeakMap<FastifyRequest, Scope>();

/** Remembers whose request it is, before it is known whether they may ask. */
export const heardOf = (request: FastifyRequest, scope: Scope): void => {
  askers.set(request, scope);
};

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
    const scope = askers.get(request);
    if (scope === undefined) return;
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
