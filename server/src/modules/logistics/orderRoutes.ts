import { logisticsOrders } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountTable } from '../../kernel/index.ts';
import { receiverOf } from './ends.ts';
import { orderLog } from './orderLog.ts';
import { logisticsOrderRows, orderInfo, orderOf } from './orderRows.ts';
import { addOrder, labelOrder, updateOrder, voidOrder } from './orders.ts';
import { addTrack, removeTrack } from './tracks.ts';

/** The calls of what is sent with carriers. */
export function orderRoutes(app: FastifyInstance): void {
  mountTable(app, logisticsOrderRows);
  mount(app, logisticsOrders.infoCall, ({ id }, { read }) =>
    read((context) => orderInfo(context, id)),
  );
  mount(app, logisticsOrders.log, ({ id }, { read }) => read((context) => orderLog(context, id)));
  mount(app, logisticsOrders.ofDocument, ({ documentId }, { read }) =>
    read((context) => orderOf(context, documentId)),
  );
  mount(app, logisticsOrders.receiver, (input, { read }) =>
    read((context) => receiverOf(context, input)),
  );
  mount(app, logisticsOrders.add, (input, { transact }) =>
    transact((context) => addOrder(context, input)),
  );
  mount(app, logisticsOrders.update, (input, { transact }) =>
    transact((context) => updateOrder(context, input)),
  );
  mount(app, logisticsOrders.label, (input, { transact }) =>
    transact((context) => labelOrder(context, input)),
  );
  mount(app, logisticsOrders.void, (input, { transact }) =>
    transact((context) => voidOrder(context, input)),
  );
  mount(app, logisticsOrders.addTrack, (input, { transact }) =>
    transact((context) => addTrack(context, input)),
  );
  mount(app, logisticsOrders.removeTrack, (input, { transact }) =>
    transact((context) => removeTrack(context, input)),
  );
}
