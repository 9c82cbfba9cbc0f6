import {
  activities,
  activityChoices,
  approveCount,
  clearCount,
  countInfo,
  countRest,
  finishCount,
  goodsToGrade,
  gradeDocument,
  gradeGoods,
  markDefective,
  previewBackdated,
  releaseActivity,
  removeCount,
  reopenCount,
  reverseCount,
  setLock,
  startCount,
  enterCount,
  undoGrading,
  ungradedSerials,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { idsFromList, mountResource, mountTable } from '../../kernel/table/index.ts';
import { activityWriter, readActivityChoices, endActivity } from './activities.ts';
import { countLineRows, countRows } from './countLists.ts';
import { approveCounts, reverseCounts } from './countPost.ts';
import { openSheet, removeSheets, sheetInfo, stepSheet } from './countSheet.ts';
import { clearCountShares, countTheRest, takeEntries } from './countShares.ts';
import { gradeGoodsOf, readGoodsToGrade } from './gradeDocument.ts';
import {
  markGoodsDefective,
  formalRows,
  gradeUngradedGoods,
  gradingRows,
  serialsToGrade,
  revertGrading,
  ungradedRows,
} from './grading.ts';
import { changeLock, lockHistoryRows, lockRows } from './locks.ts';
import { lookAhead } from './preview.ts';

/** The calls of stock control. */
export function stockRoutes(app: FastifyInstance): void {
  countRoutes(app);
  mountTable(app, lockRows);
  mountTable(app, lockHistoryRows);
  mountEndpoint(app, setLock, (input, { transact }) =>
    transact((context) => changeLock(context, input)),
  );
  mountResource(app, activities, activityWriter);
  mountEndpoint(app, activityChoices, (_, { read }) => read(readActivityChoices));
  mountEndpoint(app, releaseActivity, ({ id }, { transact }) =>
    transact((context) => endActivity(context, id)),
  );
  mountTable(app, ungradedRows);
  mountTable(app, formalRows);
  mountTable(app, gradingRows);
  mountEndpoint(app, markDefective, (input, { transact }) =>
    transact((context) => markGoodsDefective(context, input)),
  );
  mountEndpoint(app, gradeGoods, (input, { transact }) =>
    transact((context) => gradeUngradedGoods(context, input)),
  );
  mountEndpoint(app, undoGrading, ({ id }, { transact }) =>
    transact((context) => revertGrading(context, id)),
  );
  mountEndpoint(app, ungradedSerials, (input, { read }) =>
    read((context) => serialsToGrade(context, input)),
  );
  mountEndpoint(app, goodsToGrade, (input, { read }) =>
    read((context) => readGoodsToGrade(context, input)),
  );
  mountEndpoint(app, gradeDocument, (input, { transact }) =>
    transact((context) => gradeGoodsOf(context, input)),
  );
  mountEndpoint(app, previewBackdated, (input, call) => lookAhead(call, input));
}

function countRoutes(app: FastifyInstance): void {
  mountTable(app, countRows);
  mountTable(app, countLineRows);
  mountEndpoint(app, startCount, (input, { transact }) =>
    transact((context) => openSheet(context, input)),
  );
  mountEndpoint(app, countInfo, (input, { read }) => read((context) => sheetInfo(context, input)));
  mountEndpoint(app, enterCount, (input, { transact }) =>
    transact((context) => takeEntries(context, input)),
  );
  mountEndpoint(app, clearCount, ({ id, lineIds }, { transact }) =>
    transact((context) => clearCountShares(context, id, lineIds)),
  );
  mountEndpoint(app, countRest, ({ id }, { transact }) =>
    transact((context) => countTheRest(context, id)),
  );
  mountEndpoint(app, finishCount, ({ id }, { transact }) =>
    transact((context) => stepSheet(context, id, 'counting')),
  );
  mountEndpoint(app, reopenCount, ({ id }, { transact }) =>
    transact((context) => stepSheet(context, id, 'recounting')),
  );
  mountEndpoint(app, approveCount, ({ ids }, { transact }) =>
    transact((context) => approveCounts(context, idsFromList(ids))),
  );
  mountEndpoint(app, reverseCount, ({ ids }, { transact }) =>
    transact((context) => reverseCounts(context, idsFromList(ids))),
  );
  mountEndpoint(app, removeCount, ({ ids }, { transact }) =>
    transact((context) => removeSheets(context, idsFromList(ids))),
  );
}
