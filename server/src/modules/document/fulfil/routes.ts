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
import { idsOf, mount, mountTable } from '../../../kernel/index.ts';
import { closePurchases, recount, writeRemark } from './corrections.ts';
import * as delivery from './delivery.ts';
import { decide, purchaseReviewRows, reviewLines, takeBackApproval } from './purchaseReview.ts';
import * as tally from './tally.ts';
import { onTheWay, receive, takeBack } from './transit.ts';

/** What is done with a document once it is written: its goods come and go, and it is approved and put right. */
export function fulfilRoutes(app: FastifyInstance): void {
  mount(app, goodsOnTheWay, (input, { read }) => read((context) => onTheWay(context, input)));
  mount(app, receiveGoods, (input, { transact }) => transact((context) => receive(context, input)));
  mount(app, takeBackReceipt, (input, { transact }) =>
    transact((context) => takeBack(context, input)),
  );
  mount(app, tallyOf, (input, { read }) => read((context) => tally.readTally(context, input)));
  mount(app, keepTally, (input, { transact }) => transact((context) => tally.keep(context, input)));
  mount(app, finishTally, (input, { transact }) =>
    transact((context) => tally.finish(context, input)),
  );
  mount(app, dropTally, (input, { transact }) => transact((context) => tally.drop(context, input)));
  mount(app, deliveryOf, (input, { read }) =>
    read((context) => delivery.readDelivery(context, input)),
  );
  mount(app, keepDelivery, (input, { transact }) =>
    transact((context) => delivery.keep(context, input)),
  );
  mount(app, confirmShipment, (input, { transact }) =>
    transact((context) => delivery.ship(context, input)),
  );
  mountTable(app, purchaseReviewRows);
  mount(app, reviewPurchases, (input, { transact }) =>
    transact((context) => decide(context, input)),
  );
  mount(app, unapprovePurchases, (input, { transact }) =>
    transact((context) => takeBackApproval(context, input)),
  );
  mount(app, purchaseReviewLines, ({ id }, { read }) =>
    read((context) => reviewLines(context, id)),
  );
  mount(app, forceClosePurchase, ({ ids }, { transact }) =>
    transact((context) => closePurchases(context, idsOf(ids))),
  );
  mount(app, changeRemark, ({ id, remark }, { transact }) =>
    transact((context) => writeRemark(context, id, remark)),
  );
  mount(app, recountDebts, ({ ids }, { transact }) =>
    transact((context) => recount(context, idsOf(ids), 'debt')),
  );
  mount(app, recountDeposits, ({ ids }, { transact }) =>
    transact((context) => recount(context, idsOf(ids), 'deposit')),
  );
}
