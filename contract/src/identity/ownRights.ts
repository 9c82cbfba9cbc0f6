import { Type } from 'typebox';
import { Closed, readAll } from '../resource.ts';

// Rights of the signed-in user, named like the original's clients request them. The screens read menu and
// columns instead.

/** Comma-joined digits: 1, 4 purchase amounts; 2, 5 retail; 3, 6 sale; 7 costs and stock values. */
export const currentPriceLimit = readAll({
  path: '/user/getCurrentPriceLimit',
  summary: 'Which amounts are hidden from the signed-in user',
  access: 'signedIn',
  reply: Closed({ priceLimit: Type.String() }),
});

/** '' without a role or with the company's own. */
export const currentRoleType = readAll({
  path: '/user/getRoleTypeByCurrentUser',
  summary: 'What the role of the signed-in user is for',
  access: 'signedIn',
  reply: Closed({ roleType: Type.String() }),
});

/** Pages with the user's button codes, joined by commas. */
export const currentButtons = readAll({
  path: '/user/getUserBtnByCurrentUser',
  summary: 'Which buttons the signed-in user has',
  access: 'signedIn',
  reply: Closed({
    userBtn: Type.Array(Closed({ url: Type.String(), btnStr: Type.String() })),
  }),
});
