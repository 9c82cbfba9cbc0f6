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
import { mountEndpoint, mountRead, mountWrite } from '../../kernel/http/index.ts';
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
import { changeLock, dayLockRows, lockHistoryRows, lockRows } from './locks.ts';
import { lookAhead } from './preview.ts';

/** The calls of stock control. */
export function stockRoutes(app: FastifyInstance): void {
  countRoutes(app);
  mountTable(app, lockRows);
  mountTable(app, dayLockRows);
  mountTable(app, lockHistoryRows);
  mountWrite(app, setLock, changeLock);
  mountResource(app, activities, activityWriter);
  mountRead(app, activityChoices, readActivityChoices);
  mountWrite(app, releaseActivity, (context, { id }) => endActivity(context, id));
  mountTable(app, ungradedRows);
  mountTable(app, formalRows);
  mountTable(app, gradingRows);
  mountWrite(app, markDefective, markGoodsDefective);
  mountWrite(app, gradeGoods, gradeUngradedGoods);
  mountWrite(app, undoGrading, (context, { id }) => revertGrading(context, id));
  mountRead(app, ungradedSerials, serialsToGrade);
  mountRead(app, goodsToGrade, readGoodsToGrade);
  mountWrite(app, gradeDocument, gradeGoodsOf);
  mountEndpoint(app, previewBackdated, (input, call) => lookAhead(call, input));
}

function countRoutes(app: FastifyInstance): void {
  mountTable(app, countRows);
  mountTable(app, countLineRows);
  mountWrite(app, startCount, openSheet);
  mountRead(app, countInfo, sheetInfo);
  mountWrite(app, enterCount, takeEntries);
  mountWrite(app, clearCount, (context, { id, lineIds }) => clearCountShares(context, id, lineIds));
  mountWrite(app, countRest, (context, { id }) => countTheRest(context, id));
  mountWrite(app, finishCount, (context, { id }) => stepSheet(context, id, 'counting'));
  mountWrite(app, reopenCount, (context, { id }) => stepSheet(context, id, 'recounting'));
  mountWrite(app, approveCount, (context, { ids }) => approveCounts(context, idsFromList(ids)));
  mountWrite(app, reverseCount, (context, { ids }) => reverseCounts(context, idsFromList(ids)));
  mountWrite(app, removeCount, (context, { ids }) => removeSheets(context, idsFromList(ids)));
}
