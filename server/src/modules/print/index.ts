// Print: printed documents, and the company's print templates.
export { printRoutes } from './routes.ts';
