import { closePeriod, closingChecklist, reopenPeriod } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import { readClosingChecklist } from './checklist.ts';
import { closeBooks, reopenBooks } from './close.ts';
import { closingRows } from './list.ts';

/** Mounts the routes of closing and reopening periods. */
export function closingRoutes(app: FastifyInstance): void {
  mountTable(app, closingRows);
  mountRead(app, closingChecklist, (context, { until }) => readClosingChecklist(context, until));
  mountWrite(app, closePeriod, closeBooks);
  mountWrite(app, reopenPeriod, reopenBooks);
}
