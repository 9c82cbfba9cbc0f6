// Webhooks: events for programs, and delivery outcomes.
import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText, toLiteralUnion } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { formField, nameField, defineRecord, remarked, switched } from '../record.ts';
import { Closed, Id, Nullable, defineChoices } from '../resource.ts';
import { webhookEvents } from './webhookEvents.ts';

export const openApiPage = '/system/open_api';
const edit = { page: openApiPage, button: '1' } as const;

/** `hidden`: invisible to the application, so nothing was sent. */
export const webhookOutcomes = ['delivered', 'refused', 'noAnswer', 'hidden'] as const;

/** Characters of a response that are stored. */
export const ANSWER_KEPT = 200;

/** Latest deliveries shown. */
export const DELIVERIES_SHOWN = 50;

/** Addresses notified for an application, of subjects visible to its user. */
export const webhooks = defineRecord({
  id: 'webhooks',
  subject: 'webhook',
  called: { 'zh-cn': 'Webhook', en: 'Webhook' },
  path: '/webhook',
  page: openApiPage,
  fields: {
    name: { ...nameField(2, 30), called: { 'zh-cn': '名称', en: 'Name' } },
    events: {
      ...formField(
        'events',
        is.withInputSchema(
          is.tagsType(webhookEvents),
          Type.Array(toLiteralUnion(webhookEvents), {
            minItems: 1,
            maxItems: 30,
            uniqueItems: true,
          }),
        ),
        { width: 260, sortable: false },
      ),
      called: { 'zh-cn': '事件', en: 'Events' },
    },
    url: {
      ...formField('url', is.withInputSchema(is.words, NameText(1, 500)), { width: 260 }),
      called: { 'zh-cn': '推送地址', en: 'Address' },
    },
    appId: {
      is: is.withInputSchema(is.referenceType('application'), Id),
      keeps: 'app_id',
      enters: 'form',
      called: { 'zh-cn': '应用', en: 'Application' },
    },
    appName: {
      is: is.words,
      reads: 'both',
      lists: {},
      called: { 'zh-cn': '应用', en: 'Application' },
    },
    lastOutcome: {
      is: is.choiceType(webhookOutcomes),
      reads: 'list',
      lists: { width: 110 },
      called: { 'zh-cn': '最近结果', en: 'Last result' },
    },
    lastStatus: {
      is: is.integer,
      reads: 'list',
      lists: { width: 80 },
      called: { 'zh-cn': 'HTTP', en: 'HTTP' },
    },
    lastAnswer: {
      is: is.words,
      reads: 'list',
      lists: { width: 200, sortable: false, optional: true },
      called: { 'zh-cn': '返回内容', en: 'Answer' },
    },
    lastAt: {
      is: is.instantOrNone,
      reads: 'list',
      lists: {},
      called: { 'zh-cn': '最近推送', en: 'Last sent' },
    },
    waiting: {
      is: is.integer,
      reads: 'list',
      lists: { width: 80, sortable: false },
      called: { 'zh-cn': '待推送', en: 'Waiting' },
    },
    secretAt: {
      is: is.instantOrNone,
      reads: 'both',
      lists: { sortable: false, optional: true },
      called: { 'zh-cn': '密钥生成时间', en: 'Secret created' },
    },
    remark: remarked,
    enabled: switched,
  },
});

/** Applications that may receive events. */
export const webhookApplications = defineChoices({
  path: '/webhook/applications',
  summary: 'Applications for a select',
  access: { page: openApiPage },
  row: { id: Id, name: Type.String() },
});

/** Creates a secret, returned once; the previous one is invalid at once. */
export const newWebhookSecret = defineEndpoint({
  call: 'POST /webhook/secret',
  summary: "Create a webhook's secret",
  access: edit,
  input: Closed({ id: Id }),
  reply: Closed({ secret: Type.String() }),
});

const Came = Closed({
  outcome: toLiteralUnion(webhookOutcomes),
  /** HTTP status; null: no response. */
  status: Nullable(Type.Integer()),
  answer: Type.String(),
});

export const webhookDeliveries = defineEndpoint({
  call: 'GET /webhook/deliveries',
  summary: 'What a webhook was told last, newest first',
  access: { page: openApiPage },
  input: Closed({ id: Id }),
  reply: Type.Array(
    Closed({
      id: Id,
      event: Type.String(),
      number: Type.String(),
      createTime: Type.String(),
      state: toLiteralUnion(['waiting', 'delivered', 'dropped']),
      tries: Type.Integer(),
      nextAt: Nullable(Type.String()),
      answeredAt: Nullable(Type.String()),
      outcome: Nullable(toLiteralUnion(webhookOutcomes)),
      status: Nullable(Type.Integer()),
      answer: Type.String(),
    }),
  ),
});

/** Sends a delivery again, with its id. */
export const resendDelivery = defineEndpoint({
  call: 'POST /webhook/resend',
  summary: 'Send a delivery of a webhook again',
  access: edit,
  input: Closed({ id: Id }),
  reply: Came,
});

export const tryWebhook = defineEndpoint({
  call: 'POST /webhook/trial',
  summary: 'Send a webhook a trial event',
  access: edit,
  input: Closed({ id: Id }),
  reply: Came,
});
