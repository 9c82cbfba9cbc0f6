import { logInfo } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountTable } from '../../kernel/index.ts';
import { logDetail, logRows, platformLogRows } from './log.ts';

/** The calls that read the log. Nothing writes it but what it tells of. */
export function logRoutes(app: FastifyInstance): void {
  mountTable(app, logRows);
  mountTable(app, platformLogRows);
  mount(app, logInfo, ({ id }, { read }) => read((context) => logDetail(context, id)));
}
