import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Text, literals } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { openScopes } from '../openScopes.ts';
import { entered, named, record, remarked, switched } from '../record.ts';
import { Closed, Id } from '../resource.ts';

export const applicationPage = '/system/oauth';

/** Programs that sign in: each reaches what its user reaches, narrowed by its scopes. */
export const applications = record({
  id: 'applications',
  subject: 'oauth_app',
  called: { 'zh-cn': '应用', en: 'Application' },
  path: '/oauth',
  page: applicationPage,
  adds: 'save',
  fields: {
    name: { ...named(2, 30), called: { 'zh-cn': '应用名称', en: 'Application name' } },
    appId: {
      is: is.key,
      reads: 'both',
      lists: { width: 330, sortable: false },
      called: { 'zh-cn': '应用ID', en: 'Application ID' },
    },
    userId: {
      is: is.taking(is.one('user'), Id),
      keeps: 'user_id',
      enters: 'form',
      called: { 'zh-cn': '使用身份', en: 'Acts as' },
    },
    userName: {
      is: is.words,
      reads: 'both',
      lists: {},
      called: { 'zh-cn': '使用身份', en: 'Acts as' },
    },
    scopes: {
      ...entered(
        'scopes',
        is.taking(
          is.tags(openScopes),
          Type.Array(literals(openScopes), { minItems: 1, maxItems: 20, uniqueItems: true }),
        ),
        { width: 300, sortable: false },
      ),
      called: { 'zh-cn': '授权范围', en: 'Scopes' },
    },
    validMinutes: {
      ...entered(
        'valid_minutes',
        is.taking(is.integer, Type.Integer({ minimum: 5, maximum: 43_200 })),
      ),
      called: { 'zh-cn': '令牌有效期(分钟)', en: 'Token validity (minutes)' },
    },
    addresses: {
      ...entered('addresses', is.severalOf(Text(50), { minItems: 0, maxItems: 50 }), {
        width: 200,
        sortable: false,
      }),
      called: { 'zh-cn': 'IP 白名单', en: 'Allowed addresses' },
    },
    secretAt: {
      is: is.instantOrNone,
      reads: 'both',
      lists: { sortable: false },
      called: { 'zh-cn': '密钥生成时间', en: 'Secret created' },
    },
    lastUsedAt: {
      is: is.instantOrNone,
      keeps: 'last_used_at',
      lists: {},
      called: { 'zh-cn': '最近使用', en: 'Last used' },
    },
    remark: remarked,
    enabled: switched,
  },
});

/** Draws a secret, which is told this once; the one before stays good for a day. */
export const newApplicationSecret = endpoint({
  call: 'POST /oauth/update/secret',
  summary: "Draw an application's secret",
  access: { page: applicationPage, button: '1' },
  input: Closed({ id: Id }),
  reply: Closed({ appId: Type.String(), secret: Type.String() }),
});
