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
import { idsOf, mount, mountResource, mountTable } from '../../kernel/index.ts';
import { activityWriter, choices, endActivity } from './activities.ts';
import { countLineRows, countRows } from './countLists.ts';
import { approveCounts, reverseCounts } from './countPost.ts';
import { openSheet, removeSheets, sheetInfo, stepSheet } from './countSheet.ts';
import { clearLines, countTheRest, takeEntries } from './countShares.ts';
import { gradeGoodsOf, readGoodsToGrade } from './gradeDocument.ts';
import {
  defective,
  formalRows,
  grade,
  gradingRows,
  serialsToGrade,
  takeBack,
  ungradedRows,
} from './grading.ts';
import { changeLock, lockHistoryRows, lockRows } from './locks.ts';
import { lookAhead } from './preview.ts';

/** The calls of stock control. */
export function stockRoutes(app: FastifyInstance): void {
  countRoutes(app);
  mountTable(app, lockRows);
  mountTable(app, lockHistoryRows);
  mount(app, setLock, (input, { transact }) => transact((context) => changeLock(context, input)));
  mountResource(app, activities, activityWriter);
  mount(app, activityChoices, (_, { read }) => read(choices));
  mount(app, releaseActivity, ({ id }, { transact }) =>
    transact((context) => endActivity(context, id)),
  );
  mountTable(app, ungradedRows);
  mountTable(app, formalRows);
  mountTable(app, gradingRows);
  mount(app, markDefective, (input, { transact }) =>
    transact((context) => defective(context, input)),
  );
  mount(app, gradeGoods, (input, { transact }) => transact((context) => grade(context, input)));
  mount(app, undoGrading, ({ id }, { transact }) => transact((context) => takeBack(context, id)));
  mount(app, ungradedSerials, (input, { read }) =>
    read((context) => serialsToGrade(context, input)),
  );
  mount(app, goodsToGrade, (input, { read }) =>
    read((context) => readGoodsToGrade(context, input)),
  );
  mount(app, gradeDocument, (input, { transact }) =>
    transact((context) => gradeGoodsOf(context, input)),
  );
  mount(app, previewBackdated, (input, call) => lookAhead(call, input));
}

function countRoutes(app: FastifyInstance): void {
  mountTable(app, countRows);
  mountTable(app, countLineRows);
  mount(app, startCount, (input, { transact }) => transact((context) => openSheet(context, input)));
  mount(app, countInfo, (input, { read }) => read((context) => sheetInfo(context, input)));
  mount(app, enterCount, (input, { transact }) =>
    transact((context) => takeEntries(context, input)),
  );
  mount(app, clearCount, ({ id, lineIds }, { transact }) =>
    transact((context) => clearLines(context, id, lineIds)),
  );
  mount(app, countRest, ({ id }, { transact }) => transact((context) => countTheRest(context, id)));
  mount(app, finishCount, ({ id }, { transact }) =>
    transact((context) => stepSheet(context, id, 'counting')),
  );
  mount(app, reopenCount, ({ id }, { transact }) =>
    transact((context) => stepSheet(context, id, 'recounting')),
  );
  mount(app, approveCount, ({ ids }, { transact }) =>
    transact((context) => approveCounts(context, idsOf(ids))),
  );
  mount(app, reverseCount, ({ ids }, { transact }) =>
    transact((context) => reverseCounts(context, idsOf(ids))),
  );
  mount(app, removeCount, ({ ids }, { transact }) =>
    transact((context) => removeSheets(context, idsOf(ids))),
  );
}
