import { UNSEEN } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CurrencyCode, NameText, Note, Optional, Text, toLiteralUnion } from '../field.ts';
import {
  Changed,
  Closed,
  Id,
  Ids,
  LastInstant,
  Nullable,
  Saved,
  defineChoices,
  defineUniqueCheck,
  readOne,
} from '../resource.ts';
import { defineTable } from '../table.ts';
import { PlanCode } from './plans.ts';
import { tenantPage } from '../recordPages.ts';

const view = { page: tenantPage, operator: true } as const;
const edit = { page: tenantPage, operator: true, button: '1' } as const;

export const tenantTable = defineTable({
  id: 'tenants',
  path: '/tenant/list',
  exportPath: '/tenant/exportExcel',
  access: view,
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    loginName: { type: 'text', width: 140 },
    name: { type: 'text', width: 150 },
    users: { type: 'integer' },
    userLimit: { type: 'integer' },
    functions: { type: 'choice', choices: ['all', 'some'] },
    /** Name in the reader's language. */
    plan: { type: 'text' },
    enabled: { type: 'flag' },
    createTime: { type: 'time', width: 160 },
    expireTime: { type: 'time', width: 160 },
    remark: { type: 'text', width: 120 },
    code: { type: 'text', optional: true },
  },
  filters: {
    loginName: { by: 'contains', columns: ['loginName'], control: 'text', first: true },
    plan: { by: 'contains', columns: ['plan'], control: 'text', first: true },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag', first: true },
    name: { by: 'contains', columns: ['name'], control: 'text' },
    remark: { by: 'contains', columns: ['remark'], control: 'text' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

const PageUrl = NameText(1, 200);

/**
 * Platform's terms for a company. Absent: unchanged; new companies are on trial, with the users of their
 * plan.
 */
const terms = {
  name: Optional(NameText(1, 60)),
  plan: Optional(PlanCode),
  /** Default: the number of the plan. */
  userLimit: Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Null: unlimited. */
  expireTime: Optional(Nullable(LastInstant)),
  /** Available pages; null: all except the platform's own. */
  functionUrls: Optional(Nullable(Type.Array(PageUrl, { maxItems: 1000 }))),
  remark: Optional(Note(500)),
};

export const TenantFields = Closed({
  loginName: Type.String({ minLength: 2, maxLength: 30, pattern: '^\\S+$', rule: 'noBlanks' }),
  ...terms,
  /** Language of initial records; default: the request's. */
  language: Optional(toLiteralUnion(['zh-cn', 'en'])),
  currency: Optional(CurrencyCode),
  timeZone: Optional(Text(60)),
  /** True if samples may be added. */
  samples: Optional(Type.Boolean()),
});
export type TenantFields = Static<typeof TenantFields>;
export const TenantChanges = Closed({ ...terms, id: Id, version: Type.Integer() });
export type TenantChanges = Static<typeof TenantChanges>;

/** Null when the first answer to this request has been given before: a password is told once. */
const OncePassword = Nullable(Type.String());

export const tenantInfo = readOne({
  path: '/tenant/info',
  summary: 'One company, as the platform knows it',
  access: view,
  reply: Closed({
    id: Id,
    version: Type.Integer(),
    code: Type.String(),
    loginName: Type.String(),
    name: Type.String(),
    plan: Type.String(),
    userLimit: Type.Integer(),
    expireTime: Nullable(Type.String()),
    functionUrls: Nullable(Type.Array(Type.String())),
    remark: Type.String(),
    enabled: Type.Boolean(),
  }),
});

export const addTenant = defineEndpoint({
  call: 'POST /tenant/add',
  summary:
    'Make a company that is ready to work; its owner signs in with the password and sets another',
  access: edit,
  input: TenantFields,
  reply: Closed({ id: Id, version: Type.Integer(), password: OncePassword }),
});

export const updateTenant = defineEndpoint({
  call: 'PUT /tenant/update',
  summary: "Change a company's plan, limit, term, pages or remark",
  access: edit,
  input: TenantChanges,
  reply: Saved,
});

export const setTenantStatus = defineEndpoint({
  call: 'POST /tenant/batchSetStatus',
  summary: 'Suspend companies, which ends their sessions, or let them work again',
  access: edit,
  input: Closed({
    ids: Ids,
    status: Type.Union([Type.Boolean(), Type.Literal('0'), Type.Literal('1')]),
  }),
  reply: Changed,
});

export const tenantNameExists = defineUniqueCheck({
  path: '/tenant/checkIsNameExist',
  summary: "Is the login name of a new company's owner taken",
  access: edit,
  asks: { id: Optional(Id), name: Text(200) },
});

export const resetTenantOwner = defineEndpoint({
  call: 'POST /tenant/resetPwd',
  summary: "Give a company's owner a new first password",
  access: edit,
  input: Closed({ id: Id }),
  reply: Closed({ loginName: Type.String(), password: OncePassword }),
});

export const tenantFunctions = defineChoices({
  path: '/tenant/functions',
  summary: 'The pages that companies can be given, under their groups',
  access: view,
  row: {
    number: Type.String(),
    parent: Type.String(),
    text: Type.String(),
    url: Type.String(),
  },
});

/** Usage of thirty days; days without views are left out. */
export const tenantUsage = readOne({
  path: '/tenant/usage',
  summary: 'How much a company works with the product',
  access: view,
  reply: Closed({
    name: Type.String(),
    users: Type.Integer(),
    userLimit: Type.Integer(),
    documents: Type.Integer(),
    products: Type.Integer(),
    partners: Type.Integer(),
    files: Type.Integer(),
    /** Bytes of all files and their thumbnails. */
    fileBytes: Type.Integer(),
    lastActivity: Nullable(Type.String()),
    days: Type.Array(Closed({ day: Type.String(), views: Type.Integer(), users: Type.Integer() })),
    pages: Type.Array(Closed({ url: Type.String(), text: Type.String(), views: Type.Integer() })),
  }),
});

export const exportTenant = readOne({
  path: '/tenant/export',
  summary: 'The whole company as one file',
  access: edit,
  reply: Type.Unknown(),
  envelope: 'file',
});

export const importTenant = defineEndpoint({
  call: 'POST /tenant/import',
  summary: 'Make a company of such a file',
  access: edit,
  upload: true,
  input: Closed({
    code: Optional(Type.String({ pattern: `^[^\\s\\p{C}${UNSEEN}]{2,60}$`, maxLength: 60 })),
  }),
  reply: Closed({
    id: Id,
    code: Type.String(),
    loginName: Type.String(),
    password: OncePassword,
    rows: Type.Integer(),
    /** Users renamed because their login name was taken. */
    renamed: Type.Array(Closed({ from: Type.String(), to: Type.String() })),
    /** Findings of the checks, identical at the source. */
    found: Type.Array(
      Closed({ check: Type.String(), subject: Type.String(), detail: Type.String() }),
    ),
  }),
});
