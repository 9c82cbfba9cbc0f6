// System: the company's settings, and what several kinds of record share.
export { makeDefault } from './makeDefault.ts';
export { asMoney, exactMoney, moneyDigits, ownMoney, rateOn, worthSql } from './money.ts';
export { findOpenDay } from './openDay.ts';
export { openingTime } from './openingTime.ts';
export { heldSettings, refuseUnknownZone, saveNothing, setClosedUntil } from './settings.ts';
export { systemRoutes } from './routes.ts';
export { today, todayOf } from './today.ts';
export { treeOf } from './tree.ts';
