import {
  confirmSecondFactor,
  currentSettings,
  currentUser,
  endOtherSessions,
  endOwnSession,
  login,
  loginSecondStep,
  logout,
  menu,
  ownSessions,
  platformName,
  preferences,
  publicPlatformValue,
  registerCompany,
  savePreference,
  secondFactor,
  startSecondFactor,
  stopSecondFactor,
  updatePassword,
  validateCasTicket,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import {
  createSharedThrottle,
  createThrottle,
  log,
  found,
  mount,
  mountPublic,
  refuse,
  rightsChanged,
} from '../../kernel/index.ts';
import { signInByTicket } from './cas.ts';
import { changePassword } from './changePassword.ts';
import { signIn } from './login.ts';
import { menuOf } from './menu.ts';
import { endOne, endOthers, sessionsOf } from './ownSessions.ts';
import { platformValue, publicValue } from './platformValue.ts';
import { keepPreference, preferencesOf } from './preferences.ts';
import { register } from './register.ts';
import { confirmSetUp, secondFactorOf, startSetUp, stopUsing } from './secondFactor.ts';
import { signInWithCode } from './secondStep.ts';
import { sessionUser } from './sessionUser.ts';
import { settingsOf } from './settings.ts';

const FIVE_MINUTES = 300_000;
const HOUR = 3_600_000;

/** Registers sign-in and what every signed-in screen reads. */
export function sessionRoutes(app: FastifyInstance): void {
  const { db, sessions, egress } = app.kernel;
  const throttles = {
    byName: createSharedThrottle(db, 'name', 10, FIVE_MINUTES),
    bySource: createSharedThrottle(db, 'source', 50, FIVE_MINUTES),
  };
  const byTicket = createSharedThrottle(db, 'ticket', 50, FIVE_MINUTES);
  const registrations = { bySource: createThrottle(10, HOUR), byAll: createThrottle(100, HOUR) };
  const guesses = {
    passwords: createSharedThrottle(db, 'password', 10, FIVE_MINUTES),
    codes: createSharedThrottle(db, 'code', 10, FIVE_MINUTES),
  };
  mountPublic(app, login, (input, knock) => signIn(db, throttles, input, knock));
  mountPublic(app, loginSecondStep, (input, knock) =>
    signInWithCode(app.kernel, throttles, input, knock),
  );
  mountPublic(app, validateCasTicket, (input, knock) =>
    signInByTicket(db, byTicket, input, knock, egress),
  );
  mountPublic(app, registerCompany, (input, knock) => register(db, registrations, input, knock));
  mountPublic(
    app,
    platformName,
    async () => (await platformValue(db, 'platform_name')) || 'Tradehouse',
  );
  mountPublic(app, publicPlatformValue, async ({ platformKey }) => ({
    platformKey,
    platformValue: await publicValue(db, platformKey),
  }));
  mount(app, logout, async (_, { scope, tokenHash, transact }) => {
    await transact(async (context) => {
      const { tx, tenantId } = context;
      await tx
        .deleteFrom('session')
        .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
        .where('tenant_id', '=', tenantId)
        .execute();
      await rightsChanged(context);
      // The one who looked through this user's eyes was written down when they began to.
      if (scope.readOnly !== 'viewing')
        log(context, { action: 'logout', subject: 'session', subjectId: scope.userId });
      return {};
    });
    sessions.forget(tokenHash);
    return {};
  });
  mount(app, currentUser, (_, { scope, read }) =>
    read(async ({ tx }) =>
      found(await sessionUser(tx, scope.tenantId, scope.userId, scope.institutionId)),
    ),
  );
  mount(app, updatePassword, async (input, call) => {
    const answer = await changePassword(db, guesses.passwords, input, call);
    sessions.forgetTenant(call.scope.tenantId);
    return answer;
  });
  mount(app, ownSessions, (_, call) => sessionsOf(call));
  mount(app, endOwnSession, (input, call) => endOne(call, input));
  mount(app, endOtherSessions, (_, call) => endOthers(call));
  mount(app, secondFactor, (_, call) => secondFactorOf(db, call));
  mount(app, startSecondFactor, (input, call) => startSetUp(app.kernel, guesses, input, call));
  mount(app, confirmSecondFactor, (input, call) => confirmSetUp(app.kernel, guesses, input, call));
  mount(app, stopSecondFactor, (input, call) => stopUsing(app.kernel, guesses, input, call));
  mount(app, menu, async ({ userId }, { scope, read }) => {
    if (userId !== undefined && userId !== scope.userId) refuse('record.missing');
    return read(menuOf);
  });
  mount(app, currentSettings, (_, { read }) => read(settingsOf));
  mount(app, preferences, (_, { read }) => read(preferencesOf));
  mount(app, savePreference, (input, call) => keepPreference(call, input));
}
