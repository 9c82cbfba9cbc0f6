// Print: documents as they go on paper, and how a company wants them there.
export { printRoutes } from './routes.ts';
