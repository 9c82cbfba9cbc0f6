// Session: sign-in, menu, password and page settings of users.
export { refuseGuessable } from './guessable.ts';
export { guardSignIn } from './guarded.ts';
export { knownSources } from './openSession.ts';
export { hashPassword, hashPasswordFor } from './password.ts';
export { refuseLoginName } from './loginNames.ts';
export { resetLogin } from './resetLogin.ts';
export {
  endOldestSessions,
  endSessionsWhere,
  endUserSessions,
  insertSessionSql,
  moveSession,
  shortenSessions,
} from './sessionRows.ts';
export { hasSealedSecrets, sealSecrets } from './sealSecrets.ts';
export { sessionRoutes } from './routes.ts';
export { sessionHandlers, sessionSweeping } from './sweep.ts';
export { sessionUser } from './sessionUser.ts';
