import type { OpenScope } from './openScopes.ts';

/** Webhook events, named by subject and action. */
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

/** Test event, sent once by hand. */
export const TRIAL_EVENT = 'webhook.trial';

type WebhookSubject = WebhookEvent extends `${infer S}.${string}` ? S : never;

/** Scope that permits a subject's events, and the open API list with its data. */
const subjects = {
  salesOrder: { scope: 'orders:read', list: 'orders' },
  outbound: { scope: 'outbounds:read', list: 'outbounds' },
} as const satisfies Readonly<
  Record<WebhookSubject, { readonly scope: OpenScope; readonly list: string }>
>;

const subjectOfEvent = (event: WebhookEvent): (typeof subjects)[WebhookSubject] =>
  // SAFETY: the first part of an event's name is its subject.
  subjects[event.split('.')[0] as WebhookSubject];

export const webhookScope = (event: WebhookEvent): OpenScope => subjectOfEvent(event).scope;

/** Open API list with the event's data. */
export const webhookList = (event: WebhookEvent): string => subjectOfEvent(event).list;

/** Link to the document of an event, below the address of the API. */
export const webhookLink = (event: WebhookEvent, number: string): string =>
  `/openapi/${webhookList(event)}?search=${encodeURIComponent(JSON.stringify({ number }))}`;
