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
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import {
  createSharedThrottle,
  createThrottle,
  mountEndpoint,
  mountPublic,
  mountRead,
} from '../../kernel/http/index.ts';
import { logChange, rightsChanged } from '../../kernel/tx/index.ts';
import { signInWithCasTicket } from './cas.ts';
import { changePassword } from './changePassword.ts';
import { signInWithPassword } from './login.ts';
import { menuOf } from './menu.ts';
import { endOne, endOthers, sessionsOf } from './ownSessions.ts';
import { platformValue, publicValue } from './platformValue.ts';
import { keepPreference, preferencesOf } from './preferences.ts';
import { registerNewCompany } from './register.ts';
import { confirmSetUp, secondFactorOf, startSetUp, stopUsing } from './secondFactor.ts';
import { signInWithCode } from './secondStep.ts';
import { endSessionsWhere } from './sessionRows.ts';
import { sessionUser } from './sessionUser.ts';
import { readSessionSettings } from './settings.ts';

const FIVE_MINUTES = 300_000;
const HOUR = 3_600_000;

/** Registers sign-in and the data of every signed-in screen. */
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
  mountPublic(app, login, (input, knock) => signInWithPassword(db, throttles, input, knock));
  mountPublic(app, loginSecondStep, (input, knock) =>
    signInWithCode(app.kernel, throttles, input, knock),
  );
  mountPublic(app, validateCasTicket, (input, knock) =>
    signInWithCasTicket(db, byTicket, input, knock, egress),
  );
  mountPublic(app, registerCompany, (input, knock) =>
    registerNewCompany(db, registrations, input, knock),
  );
  mountPublic(
    app,
    platformName,
    async () => (await platformValue(db, 'platform_name')) || 'Tradehouse',
  );
  mountPublic(app, publicPlatformValue, async ({ platformKey }) => ({
    platformKey,
    platformValue: await publicValue(db, platformKey),
  }));
  mountEndpoint(app, logout, async (_, { scope, tokenHash, transact }) => {
    await transact(async (context) => {
      await endSessionsWhere(context, sql`token_hash = ${Buffer.from(tokenHash, 'hex')}`);
      await rightsChanged(context);
      // Viewing through this user's eyes was logged at the start.
      if (scope.readOnly !== 'viewing')
        logChange(context, { action: 'logout', subject: 'session', subjectId: scope.userId });
      return {};
    });
    sessions.forget(tokenHash);
    return {};
  });
  mountRead(app, currentUser, async ({ tx, scope }) =>
    orRefuseMissing(await sessionUser(tx, scope.tenantId, scope.userId, scope.institutionId)),
  );
  mountEndpoint(app, updatePassword, async (input, call) => {
    const answer = await changePassword(db, guesses.passwords, input, call);
    sessions.forgetTenant(call.scope.tenantId);
    return answer;
  });
  mountEndpoint(app, ownSessions, (_, call) => sessionsOf(call));
  mountEndpoint(app, endOwnSession, (input, call) => endOne(call, input));
  mountEndpoint(app, endOtherSessions, (_, call) => endOthers(call));
  mountEndpoint(app, secondFactor, (_, call) => secondFactorOf(db, call));
  mountEndpoint(app, startSecondFactor, (input, call) =>
    startSetUp(app.kernel, guesses, input, call),
  );
  mountEndpoint(app, confirmSecondFactor, (input, call) =>
    confirmSetUp(app.kernel, guesses, input, call),
  );
  mountEndpoint(app, stopSecondFactor, (input, call) =>
    stopUsing(app.kernel, guesses, input, call),
  );
  mountEndpoint(app, menu, async ({ userId }, { scope, read }) => {
    if (userId !== undefined && userId !== scope.userId) refuseWith('record.missing');
    return read(menuOf);
  });
  mountRead(app, currentSettings, readSessionSettings);
  mountRead(app, preferences, preferencesOf);
  mountEndpoint(app, savePreference, (input, call) => keepPreference(call, input));
}
