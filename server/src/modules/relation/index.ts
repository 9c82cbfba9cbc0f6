// Relation: what platforms call our goods.
export { relationRoutes } from './routes.ts';
