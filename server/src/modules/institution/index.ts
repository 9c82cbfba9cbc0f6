// Institution: the company's branches in a tree, memberships, and the session's current branch.
export { saveUserInstitutions, userInstitutions } from './membership.ts';
export { inInstitution } from './institutions.ts';
export { institutionRoutes } from './routes.ts';
