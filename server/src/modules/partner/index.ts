// Partner: whom the company deals with, and its own people in charge.
export { grantToCreator, saveOpenings } from './bringing.ts';
export { grantedPartners } from './partnerList.ts';
export { partnerRoutes } from './routes.ts';
