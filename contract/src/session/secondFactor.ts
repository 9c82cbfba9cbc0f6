import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Line } from '../field.ts';
import { Closed, readAll } from '../resource.ts';
import { PasswordHash, login } from './endpoints.ts';

/** Six digits of the app, or a recovery code; spaces and hyphens don't count. */
const Code = Line(6, 40);

/** The second step of a sign-in that was refused with `secondFactor.needed`, whose facts hold the challenge. */
export const loginSecondStep = endpoint({
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
/** Draws a secret; it counts once a code made with it is given to `confirmSecondFactor`. `uri` is what the QR code says. */
export const startSecondFactor = endpoint({
  call: 'POST /userSecondFactor/start',
  whileReadOnly: ['expired'],
  summary: 'Set up a second factor',
  access: 'signedIn',
  input: Closed({ password: PasswordHash }),
  reply: Closed({ secret: Type.String(), uri: Type.String() }),
});
/** Switches it on. The recovery codes are told here and never again; each opens once. */
export const confirmSecondFactor = endpoint({
  call: 'POST /userSecondFactor/confirm',
  whileReadOnly: ['expired'],
  summary: 'Switch the second factor on',
  access: 'signedIn',
  input: Closed({ code: Code }),
  reply: Closed({ recoveryCodes: Type.Array(Type.String()) }),
});
export const stopSecondFactor = endpoint({
  call: 'POST /userSecondFactor/stop',
  whileReadOnly: ['expired'],
  summary: 'Switch the second factor off',
  access: 'signedIn',
  input: Closed({ password: PasswordHash, code: Code }),
  reply: Closed({}),
});
