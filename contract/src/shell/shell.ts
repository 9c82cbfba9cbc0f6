import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText } from '../field.ts';
import { Closed, readAll } from '../resource.ts';

/** Operator settings for the frame around every page. */
export const shellSettings = readAll({
  path: '/sys/shell',
  summary: "The operator's settings of the shell",
  access: 'signedIn',
  reply: Closed({
    /** Where help is found, outside the product; '' when nowhere. */
    helpUrl: Type.String(),
    /** Where companies renew their term; '' when nowhere. */
    renewUrl: Type.String(),
    countsViews: Type.Boolean(),
  }),
});

/** Reports how often each menu page was shown since the last call; stored per day and user. */
export const countViews = defineEndpoint({
  call: 'POST /sys/pageView',
  whileReadOnly: ['expired'],
  summary: 'Count opened pages',
  access: 'signedIn',
  input: Closed({
    views: Type.Array(
      Closed({
        url: NameText(1, 200),
        views: Type.Integer({ minimum: 1, maximum: 1000 }),
      }),
      { minItems: 1, maxItems: 50 },
    ),
  }),
  reply: Closed({}),
});
