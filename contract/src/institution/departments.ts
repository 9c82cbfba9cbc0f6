import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name } from '../field.ts';
import { Closed, Id, readAll } from '../resource.ts';
import { SessionUser } from '../session/endpoints.ts';

/** `orgCode` is the institution's number, its id where it has none. */
const Department = Closed({ id: Id, departName: Type.String(), orgCode: Type.String() });
export type Department = Static<typeof Department>;

/** The institutions of the signed-in user, and the one this session works for ('' for none). */
export const currentDepartments = readAll({
  path: '/sys/user/getCurrentUserDeparts',
  summary: 'The institutions one may switch to',
  access: 'signedIn',
  reply: Closed({ list: Type.Array(Department), orgCode: Type.String() }),
});

/** `username` is the login name of the signed-in user; no one switches another. */
export const selectDepartment = endpoint({
  call: 'POST /sys/selectDepart',
  summary: 'Work for another of one’s institutions',
  access: 'signedIn',
  input: Closed({ orgCode: Name(1, 20), username: Name(1, 100) }),
  reply: Closed({ userInfo: SessionUser }),
});
