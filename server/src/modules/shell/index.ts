// Shell: what the frame around every page asks for, and which pages are opened how often.
export { shellRoutes } from './routes.ts';
