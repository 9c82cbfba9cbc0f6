import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Closed, Nullable, readAll } from '../resource.ts';
import { settingsPage } from '../system/settings.ts';

/**
 * Company's samples: `offered`, being `filled` in day by day (`done` of `total`), present, removed, or
 * `failed` midway. Without samples but with its own documents, a company counts for one made without.
 */
export const Samples = Closed({
  state: Type.Enum(['offered', 'filling', 'filled', 'failed', 'empty']),
  done: Type.Integer(),
  total: Type.Integer(),
});
export type Samples = Static<typeof Samples>;

export const samples = readAll({
  path: '/samples',
  summary: 'How far the samples of the company are; null where it was made without',
  access: 'signedIn',
  reply: Nullable(Samples),
});

/** Starts filling in the background; present samples are deleted first. Owner only. */
export const fillSamples = defineEndpoint({
  call: 'POST /samples/fill',
  summary: 'Let the company trade for a year, in the language of the caller',
  access: { page: settingsPage, button: '1' },
  input: Closed({}),
  reply: Samples,
});

/**
 * Deletes every record and document of a company with samples. Users, institutions, roles, settings, print
 * templates and log stay; closed days are reopened. Without samples, everything stays. Owner only.
 */
export const emptySamples = defineEndpoint({
  call: 'POST /samples/empty',
  summary: 'Empty a company that was made with samples',
  access: { page: settingsPage, button: '1' },
  input: Closed({}),
  reply: Samples,
});
