// Identity: users and roles, what is granted to them, and what they then reach.
export { holdUsers } from './holdUsers.ts';
export { resetValue } from './passwords.ts';
export { reached } from './reach.ts';
export { identityRoutes } from './routes.ts';
export { tenantTerms } from './userChoices.ts';
