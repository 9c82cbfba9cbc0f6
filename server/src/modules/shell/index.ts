// Shell: data of the frame around every page, page views, and a new company's first steps.
export { shellRoutes } from './routes.ts';
