import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { SingleLine } from '../field.ts';
import { Closed, readAll } from '../resource.ts';
import { PasswordHash, login } from './endpoints.ts';

/** Six digits of the app, or a recovery code; spaces and hyphens don't count. */
const Code = SingleLine(6, 40);

/** Second sign-in step after `secondFactor.needed`; the error facts hold the challenge. */
export const loginSecondStep = defineEndpoint({
  call: 'POST /user/loginSecondStep',
  summary: 'Sign in, second step: a code',
  access: 'public',
  writes: false,
  input: Closed({ challenge: Type.String({ pattern: '^[0-9a-f]{64}$' }), code: Code }),
  reply: login.reply,
});

export const secondFactor = readAll({
  path: '/userSecondFactor/info',
  summary: "Whether this user's sign-in asks for a code",
  access: 'signedIn',
  reply: Closed({ on: Type.Boolean(), recoveryCodes: Type.Integer() }),
});
/** Generates a secret, effective once `confirmSecondFactor` receives a code. `uri` is the QR text. */
export const startSecondFactor = defineEndpoint({
  call: 'POST /userSecondFactor/start',
  whileReadOnly: ['expired'],
  summary: 'Set up a second factor',
  access: 'signedIn',
  input: Closed({ password: PasswordHash }),
  reply: Closed({ secret: Type.String(), uri: Type.String() }),
});
/** Enables the second factor. Recovery codes appear only in this reply; each works once. */
export const confirmSecondFactor = defineEndpoint({
  call: 'POST /userSecondFactor/confirm',
  whileReadOnly: ['expired'],
  summary: 'Switch the second factor on',
  access: 'signedIn',
  input: Closed({ code: Code }),
  reply: Closed({ recoveryCodes: Type.Array(Type.String()) }),
});
export const stopSecondFactor = defineEndpoint({
  call: 'POST /userSecondFactor/stop',
  whileReadOnly: ['expired'],
  summary: 'Switch the second factor off',
  access: 'signedIn',
  input: Closed({ password: PasswordHash, code: Code }),
  reply: Closed({}),
});
