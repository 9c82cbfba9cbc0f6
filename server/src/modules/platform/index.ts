// Platform: companies, the platform's settings and extensions, for the platform's own people.
export { platformHandlers, termNotifying } from './termNotice.ts';
export { platformRoutes } from './routes.ts';
