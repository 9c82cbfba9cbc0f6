import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText } from '../field.ts';
import { Closed, Id, readAll } from '../resource.ts';
import { SessionUser } from '../session/endpoints.ts';

/** `orgCode`: the institution's number, else its id. */
const Department = Closed({ id: Id, departName: Type.String(), orgCode: Type.String() });
export type Department = Static<typeof Department>;

/** Institutions of the signed-in user, and the session's current one ('' for none). */
export const currentDepartments = readAll({
  path: '/sys/user/getCurrentUserDeparts',
  summary: 'The institutions one may switch to',
  access: 'signedIn',
  reply: Closed({ list: Type.Array(Department), orgCode: Type.String() }),
});

/** `username`: the signed-in user's own login name. */
export const selectDepartment = defineEndpoint({
  call: 'POST /sys/selectDepart',
  summary: 'Work for another of one’s institutions',
  access: 'signedIn',
  input: Closed({ orgCode: NameText(1, 20), username: NameText(1, 100) }),
  reply: Closed({ userInfo: SessionUser }),
});
