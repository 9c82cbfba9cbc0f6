import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Optional } from '../field.ts';
import { Closed } from '../resource.ts';
import { settingsPage } from '../system/settings.ts';

/** Exports the caller's company in the format of `exportTenant`. Owner only, even after the term. */
export const exportOwnTenant = defineEndpoint({
  call: 'GET /tenant/exportOwn',
  summary: "The caller's whole company as one file, for its owner",
  access: { page: settingsPage, button: '3' },
  input: Closed({
    /** Key under which the window receives progress. */
    progress: Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
  }),
  reply: Type.Unknown(),
  envelope: 'file',
  whileReadOnly: ['expired'],
});
