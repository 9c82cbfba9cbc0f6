import { closePeriod, closingChecklist, reopenPeriod } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountTable } from '../../kernel/index.ts';
import { checklist } from './checklist.ts';
import { close, reopen } from './close.ts';
import { closingRows } from './list.ts';

/** The calls of periods that are closed and opened again. */
export function closingRoutes(app: FastifyInstance): void {
  mountTable(app, closingRows);
  mount(app, closingChecklist, ({ until }, { read }) =>
    read((context) => checklist(context, until)),
  );
  mount(app, closePeriod, (input, { transact }) => transact((context) => close(context, input)));
  mount(app, reopenPeriod, (input, { transact }) => transact((context) => reopen(context, input)));
}
