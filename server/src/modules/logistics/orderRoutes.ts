import { logisticsOrders } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint, mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import { carrierCallRows } from './carrierCalls.ts';
import { askTracks, voidWithCarrier } from './carrierSteps.ts';
import { receiverOf } from './ends.ts';
import { labelShipment } from './label.ts';
import { orderLog } from './orderLog.ts';
import { logisticsOrderRows, orderInfo, readDocumentShipment } from './orderRows.ts';
import { addOrder, updateOrder } from './orders.ts';
import { addTrack, removeTrack } from './tracks.ts';

/** Mounts the routes of shipments. */
export function orderRoutes(app: FastifyInstance): void {
  const { kernel } = app;
  mountTable(app, logisticsOrderRows);
  mountRead(app, logisticsOrders.infoCall, (context, { id }) => orderInfo(context, id));
  mountRead(app, logisticsOrders.log, (context, { id }) => orderLog(context, id));
  mountRead(app, logisticsOrders.ofDocument, (context, { documentId }) =>
    readDocumentShipment(context, documentId),
  );
  mountRead(app, logisticsOrders.receiver, receiverOf);
  mountWrite(app, logisticsOrders.add, addOrder);
  mountWrite(app, logisticsOrders.update, updateOrder);
  mountTable(app, carrierCallRows);
  mountEndpoint(app, logisticsOrders.label, (input, call) => labelShipment(kernel, input, call));
  mountEndpoint(app, logisticsOrders.void, (input, call) => voidWithCarrier(kernel, input, call));
  mountEndpoint(app, logisticsOrders.askTracks, (input, call) => askTracks(kernel, input, call));
  mountWrite(app, logisticsOrders.addTrack, addTrack);
  mountWrite(app, logisticsOrders.removeTrack, removeTrack);
}
