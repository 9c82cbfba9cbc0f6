// What programs are told of, and what came of it.
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, literals } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { entered, named, record, remarked, switched } from '../record.ts';
import { Closed, Id, Nullable, choices } from '../resource.ts';
import { webhookEvents } from '../webhookEvents.ts';

export const openApiPage = '/system/open_api';
const edit = { page: openApiPage, button: '1' } as const;

/** `hidden`: the application may not see what it is about, and was told nothing. */
export const webhookOutcomes = ['delivered', 'refused', 'noAnswer', 'hidden'] as const;

/** So much of an answer is kept, in characters. */
export const ANSWER_KEPT = 200;

/** So many of the last are shown. */
export const DELIVERIES_SHOWN = 50;

/** Addresses that are told what happens; each on behalf of an application, whose user sees what it is told of. */
export const webhooks = record({
  id: 'webhooks',
  subject: 'webhook',
  called: { 'zh-cn': 'Webhook', en: 'Webhook' },
  path: '/webhook',
  page: openApiPage,
  fields: {
    name: { ...named(2, 30), called: { 'zh-cn': '名称', en: 'Name' } },
    events: {
      ...entered(
        'events',
        is.taking(
          is.tags(webhookEvents),
          Type.Array(literals(webhookEvents), { minItems: 1, maxItems: 30, uniqueItems: true }),
        ),
        { width: 260, sortable: false },
      ),
      called: { 'zh-cn': '事件', en: 'Events' },
    },
    url: {
      ...entered('url', is.taking(is.words, Name(1, 500)), { width: 260 }),
      called: { 'zh-cn': '推送地址', en: 'Address' },
    },
    appId: {
      is: is.taking(is.one('application'), Id),
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
      is: is.choice(webhookOutcomes),
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

/** Applications that may be told something. */
export const webhookApplications = choices({
  path: '/webhook/applications',
  summary: 'Applications for a select',
  access: { page: openApiPage },
  row: { id: Id, name: Type.String() },
});

/** Draws a secret, which is told this once; the one before signs nothing any more. */
export const newWebhookSecret = endpoint({
  call: 'POST /webhook/secret',
  summary: "Draw a webhook's secret",
  access: edit,
  input: Closed({ id: Id }),
  reply: Closed({ secret: Type.String() }),
});

const Came = Closed({
  outcome: literals(webhookOutcomes),
  /** Of HTTP; null: there was no answer. */
  status: Nullable(Type.Integer()),
  answer: Type.String(),
});

export const webhookDeliveries = endpoint({
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
      state: literals(['waiting', 'delivered', 'dropped']),
      tries: Type.Integer(),
      nextAt: Nullable(Type.String()),
      answeredAt: Nullable(Type.String()),
      outcome: Nullable(literals(webhookOutcomes)),
      status: Nullable(Type.Integer()),
      answer: Type.String(),
    }),
  ),
});

/** Sends one again, with the id that it had. */
export const resendDelivery = endpoint({
  call: 'POST /webhook/resend',
  summary: 'Send a delivery of a webhook again',
  access: edit,
  input: Closed({ id: Id }),
  reply: Came,
});

export const tryWebhook = endpoint({
  call: 'POST /webhook/trial',
  summary: 'Send a webhook a trial event',
  access: edit,
  input: Closed({ id: Id }),
  reply: Came,
});
