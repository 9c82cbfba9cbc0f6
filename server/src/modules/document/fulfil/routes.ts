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
import { mountRead, mountWrite } from '../../../kernel/http/index.ts';
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
  mountRead(app, goodsOnTheWay, readGoodsInTransit);
  mountWrite(app, receiveGoods, receiveTransfer);
  mountWrite(app, takeBackReceipt, deleteTransferReceipt);
  mountRead(app, tallyOf, (context, input) => tally.readTally(context, input));
  mountWrite(app, keepTally, (context, input) => tally.saveTally(context, input));
  mountWrite(app, finishTally, (context, input) => tally.finishTallyReceipt(context, input));
  mountWrite(app, dropTally, (context, input) => tally.discardTally(context, input));
  mountRead(app, deliveryOf, (context, input) => delivery.readDelivery(context, input));
  mountWrite(app, keepDelivery, (context, input) => delivery.saveDelivery(context, input));
  mountWrite(app, confirmShipment, (context, input) => delivery.shipDelivery(context, input));
  mountTable(app, purchaseReviewRows);
  mountWrite(app, reviewPurchases, decidePurchases);
  mountWrite(app, unapprovePurchases, takeBackApproval);
  mountRead(app, purchaseReviewLines, (context, { id }) => reviewLines(context, id));
  mountWrite(app, forceClosePurchase, (context, { ids }) =>
    closePurchases(context, idsFromList(ids)),
  );
  mountWrite(app, changeRemark, (context, { id, remark }) => writeRemark(context, id, remark));
  mountWrite(app, recountDebts, (context, { ids }) =>
    recountFigures(context, idsFromList(ids), 'debt'),
  );
  mountWrite(app, recountDeposits, (context, { ids }) =>
    recountFigures(context, idsFromList(ids), 'deposit'),
  );
}
