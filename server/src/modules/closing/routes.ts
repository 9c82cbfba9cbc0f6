import { closePeriod, closingChecklist, reopenPeriod } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import { readClosingChecklist } from './checklist.ts';
import { closeBooks, reopenBooks } from './close.ts';
import { closingRows } from './list.ts';

/** Mounts the routes of closing and reopening periods. */
export function closingRoutes(app: FastifyInstance): void {
  mountTable(app, closingRows);
  mountEndpoint(app, closingChecklist, ({ until }, { read }) =>
    read((context) => readClosingChecklist(context, until)),
  );
  mountEndpoint(app, closePeriod, (input, { transact }) =>
    transact((context) => closeBooks(context, input)),
  );
  mountEndpoint(app, reopenPeriod, (input, { transact }) =>
    transact((context) => reopenBooks(context, input)),
  );
}
