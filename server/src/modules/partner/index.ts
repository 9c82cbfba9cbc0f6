// Partner: business partners, and the company's own people in charge.
export { addPartners, changePartners, removePartners, saveOpenings } from './bringing.ts';
export {
  columnsOfTerms,
  openingDebtBulk,
  postOpeningDebts,
  removeOpeningDebts,
  visibleOpeningDebts,
} from './openingDebts.ts';
export { hasOpeningDebts } from './openingSum.ts';
export { searchPartners } from './partnerChoices.ts';
export { grantedPartners } from './partnerList.ts';
export { partnerRoutes } from './routes.ts';
