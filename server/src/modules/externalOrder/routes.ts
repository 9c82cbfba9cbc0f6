import { detachRelations, externalOrders, matchRelations, relations } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountResource, mountTable } from '../../kernel/table/index.ts';
import { makeOrder, removeOrders } from './make.ts';
import { detachSkuMappings, matchAll } from './match.ts';
import { externalOrderInfo, externalOrderRows } from './orderList.ts';
import { receiveOrder } from './receive.ts';
import { relationWriter } from './skuMappings.ts';

/** Mounts the routes of SKU mappings and external orders. */
export function relationRoutes(app: FastifyInstance): void {
  mountResource(app, relations, relationWriter);
  mountWrite(app, matchRelations, matchAll);
  mountWrite(app, detachRelations, detachSkuMappings);
  mountTable(app, externalOrderRows);
  mountRead(app, externalOrders.infoCall, (context, { id }) => externalOrderInfo(context, id));
  mountWrite(app, externalOrders.add, receiveOrder);
  mountWrite(app, externalOrders.make, makeOrder);
  mountWrite(app, externalOrders.removeBatch, removeOrders);
}
