// Partner: whom the company deals with, and its own people in charge.
export { addPartners, changePartners, removePartners, saveOpenings } from './bringing.ts';
export { grantedPartners } from './partnerList.ts';
export { partnerRoutes } from './routes.ts';
