// Moving in: steps of a company that comes from another program, and figures compared with the books.
export { movingRoutes } from './routes.ts';
