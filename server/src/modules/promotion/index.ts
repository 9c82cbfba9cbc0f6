// Promotions: rules that reduce the amounts of sales lines, and their uses.
export { readOffer } from './offer.ts';
export { checkRegainedUses, keepUses, recordUses } from './uses.ts';
export type { RegainedUses } from './uses.ts';
export { promotionRoutes } from './routes.ts';
