// Partner: whom the company deals with, and its own people in charge.
export { grantedPartners } from './partnerList.ts';
export { partnerRoutes } from './routes.ts';
