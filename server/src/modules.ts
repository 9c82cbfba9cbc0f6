import type { Database } from '@tradehouse/database';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Kernel } from './kernel/access/index.ts';
import type { JobHandlers, RecurringWork } from './kernel/live/index.ts';
import { plainRoutes } from './plainRoutes.ts';
import { bankRoutes } from './modules/bank/index.ts';
import { catalogHandlers, catalogRoutes } from './modules/catalog/index.ts';
import { revaluationRoutes } from './modules/revaluation/index.ts';
import { closingRoutes } from './modules/closing/index.ts';
import { documentRoutes } from './modules/document/index.ts';
import { fileRoutes } from './modules/file/index.ts';
import { identityRoutes } from './modules/identity/index.ts';
import { institutionRoutes } from './modules/institution/index.ts';
import { messageHandlers, messageRoutes } from './modules/message/index.ts';
import { invoiceRoutes } from './modules/invoice/index.ts';
import { logRoutes } from './modules/log/index.ts';
import { logisticsRoutes } from './modules/logistics/index.ts';
import { movingRoutes } from './modules/moving/index.ts';
import { moneyRoutes } from './modules/money/index.ts';
import {
  openApiRoutes,
  webhookHandlers,
  webhookSending,
  webhookSweeping,
} from './modules/openApi/index.ts';
import { partnerRoutes } from './modules/partner/index.ts';
import { createRollUpWork } from './modules/posting/index.ts';
import { jsherpRoutes } from './modules/jsherp/index.ts';
import { platformHandlers, platformRoutes, termNotifying } from './modules/platform/index.ts';
import { relationRoutes } from './modules/externalOrder/index.ts';
import { printRoutes } from './modules/print/index.ts';
import { promotionRoutes } from './modules/promotion/index.ts';
import { replenishRoutes } from './modules/replenish/index.ts';
import { dueHandlers, dueTelling, reportRoutes } from './modules/report/index.ts';
import { sampleRoutes } from './modules/sample/index.ts';
import {
  savedViewHandlers,
  savedViewRoutes,
  viewFileSweeping,
  viewSending,
} from './modules/savedView/index.ts';
import { sessionHandlers, sessionRoutes, sessionSweeping } from './modules/session/index.ts';
import { sheetRoutes } from './modules/sheet/index.ts';
import { shellRoutes } from './modules/shell/index.ts';
import { systemRoutes } from './modules/system/index.ts';
import { stockHandlers, stockRoutes, sweeping } from './modules/stock/index.ts';
import { warehouseRoutes } from './modules/warehouse/index.ts';

/** Routes of every module. A new module adds its line here. */
export const modules: readonly ((app: FastifyInstance) => void | Promise<void>)[] = [
  sessionRoutes,
  shellRoutes,
  systemRoutes,
  identityRoutes,
  institutionRoutes,
  logRoutes,
  warehouseRoutes,
  moneyRoutes,
  partnerRoutes,
  catalogRoutes,
  fileRoutes,
  documentRoutes,
  promotionRoutes,
  invoiceRoutes,
  bankRoutes,
  relationRoutes,
  logisticsRoutes,
  printRoutes,
  sheetRoutes,
  reportRoutes,
  replenishRoutes,
  closingRoutes,
  revaluationRoutes,
  movingRoutes,
  jsherpRoutes,
  platformRoutes,
  sampleRoutes,
  stockRoutes,
  messageRoutes,
  savedViewRoutes,
  plainRoutes,
  openApiRoutes,
];

export { unfolded } from './modules/posting/index.ts';

export const createJobHandlers = (db: Kysely<Database>): JobHandlers =>
  mergeJobHandlers([
    messageHandlers(db),
    catalogHandlers(db),
    stockHandlers(db),
    sessionHandlers(db),
    dueHandlers(db),
    savedViewHandlers(db),
    webhookHandlers(db),
    platformHandlers(db),
  ]);

export const crontab = [
  sweeping,
  sessionSweeping,
  dueTelling,
  viewFileSweeping,
  webhookSweeping,
  termNotifying,
].join('\n');

export const recurringWorkOf = (kernel: Kernel): readonly RecurringWork[] => [
  createRollUpWork(kernel.db),
  viewSending(kernel),
  webhookSending(kernel),
];

/**
 * Merges handlers by topic. One event may have several, each harmless to repeat, so one failure repeats
 * all.
 */
function mergeJobHandlers(all: readonly JobHandlers[]): JobHandlers {
  const topics = [...new Set(all.flatMap((one) => Object.keys(one)))];
  return Object.fromEntries(
    topics.map((topic) => [
      topic,
      async (event) => {
        for (const one of all) await one[topic]?.(event);
      },
    ]),
  );
}
