import { logisticsOrders } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import { receiverOf } from './ends.ts';
import { orderLog } from './orderLog.ts';
import { logisticsOrderRows, orderInfo, readDocumentShipment } from './orderRows.ts';
import { addOrder, labelOrder, updateOrder, voidOrder } from './orders.ts';
import { addTrack, removeTrack } from './tracks.ts';

/** Mounts the routes of shipments. */
export function orderRoutes(app: FastifyInstance): void {
  mountTable(app, logisticsOrderRows);
  mountRead(app, logisticsOrders.infoCall, (context, { id }) => orderInfo(context, id));
  mountRead(app, logisticsOrders.log, (context, { id }) => orderLog(context, id));
  mountRead(app, logisticsOrders.ofDocument, (context, { documentId }) =>
    readDocumentShipment(context, documentId),
  );
  mountRead(app, logisticsOrders.receiver, receiverOf);
  mountWrite(app, logisticsOrders.add, addOrder);
  mountWrite(app, logisticsOrders.update, updateOrder);
  mountWrite(app, logisticsOrders.label, labelOrder);
  mountWrite(app, logisticsOrders.void, voidOrder);
  mountWrite(app, logisticsOrders.addTrack, addTrack);
  mountWrite(app, logisticsOrders.removeTrack, removeTrack);
}
