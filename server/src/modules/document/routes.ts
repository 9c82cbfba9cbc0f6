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
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
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
  mountRead(app, family.info, (context, { id }) => documentById(context, id, kinds));
  mountRead(app, family.detail, (context, { number, kind }) =>
    documentByNumber(
      context,
      number,
      kinds.filter((code) => kind === undefined || code === kind),
    ),
  );
  mountWrite(app, family.remove, (context, { id }) =>
    changeDocuments(context, [id], 'delete', kinds),
  );
  mountWrite(app, family.removeBatch, (context, { ids }) =>
    changeDocuments(context, idsFromList(ids), 'delete', kinds),
  );
  mountWrite(app, family.setStatus, (context, input) => setDocumentStatus(context, input, kinds));
}

export function documentRoutes(app: FastifyInstance): void {
  fulfilRoutes(app);
  familyRoutes(app, goodsDocuments, goodsKindCodes, '/depotHead');
  familyRoutes(app, moneyDocuments, moneyKindCodes, '/accountHead');
  mountWrite(app, goodsDocuments.add, saveGoods);
  mountWrite(app, goodsDocuments.update, (context, { id, version, ...input }) =>
    saveGoods(context, input, { id, version }),
  );
  mountWrite(app, moneyDocuments.add, saveMoney);
  mountWrite(app, moneyDocuments.update, (context, { id, version, ...input }) =>
    saveMoney(context, input, { change: { id, version } }),
  );
  mountWrite(app, forceClose, (context, { ids }) =>
    changeDocuments(context, idsFromList(ids), 'forceClose', kindCodes),
  );
  for (const step of keysOf(orderCalls)) {
    mountWrite(app, orderCalls[step], (context, { ids, ...rest }) =>
      changeDocuments(context, idsFromList(ids), step, kindCodes, rest),
    );
  }
  mountRead(app, documentTrail, (context, { id }) => trailOf(context, id));
  mountRead(app, documentLines, async (context, { headerId }) => ({
    rows: await readDocumentLines(context, headerId),
  }));
  mountRead(app, documentToConvert, (context, { ids, kind }) =>
    readConvertibleDraft(context, idsFromList(ids), kind),
  );
  mountRead(app, agreedOfDraft, (context, { id }) => agreedForDraft(context, id, goodsKindCodes));
  mountTable(app, debtSource);
  mountRead(app, stockOfBarcode, readBarcodeStock);
  mountRead(app, lotsOfBarcode, readBarcodeLots);
  mountRead(app, serialsInStock, readSerialsInStock);
  mountRead(app, goodsOfSerials, findSerials);
  mountRead(app, barcodesForLine, lineDefaults);
}
