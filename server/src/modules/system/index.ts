// System: the company's settings and shared rules of several kinds of record.
export { makeDefault } from './makeDefault.ts';
export { requireCurrencyCode } from './currency.ts';
export { exactAmounts, exactMoney, moneyDigits, ownMoney, rateOn, worthSql } from './money.ts';
export { findOpenDay } from './openDay.ts';
export { refuseUnknownLanding } from './landingPage.ts';
export { openingTime } from './openingTime.ts';
export {
  heldSettings,
  refuseUnknownZone,
  reopenEmptied,
  saveNothing,
  setClosedUntil,
} from './settings.ts';
export { countPlanned, planNameSql, requirePlanRoom, samplesSilentSql } from './planLimits.ts';
export { systemRoutes } from './routes.ts';
export { readCompanyToday, companyTodaySql } from './today.ts';
export { treeOf } from './tree.ts';
