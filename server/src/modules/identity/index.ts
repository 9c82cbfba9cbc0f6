// Identity: users and roles, what is granted to them, and what they then reach.
export { identityRoutes } from './routes.ts';
