import { logInfo } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import { logDetail, logRows, platformLogRows } from './log.ts';

/** Mounts the routes that read the log. Only the logged actions write to the log. */
export function logRoutes(app: FastifyInstance): void {
  mountTable(app, logRows);
  mountTable(app, platformLogRows);
  mountRead(app, logInfo, (context, { id }) => logDetail(context, id));
}
