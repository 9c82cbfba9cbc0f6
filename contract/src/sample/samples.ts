import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Closed, Nullable, readAll } from '../resource.ts';
import { settingsPage } from '../system/settings.ts';

/**
 * How far the samples of a company are: `offered` and not taken yet, being `filled` in day by day (`done` of `total`), there, gone
 * again, or `failed` on the way. Once it is without them and has documents of its own, the company is as one made without.
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

/** Begins; the work goes on beside the request. Samples that are there are deleted before. Of the owner alone. */
export const fillSamples = endpoint({
  call: 'POST /samples/fill',
  summary: 'Let the company trade for a year, in the language of the caller',
  access: { page: settingsPage, button: '1' },
  input: Closed({}),
  reply: Samples,
});

/**
 * Deletes every record and document of a company with samples in it; users, institutions, roles, settings, print templates and
 * the log stay, closed days are open again. One without them keeps what it has. Of the owner alone.
 */
export const emptySamples = endpoint({
  call: 'POST /samples/empty',
  summary: 'Empty a company that was made with samples',
  access: { page: settingsPage, button: '1' },
  input: Closed({}),
  reply: Samples,
});
