import type { OpenScope } from './openScopes.ts';

/** What a program may be told of: what it happened to, and what happened. */
export const webhookEvents = [
  'salesOrder.created',
  'salesOrder.changed',
  'salesOrder.approved',
  'salesOrder.deleted',
  'outbound.created',
  'outbound.changed',
  'outbound.approved',
  'outbound.shipped',
  'outbound.deleted',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Told once, by hand, to see whether it arrives. */
export const TRIAL_EVENT = 'webhook.trial';

type Subject = WebhookEvent extends `${infer S}.${string}` ? S : never;

/** The scope that lets a program know of it, and the list of the open API that tells the rest. */
const subjects = {
  salesOrder: { scope: 'orders:read', list: 'orders' },
  outbound: { scope: 'outbounds:read', list: 'outbounds' },
} as const satisfies Readonly<
  Record<Subject, { readonly scope: OpenScope; readonly list: string }>
>;

const subjectOf = (event: WebhookEvent): (typeof subjects)[Subject] =>
  // SAFETY: events are named by what they happen to.
  subjects[event.split('.')[0] as Subject];

export const webhookScope = (event: WebhookEvent): OpenScope => subjectOf(event).scope;

/** The name of that list. */
export const webhookList = (event: WebhookEvent): string => subjectOf(event).list;

/** Where the rest is asked for, below the address of the API. */
export const webhookLink = (event: WebhookEvent, number: string): string =>
  `/openapi/${webhookList(event)}?search=${encodeURIComponent(JSON.stringify({ number }))}`;
