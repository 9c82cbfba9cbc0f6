import { DomainError } from '@tradehouse/domain';
import type { FastifyInstance } from 'fastify';

const SECOND = 1000;

/** Milliseconds allowed for the answer to a call. */
export interface TimeLimits {
  readonly call: number;
  /** Calls that answer a file, because the file is spooled first. */
  readonly file: number;
}

export const usualLimits: TimeLimits = { call: 60 * SECOND, file: 300 * SECOND };
/** Milliseconds by which the socket outlives the last possible answer. */
export const MARGIN = 5 * SECOND;

/**
 * Answers every call within its time limit: a call still running gets `server.busy`. The framework's own
 * limit only covers reading the body.
 */
export function answerInTime(app: FastifyInstance, limits: TimeLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    const limit = endpoint?.envelope === 'file' ? limits.file : limits.call;
    const timer = setTimeout(() => {
      // An answer being sent ends by itself, or by its socket's limit.
      if (reply.sent || reply.raw.headersSent) return;
      // No one reads a body that arrives after the answer, so the connection ends with it.
      if (!request.raw.complete) reply.header('connection', 'close');
      reply.send(new DomainError('server.busy'));
    }, limit);
    timer.unref();
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
