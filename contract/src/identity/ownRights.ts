import { Type } from 'typebox';
import { Closed, readAll } from '../resource.ts';

// What the signed-in user may see and press, by the names that clients of the original ask for. The screens themselves
// read it from the menu and the columns.

/** Comma-joined digits (domain.md 7.4): 1, 4 purchase amounts; 2, 5 retail; 3, 6 sale; 7 costs and stock values. */
export const currentPriceLimit = readAll({
  path: '/user/getCurrentPriceLimit',
  summary: 'Which amounts are hidden from the signed-in user',
  access: 'signedIn',
  reply: Closed({ priceLimit: Type.String() }),
});

/** '' without a role or with one of the company's own. */
export const currentRoleType = readAll({
  path: '/user/getRoleTypeByCurrentUser',
  summary: 'What the role of the signed-in user is for',
  access: 'signedIn',
  reply: Closed({ roleType: Type.String() }),
});

/** Pages that offer buttons, each with the comma-joined codes of those it has there. */
export const currentButtons = readAll({
  path: '/user/getUserBtnByCurrentUser',
  summary: 'Which buttons the signed-in user has',
  access: 'signedIn',
  reply: Closed({
    userBtn: Type.Array(Closed({ url: Type.String(), btnStr: Type.String() })),
  }),
});
