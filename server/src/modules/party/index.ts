// Party: whom the company deals with, and its own people in charge.
export { grantedPartners } from './partnerList.ts';
export { partyRoutes } from './routes.ts';
