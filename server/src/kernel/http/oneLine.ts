import { LogController } from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Logs a request once, when answered: a line at arrival would add nothing. */
export class OneLine extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...line, err: error }, 'request errored');
    else reply.log.info(line, 'request completed');
  }
}
