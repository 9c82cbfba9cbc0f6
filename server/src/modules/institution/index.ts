// Institution: the company's branches as a tree, who belongs to which, and the one a session works for.
export { saveUserInstitutions, userInstitutions } from './membership.ts';
export { inInstitution } from './institutions.ts';
export { institutionRoutes } from './routes.ts';
