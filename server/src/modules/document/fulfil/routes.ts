import {
  changeRemark,
  confirmShipment,
  deliveryOf,
  dropTally,
  finishTally,
  forceClosePurchase,
  goodsOnTheWay,
  keepDelivery,
  keepTally,
  purchaseReviewLines,
  receiveGoods,
  recountDebts,
  recountDeposits,
  reviewPurchases,
  takeBackReceipt,
  tallyOf,
  unapprovePurchases,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../../kernel/http/index.ts';
import { idsFromList, mountTable } from '../../../kernel/table/index.ts';
import { closePurchases, recountFigures, writeRemark } from './corrections.ts';
import * as delivery from './delivery.ts';
import {
  decidePurchases,
  purchaseReviewRows,
  reviewLines,
  takeBackApproval,
} from './purchaseReview.ts';
import * as tally from './tally.ts';
import { readGoodsInTransit, receiveTransfer, deleteTransferReceipt } from './transit.ts';

/** Mounts the routes for written documents: receiving, delivery, approval and corrections. */
export function fulfilRoutes(app: FastifyInstance): void {
  mountEndpoint(app, goodsOnTheWay, (input, { read }) =>
    read((context) => readGoodsInTransit(context, input)),
  );
  mountEndpoint(app, receiveGoods, (input, { transact }) =>
    transact((context) => receiveTransfer(context, input)),
  );
  mountEndpoint(app, takeBackReceipt, (input, { transact }) =>
    transact((context) => deleteTransferReceipt(context, input)),
  );
  mountEndpoint(app, tallyOf, (input, { read }) =>
    read((context) => tally.readTally(context, input)),
  );
  mountEndpoint(app, keepTally, (input, { transact }) =>
    transact((context) => tally.saveTally(context, input)),
  );
  mountEndpoint(app, finishTally, (input, { transact }) =>
    transact((context) => tally.finishTallyReceipt(context, input)),
  );
  mountEndpoint(app, dropTally, (input, { transact }) =>
    transact((context) => tally.discardTally(context, input)),
  );
  mountEndpoint(app, deliveryOf, (input, { read }) =>
    read((context) => delivery.readDelivery(context, input)),
  );
  mountEndpoint(app, keepDelivery, (input, { transact }) =>
    transact((context) => delivery.saveDelivery(context, input)),
  );
  mountEndpoint(app, confirmShipment, (input, { transact }) =>
    transact((context) => delivery.shipDelivery(context, input)),
  );
  mountTable(app, purchaseReviewRows);
  mountEndpoint(app, reviewPurchases, (input, { transact }) =>
    transact((context) => decidePurchases(context, input)),
  );
  mountEndpoint(app, unapprovePurchases, (input, { transact }) =>
    transact((context) => takeBackApproval(context, input)),
  );
  mountEndpoint(app, purchaseReviewLines, ({ id }, { read }) =>
    read((context) => reviewLines(context, id)),
  );
  mountEndpoint(app, forceClosePurchase, ({ ids }, { transact }) =>
    transact((context) => closePurchases(context, idsFromList(ids))),
  );
  mountEndpoint(app, changeRemark, ({ id, remark }, { transact }) =>
    transact((context) => writeRemark(context, id, remark)),
  );
  mountEndpoint(app, recountDebts, ({ ids }, { transact }) =>
    transact((context) => recountFigures(context, idsFromList(ids), 'debt')),
  );
  mountEndpoint(app, recountDeposits, ({ ids }, { transact }) =>
    transact((context) => recountFigures(context, idsFromList(ids), 'deposit')),
  );
}
