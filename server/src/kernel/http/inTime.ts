import { DomainError } from '@tradehouse/domain';
import type { FastifyInstance } from 'fastify';

const SECOND = 1000;

/** Milliseconds within which a call answers. */
export interface TimeLimits {
  readonly call: number;
  /** Calls that answer a file: it is written aside first. */
  readonly file: number;
}

export const usualLimits: TimeLimits = { call: 60 * SECOND, file: 300 * SECOND };
/** The socket outlives the answer that comes last. */
export const MARGIN = 5 * SECOND;

/**
 * Every call answers within its limit: what is still at work then is told to be busy. The framework's own limit ends as
 * soon as a body was read, which is before a write begins.
 */
export function answerInTime(app: FastifyInstance, limits: TimeLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    const limit = endpoint?.envelope === 'file' ? limits.file : limits.call;
    const timer = setTimeout(() => {
      // What is being sent already ends by itself, or by its socket's limit.
      if (reply.sent || reply.raw.headersSent) return;
      // A body that still comes after its answer is read by no one: the connection ends with the answer.
      if (!request.raw.complete) reply.header('connection', 'close');
      reply.send(new DomainError('server.busy'));
    }, limit);
    timer.unref();
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
