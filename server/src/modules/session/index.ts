// Session: who signs in, what menu they get, their password and their page settings.
export { hashPassword, hashPasswordFor, refuseGuessable } from './password.ts';
export { sessionRoutes } from './routes.ts';
export { sessionUser } from './sessionUser.ts';
export { clearSecondFactor } from './secondFactor.ts';
