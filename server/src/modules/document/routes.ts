import {
  barcodesForLine,
  changeRemark,
  confirmShipment,
  deliveryOf,
  documentLines,
  documentToConvert,
  documentTrail,
  dropTally,
  finishTally,
  forceClose,
  goodsOfSerials,
  goodsOnTheWay,
  forceClosePurchase,
  goodsDocuments,
  keepDelivery,
  keepTally,
  lotsOfBarcode,
  moneyDocuments,
  orderCalls,
  purchaseReviewLines,
  receiveGoods,
  recountDebts,
  recountDeposits,
  unapprovePurchases,
  reviewPurchases,
  serialsInStock,
  stockOfBarcode,
  takeBackReceipt,
  tallyOf,
} from '@tradehouse/contract';
import { goodsKindCodes, kindCodes, moneyKindCodes, keysOf } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import type { FastifyInstance } from 'fastify';
import { idsOf, mount, mountTable, mountTables } from '../../kernel/index.ts';
import { convertible } from './read/convert.ts';
import { closePurchases, recount, writeRemark } from './fulfil/corrections.ts';
import { debtSource } from './read/debts.ts';
import * as delivery from './fulfil/delivery.ts';
import { documentById, documentByNumber, linesOf } from './read/detail.ts';
import { lineDefaults } from './read/lineDefaults.ts';
import { sourceOfKind } from './read/list.ts';
import {
  decide,
  purchaseReviewRows,
  reviewLines,
  takeBackApproval,
} from './fulfil/purchaseReview.ts';
import { changeDocuments } from './save/steps.ts';
import { saveGoods, saveMoney } from './save/saveCalls.ts';
import * as tally from './fulfil/tally.ts';
import { trailOf } from './links/trail.ts';
import { findSerials, lotsOf, serialsOf, stockOf } from './read/stockQueries.ts';
import { onTheWay, receive, takeBack } from './fulfil/transit.ts';

type Family = typeof goodsDocuments | typeof moneyDocuments;

/** What both families do alike. */
function familyRoutes(
  app: FastifyInstance,
  family: Family,
  kinds: readonly KindCode[],
  base: string,
): void {
  mountTables(app, `${base}/list`, sourceOfKind(kinds), `${base}/exportExcel`);
  mount(app, family.info, ({ id }, { read }) =>
    read((context) => documentById(context, id, kinds)),
  );
  mount(app, family.detail, ({ number, kind }, { read }) =>
    read((context) =>
      documentByNumber(
        context,
        number,
        kinds.filter((code) => kind === undefined || code === kind),
      ),
    ),
  );
  mount(app, family.remove, ({ id }, { transact }) =>
    transact((context) => changeDocuments(context, [id], 'delete', kinds)),
  );
  mount(app, family.removeBatch, ({ ids }, { transact }) =>
    transact((context) => changeDocuments(context, idsOf(ids), 'delete', kinds)),
  );
  mount(app, family.setStatus, ({ status, ...read }, { transact }) =>
    transact((context) =>
      changeDocuments(context, idsOf(read.ids), status === '1' ? 'approve' : 'unapprove', kinds, {
        read,
      }),
    ),
  );
}

export function documentRoutes(app: FastifyInstance): void {
  familyRoutes(app, goodsDocuments, goodsKindCodes, '/depotHead');
  familyRoutes(app, moneyDocuments, moneyKindCodes, '/accountHead');
  mount(app, goodsDocuments.add, (input, { transact }) =>
    transact((context) => saveGoods(context, input)),
  );
  mount(app, goodsDocuments.update, ({ id, version, ...input }, { transact }) =>
    transact((context) => saveGoods(context, input, { id, version })),
  );
  mount(app, moneyDocuments.add, (input, { transact }) =>
    transact((context) => saveMoney(context, input)),
  );
  mount(app, moneyDocuments.update, ({ id, version, ...input }, { transact }) =>
    transact((context) => saveMoney(context, input, { id, version })),
  );
  mount(app, forceClose, ({ ids }, { transact }) =>
    transact((context) => changeDocuments(context, idsOf(ids), 'forceClose', kindCodes)),
  );
  for (const step of keysOf(orderCalls)) {
    mount(app, orderCalls[step], ({ ids, ...rest }, { transact }) =>
      transact((context) => changeDocuments(context, idsOf(ids), step, kindCodes, rest)),
    );
  }
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
  mount(app, documentTrail, ({ id }, { read }) => read((context) => trailOf(context, id)));
  mount(app, documentLines, ({ headerId }, { read }) =>
    read(async (context) => ({ rows: await linesOf(context, headerId) })),
  );
  mount(app, documentToConvert, ({ ids, kind }, { read }) =>
    read((context) => convertible(context, idsOf(ids), kind)),
  );
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
  mountTable(app, debtSource);
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
  mount(app, stockOfBarcode, (input, { read }) => read((context) => stockOf(context, input)));
  mount(app, lotsOfBarcode, (input, { read }) => read((context) => lotsOf(context, input)));
  mount(app, serialsInStock, (input, { read }) => read((context) => serialsOf(context, input)));
  mount(app, goodsOfSerials, (input, { read }) => read((context) => findSerials(context, input)));
  mount(app, barcodesForLine, (input, { read }) => read((context) => lineDefaults(context, input)));
}
