import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Text, toLiteralUnion } from '../field.ts';
import * as is from '../fieldTypes.ts';
import { openScopes } from './openScopes.ts';
import { formField, nameField, defineRecord, remarked, switched } from '../record.ts';
import { Closed, Id } from '../resource.ts';

export const applicationPage = '/system/oauth';

/** Programs that sign in and act with the rights of a user, limited by scopes. */
export const applications = defineRecord({
  id: 'applications',
  subject: 'oauth_app',
  called: { 'zh-cn': '应用', en: 'Application' },
  path: '/oauth',
  page: applicationPage,
  adds: 'save',
  fields: {
    name: { ...nameField(2, 30), called: { 'zh-cn': '应用名称', en: 'Application name' } },
    appId: {
      is: is.key,
      reads: 'both',
      lists: { width: 330, sortable: false },
      called: { 'zh-cn': '应用ID', en: 'Application ID' },
    },
    userId: {
      is: is.withInputSchema(is.referenceType('user'), Id),
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
      ...formField(
        'scopes',
        is.withInputSchema(
          is.tagsType(openScopes),
          Type.Array(toLiteralUnion(openScopes), { minItems: 1, maxItems: 20, uniqueItems: true }),
        ),
        { width: 300, sortable: false },
      ),
      called: { 'zh-cn': '授权范围', en: 'Scopes' },
    },
    validMinutes: {
      ...formField(
        'valid_minutes',
        is.withInputSchema(is.integer, Type.Integer({ minimum: 5, maximum: 43_200 })),
      ),
      called: { 'zh-cn': '令牌有效期(分钟)', en: 'Token validity (minutes)' },
    },
    addresses: {
      ...formField('addresses', is.severalOf(Text(50), { minItems: 0, maxItems: 50 }), {
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

/** Creates a secret, returned once; the previous one stays valid for a day. */
export const newApplicationSecret = defineEndpoint({
  call: 'POST /oauth/update/secret',
  summary: "Create an application's secret",
  access: { page: applicationPage, button: '1' },
  input: Closed({ id: Id }),
  reply: Closed({ appId: Type.String(), secret: Type.String() }),
});
