import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Changed, Closed, defineChoices } from '../resource.ts';

/** Sessions of this user, newest first; `client` is the browser's description. Instants in ISO. */
export const ownSessions = defineChoices({
  path: '/userSession/list',
  summary: 'Where this user is signed in',
  row: {
    id: Type.String(),
    address: Type.String(),
    client: Type.String(),
    since: Type.String(),
    current: Type.Boolean(),
  },
});
export const endOwnSession = defineEndpoint({
  call: 'DELETE /userSession/delete',
  whileReadOnly: ['expired'],
  summary: "End one of this user's other sessions",
  access: 'signedIn',
  input: Closed({ id: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  reply: Changed,
});
export const endOtherSessions = defineEndpoint({
  call: 'POST /userSession/deleteOthers',
  whileReadOnly: ['expired'],
  summary: "End all of this user's sessions but this one",
  access: 'signedIn',
  input: Closed({}),
  reply: Changed,
});
