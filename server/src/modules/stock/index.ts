// Stock: counts, locks, grading, and timely warnings of effects of back-dated changes and of time.
export {
  belowMinimum,
  expiryLevel,
  stockHandlers,
  processDueStockEvents,
  sweeping,
} from './alerts.ts';
export { takeEntries } from './countShares.ts';
export { firstPass, goesAgain, passSql, stateSql } from './countSheet.ts';
export { namedSpot } from './skuNames.ts';
export { stockRoutes } from './routes.ts';
