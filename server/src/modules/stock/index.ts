// Stock: counting it, locking it, grading it, and saying in time what a change in the past or time itself does to it.
export { belowMinimum, expiryLevel, stockHandlers, sweep, sweeping } from './alerts.ts';
export { takeEntries } from './countShares.ts';
export { firstPass, goesAgain, passSql, stateSql } from './countSheet.ts';
export { namedSpot } from './skuNames.ts';
export { stockRoutes } from './routes.ts';
