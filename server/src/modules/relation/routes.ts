import { detachRelations, externalOrders, matchRelations, relations } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountResource, mountTable } from '../../kernel/index.ts';
import { makeOrder, removeOrders } from './make.ts';
import { detach, matchAll } from './match.ts';
import { externalOrderInfo, externalOrderRows } from './orderList.ts';
import { receiveOrder } from './receive.ts';
import { relationWriter } from './relations.ts';

/** The calls of what platforms call our goods, and of the orders that they send. */
export function relationRoutes(app: FastifyInstance): void {
  mountResource(app, relations, relationWriter);
  mount(app, matchRelations, (_, { transact }) => transact(matchAll));
  mount(app, detachRelations, (input, { transact }) =>
    transact((context) => detach(context, input)),
  );
  mountTable(app, externalOrderRows);
  mount(app, externalOrders.infoCall, ({ id }, { read }) =>
    read((context) => externalOrderInfo(context, id)),
  );
  mount(app, externalOrders.add, (input, { transact }) =>
    transact((context) => receiveOrder(context, input)),
  );
  mount(app, externalOrders.make, (input, { transact }) =>
    transact((context) => makeOrder(context, input)),
  );
  mount(app, externalOrders.removeBatch, (input, { transact }) =>
    transact((context) => removeOrders(context, input)),
  );
}
