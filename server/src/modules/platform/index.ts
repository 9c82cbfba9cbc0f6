// Platform: companies, the platform's settings and extensions, for the platform's own people.
export { platformRoutes } from './routes.ts';
