import {
  barcodesForLine,
  documentLines,
  documentToConvert,
  documentTrail,
  forceClose,
  goodsOfSerials,
  goodsDocuments,
  lotsOfBarcode,
  moneyDocuments,
  orderCalls,
  serialsInStock,
  stockOfBarcode,
} from '@tradehouse/contract';
import { goodsKindCodes, kindCodes, moneyKindCodes, keysOf } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import type { FastifyInstance } from 'fastify';
import { idsOf, mount, mountTable, mountTables } from '../../kernel/index.ts';
import { convertible } from './read/convert.ts';
import { debtSource } from './read/debts.ts';
import { documentById, documentByNumber, linesOf } from './read/detail.ts';
import { lineDefaults } from './read/lineDefaults.ts';
import { sourceOfKind } from './read/list.ts';
import { fulfilRoutes } from './fulfil/routes.ts';
import { changeDocuments, setStatus } from './save/steps.ts';
import { saveGoods, saveMoney } from './save/saveCalls.ts';
import { trailOf } from './links/trail.ts';
import { findSerials, lotsOf, serialsOf, stockOf } from './read/stockQueries.ts';

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
  mount(app, family.setStatus, (input, { transact }) =>
    transact((context) => setStatus(context, input, kinds)),
  );
}

export function documentRoutes(app: FastifyInstance): void {
  fulfilRoutes(app);
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
  mount(app, documentTrail, ({ id }, { read }) => read((context) => trailOf(context, id)));
  mount(app, documentLines, ({ headerId }, { read }) =>
    read(async (context) => ({ rows: await linesOf(context, headerId) })),
  );
  mount(app, documentToConvert, ({ ids, kind }, { read }) =>
    read((context) => convertible(context, idsOf(ids), kind)),
  );
  mountTable(app, debtSource);
  mount(app, stockOfBarcode, (input, { read }) => read((context) => stockOf(context, input)));
  mount(app, lotsOfBarcode, (input, { read }) => read((context) => lotsOf(context, input)));
  mount(app, serialsInStock, (input, { read }) => read((context) => serialsOf(context, input)));
  mount(app, goodsOfSerials, (input, { read }) => read((context) => findSerials(context, input)));
  mount(app, barcodesForLine, (input, { read }) => read((context) => lineDefaults(context, input)));
}
