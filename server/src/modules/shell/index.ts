// Shell: what the frame around every page asks for, which pages are opened how often, and what a new company has to do.
export { shellRoutes } from './routes.ts';
