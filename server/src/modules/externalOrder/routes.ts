import { detachRelations, externalOrders, matchRelations, relations } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { mountResource, mountTable } from '../../kernel/table/index.ts';
import { makeOrder, removeOrders } from './make.ts';
import { detachSkuMappings, matchAll } from './match.ts';
import { externalOrderInfo, externalOrderRows } from './orderList.ts';
import { receiveOrder } from './receive.ts';
import { relationWriter } from './skuMappings.ts';

/** Mounts the routes of SKU mappings and external orders. */
export function relationRoutes(app: FastifyInstance): void {
  mountResource(app, relations, relationWriter);
  mountEndpoint(app, matchRelations, (_, { transact }) => transact(matchAll));
  mountEndpoint(app, detachRelations, (input, { transact }) =>
    transact((context) => detachSkuMappings(context, input)),
  );
  mountTable(app, externalOrderRows);
  mountEndpoint(app, externalOrders.infoCall, ({ id }, { read }) =>
    read((context) => externalOrderInfo(context, id)),
  );
  mountEndpoint(app, externalOrders.add, (input, { transact }) =>
    transact((context) => receiveOrder(context, input)),
  );
  mountEndpoint(app, externalOrders.make, (input, { transact }) =>
    transact((context) => makeOrder(context, input)),
  );
  mountEndpoint(app, externalOrders.removeBatch, (input, { transact }) =>
    transact((context) => removeOrders(context, input)),
  );
}
