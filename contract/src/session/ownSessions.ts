import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Changed, Closed, choices } from '../resource.ts';

/** Where this user is signed in, newest first; `client` is what the browser says of itself. Instants in ISO. */
export const ownSessions = choices({
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
export const endOwnSession = endpoint({
  call: 'DELETE /userSession/delete',
  whileReadOnly: ['expired'],
  summary: "End one of this user's other sessions",
  access: 'signedIn',
  input: Closed({ id: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  reply: Changed,
});
export const endOtherSessions = endpoint({
  call: 'POST /userSession/deleteOthers',
  whileReadOnly: ['expired'],
  summary: "End all of this user's sessions but this one",
  access: 'signedIn',
  input: Closed({}),
  reply: Changed,
});
