// Identity: users, roles, grants, and the resulting rights.
export { grantToCreator } from './grants.ts';
export { holdUsers } from './holdUsers.ts';
export { resetValue } from './passwords.ts';
export { requireScopeWithinOwn } from './reach.ts';
export { identityRoutes } from './routes.ts';
export { tenantTerms } from './userChoices.ts';
