import { logisticsOrders } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import { receiverOf } from './ends.ts';
import { orderLog } from './orderLog.ts';
import { logisticsOrderRows, orderInfo, readDocumentShipment } from './orderRows.ts';
import { addOrder, labelOrder, updateOrder, voidOrder } from './orders.ts';
import { addTrack, removeTrack } from './tracks.ts';

/** Mounts the routes of shipments. */
export function orderRoutes(app: FastifyInstance): void {
  mountTable(app, logisticsOrderRows);
  mountEndpoint(app, logisticsOrders.infoCall, ({ id }, { read }) =>
    read((context) => orderInfo(context, id)),
  );
  mountEndpoint(app, logisticsOrders.log, ({ id }, { read }) =>
    read((context) => orderLog(context, id)),
  );
  mountEndpoint(app, logisticsOrders.ofDocument, ({ documentId }, { read }) =>
    read((context) => readDocumentShipment(context, documentId)),
  );
  mountEndpoint(app, logisticsOrders.receiver, (input, { read }) =>
    read((context) => receiverOf(context, input)),
  );
  mountEndpoint(app, logisticsOrders.add, (input, { transact }) =>
    transact((context) => addOrder(context, input)),
  );
  mountEndpoint(app, logisticsOrders.update, (input, { transact }) =>
    transact((context) => updateOrder(context, input)),
  );
  mountEndpoint(app, logisticsOrders.label, (input, { transact }) =>
    transact((context) => labelOrder(context, input)),
  );
  mountEndpoint(app, logisticsOrders.void, (input, { transact }) =>
    transact((context) => voidOrder(context, input)),
  );
  mountEndpoint(app, logisticsOrders.addTrack, (input, { transact }) =>
    transact((context) => addTrack(context, input)),
  );
  mountEndpoint(app, logisticsOrders.removeTrack, (input, { transact }) =>
    transact((context) => removeTrack(context, input)),
  );
}
