import {
  agreedOfDraft,
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
import { mountEndpoint } from '../../kernel/http/index.ts';
import { idsFromList, mountTable, mountTables } from '../../kernel/table/index.ts';
import { readConvertibleDraft } from './read/convert.ts';
import { agreedForDraft } from './read/draftAgreed.ts';
import { debtSource } from './read/debts.ts';
import { documentById, documentByNumber, readDocumentLines } from './read/detail.ts';
import { lineDefaults } from './read/lineDefaults.ts';
import { sourceOfKind } from './read/list.ts';
import { fulfilRoutes } from './fulfil/routes.ts';
import { changeDocuments, setDocumentStatus } from './save/steps.ts';
import { saveGoods, saveMoney } from './save/saveCalls.ts';
import { trailOf } from './links/trail.ts';
import {
  findSerials,
  readBarcodeLots,
  readSerialsInStock,
  readBarcodeStock,
} from './read/stockQueries.ts';

type Family = typeof goodsDocuments | typeof moneyDocuments;

/** Mounts the routes common to both families. */
function familyRoutes(
  app: FastifyInstance,
  family: Family,
  kinds: readonly KindCode[],
  base: string,
): void {
  mountTables(app, `${base}/list`, sourceOfKind(kinds), `${base}/exportExcel`);
  mountEndpoint(app, family.info, ({ id }, { read }) =>
    read((context) => documentById(context, id, kinds)),
  );
  mountEndpoint(app, family.detail, ({ number, kind }, { read }) =>
    read((context) =>
      documentByNumber(
        context,
        number,
        kinds.filter((code) => kind === undefined || code === kind),
      ),
    ),
  );
  mountEndpoint(app, family.remove, ({ id }, { transact }) =>
    transact((context) => changeDocuments(context, [id], 'delete', kinds)),
  );
  mountEndpoint(app, family.removeBatch, ({ ids }, { transact }) =>
    transact((context) => changeDocuments(context, idsFromList(ids), 'delete', kinds)),
  );
  mountEndpoint(app, family.setStatus, (input, { transact }) =>
    transact((context) => setDocumentStatus(context, input, kinds)),
  );
}

export function documentRoutes(app: FastifyInstance): void {
  fulfilRoutes(app);
  familyRoutes(app, goodsDocuments, goodsKindCodes, '/depotHead');
  familyRoutes(app, moneyDocuments, moneyKindCodes, '/accountHead');
  mountEndpoint(app, goodsDocuments.add, (input, { transact }) =>
    transact((context) => saveGoods(context, input)),
  );
  mountEndpoint(app, goodsDocuments.update, ({ id, version, ...input }, { transact }) =>
    transact((context) => saveGoods(context, input, { id, version })),
  );
  mountEndpoint(app, moneyDocuments.add, (input, { transact }) =>
    transact((context) => saveMoney(context, input)),
  );
  mountEndpoint(app, moneyDocuments.update, ({ id, version, ...input }, { transact }) =>
    transact((context) => saveMoney(context, input, { change: { id, version } })),
  );
  mountEndpoint(app, forceClose, ({ ids }, { transact }) =>
    transact((context) => changeDocuments(context, idsFromList(ids), 'forceClose', kindCodes)),
  );
  for (const step of keysOf(orderCalls)) {
    mountEndpoint(app, orderCalls[step], ({ ids, ...rest }, { transact }) =>
      transact((context) => changeDocuments(context, idsFromList(ids), step, kindCodes, rest)),
    );
  }
  mountEndpoint(app, documentTrail, ({ id }, { read }) => read((context) => trailOf(context, id)));
  mountEndpoint(app, documentLines, ({ headerId }, { read }) =>
    read(async (context) => ({ rows: await readDocumentLines(context, headerId) })),
  );
  mountEndpoint(app, documentToConvert, ({ ids, kind }, { read }) =>
    read((context) => readConvertibleDraft(context, idsFromList(ids), kind)),
  );
  mountEndpoint(app, agreedOfDraft, ({ id }, { read }) =>
    read((context) => agreedForDraft(context, id, goodsKindCodes)),
  );
  mountTable(app, debtSource);
  mountEndpoint(app, stockOfBarcode, (input, { read }) =>
    read((context) => readBarcodeStock(context, input)),
  );
  mountEndpoint(app, lotsOfBarcode, (input, { read }) =>
    read((context) => readBarcodeLots(context, input)),
  );
  mountEndpoint(app, serialsInStock, (input, { read }) =>
    read((context) => readSerialsInStock(context, input)),
  );
  mountEndpoint(app, goodsOfSerials, (input, { read }) =>
    read((context) => findSerials(context, input)),
  );
  mountEndpoint(app, barcodesForLine, (input, { read }) =>
    read((context) => lineDefaults(context, input)),
  );
}
