import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  Email,
  NameText,
  Note,
  Optional,
  Phone,
  Sort,
  Sought,
  Text,
  toLiteralUnion,
} from '../field.ts';
import { Changed, Closed, Id, Nullable, readAll, readOne, defineResource } from '../resource.ts';
import { TenantTerms } from '../platform/plans.ts';
import { PasswordHash, SessionUser } from '../session/endpoints.ts';
import { defineTable } from '../table.ts';
import { userPage } from './pages.ts';
import { roleTypes } from './roles.ts';

const view = { page: userPage } as const;
const edit = { page: userPage, button: '1' } as const;

export const userTypes = ['owner', 'user', 'distributor'] as const;

export const userTable = defineTable({
  id: 'users',
  path: '/user/list',
  exportPath: '/user/exportExcel',
  access: view,
  columns: {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    pictureId: { type: 'id', hidden: true },
    loginName: { type: 'text', width: 150 },
    name: { type: 'text', width: 140 },
    nickname: { type: 'text', optional: true },
    userType: { type: 'choice', choices: userTypes },
    roleName: { type: 'text' },
    roleType: { type: 'choice', choices: roleTypes, optional: true },
    institutionName: { type: 'text' },
    leader: { type: 'flag' },
    jobTitle: { type: 'text', optional: true },
    phone: { type: 'text', code: true },
    email: { type: 'text', optional: true },
    hideAmounts: { type: 'flag', optional: true },
    remark: { type: 'text', optional: true },
    sort: { type: 'integer' },
    enabled: { type: 'flag' },
    createTime: { type: 'time', optional: true },
  },
  filters: {
    loginName: { by: 'contains', columns: ['loginName'], control: 'text', first: true },
    name: { by: 'contains', columns: ['name', 'nickname'], control: 'text', first: true },
    roleName: { by: 'contains', columns: ['roleName'], control: 'text' },
    roleType: {
      by: 'equals',
      columns: ['roleType'],
      control: 'choice',
      choices: roleTypes,
    },
    institutionName: { by: 'contains', columns: ['institutionName'], control: 'text' },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/**
 * `loginName` is unique on the platform and fixed. `name` is the real name, in lists and on papers.
 * `institutionIds`: further institutions that the user may switch to. The owner has no role.
 */
export const UserFields = Closed({
  loginName: Type.String({ minLength: 2, maxLength: 60, pattern: '^\\S+$', rule: 'noBlanks' }),
  name: NameText(1, 60),
  /** Name of the greeting; empty: the real name. */
  nickname: Optional(Text(60)),
  /** Uploaded picture; null removes the picture. */
  pictureId: Optional(Nullable(Id)),
  roleId: Optional(Nullable(Id)),
  institutionId: Optional(Nullable(Id)),
  institutionIds: Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
  leader: Optional(Type.Boolean()),
  hideAmounts: Optional(Type.Boolean()),
  distributor: Optional(Type.Boolean()),
  jobTitle: Optional(Text(60)),
  phone: Optional(Phone),
  email: Optional(Email),
  sort: Optional(Sort),
  remark: Optional(Note(126)),
  enabled: Optional(Type.Boolean()),
});
export type UserFields = Static<typeof UserFields>;

export const UserInfo = Closed({
  id: Id,
  version: Type.Integer(),
  loginName: Type.String(),
  name: Type.String(),
  nickname: Type.String(),
  pictureId: Nullable(Id),
  roleId: Nullable(Id),
  roleName: Type.String(),
  institutionId: Nullable(Id),
  institutionName: Type.String(),
  institutionIds: Type.Array(Id),
  owner: Type.Boolean(),
  leader: Type.Boolean(),
  hideAmounts: Type.Boolean(),
  distributor: Type.Boolean(),
  jobTitle: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  sort: Type.Integer(),
  remark: Type.String(),
  enabled: Type.Boolean(),
});

const records = defineResource({
  path: '/user',
  page: userPage,
  table: userTable,
  fields: UserFields,
  info: UserInfo,
  unique: { field: 'loginName' },
  status: true,
});

/** Initial or reset password, shown once; null if chosen by the caller, or in a repeated reply. */
const ShownPassword = Nullable(Type.String());

/** The users of the company. A new user's password, chosen or drawn, only opens the setting of another. */
export const users = {
  ...records,
  add: defineEndpoint({
    call: 'POST /user/addUser',
    summary: 'Add a user',
    access: edit,
    input: Closed({ ...UserFields.properties, password: Optional(PasswordHash) }),
    reply: Closed({ id: Id, version: Type.Integer(), password: ShownPassword }),
  }),
  update: defineEndpoint({
    ...records.update,
    call: 'PUT /user/updateUser',
    summary: 'Change a user',
  }),
};

/** Sets the platform's reset password, or a random one if unset, and ends the user's sessions. */
export const resetPassword = defineEndpoint({
  call: 'POST /user/resetPwd',
  summary: "Reset a user's password",
  access: edit,
  input: Closed({ id: Id }),
  reply: Closed({ password: ShownPassword }),
});

export const usersByRoleType = defineEndpoint({
  call: 'GET /user/listUserByRoleType',
  summary: 'Enabled users whose role is of a type, for a select',
  access: 'signedIn',
  input: Closed({ roleType: Text(30) }),
  reply: Type.Array(Closed({ id: Id, userName: Type.String() })),
});

export const ownTenant = readAll({
  path: '/user/infoWithTenant',
  summary: 'Plan, term and users of the own company',
  access: 'signedIn',
  reply: TenantTerms,
});

// ------------------------------------------------------------------------------------------------ grants

const GrantType = toLiteralUnion(['UserDepot', 'UserCustomer']);
export type GrantType = Static<typeof GrantType>;
const Picked = Type.Array(Id, { maxItems: 10_000, uniqueItems: true });

const Grant = Closed({ id: Id, name: Type.String(), granted: Type.Boolean() });
const GrantedUser = Closed({
  id: Id,
  name: Type.String(),
  loginName: Type.String(),
  granted: Type.Boolean(),
  /** Access to all, this one included. */
  all: Type.Boolean(),
});

/** Records per grant dialog: granted first, then by name. */
export const MOST_GRANTS = 1000;

/**
 * User's warehouses or customers; `q` searches names. Offers only the caller's own. `inForce`: the company
 * uses grants.
 */
export const userGrants = defineEndpoint({
  call: 'GET /userBusiness/getBasicData',
  summary: "A user's warehouses or customers",
  access: edit,
  input: Closed({ type: GrantType, keyId: Id, q: Optional(Sought(60)) }),
  reply: Closed({
    name: Type.String(),
    inForce: Type.Boolean(),
    all: Type.Boolean(),
    mayGiveAll: Type.Boolean(),
    rows: Type.Array(Grant),
  }),
});

/** Grants and revokes; `all` includes future records, regardless of single grants. */
const grantInput = Closed({
  type: GrantType,
  keyId: Id,
  all: Optional(Type.Boolean()),
  add: Optional(Picked),
  remove: Optional(Picked),
});
export const setUserGrants = defineEndpoint({
  call: 'PUT /userBusiness/update',
  summary: 'Grant a user warehouses or customers',
  access: edit,
  input: grantInput,
  reply: Changed,
});
export const addUserGrants = defineEndpoint({
  ...setUserGrants,
  call: 'POST /userBusiness/add',
  summary: 'The same, for a user who was granted none',
});

/** `id`: the user or role if any grant of the type exists. */
export const grantsExist = defineEndpoint({
  call: 'GET /userBusiness/checkIsValueExist',
  summary: 'Is anything granted or given',
  access: view,
  input: Closed({
    type: toLiteralUnion(['RoleFunctions', 'UserRole', 'UserDepot', 'UserCustomer']),
    keyId: Id,
  }),
  reply: Closed({ id: Nullable(Id) }),
});

/** Users granted one warehouse or customer. */
export const grantedUsers = defineEndpoint({
  call: 'GET /user/getUserWithChecked',
  summary: 'The users of a warehouse or customer',
  access: edit,
  input: Closed({ type: GrantType, value: Id }),
  reply: Closed({ name: Type.String(), inForce: Type.Boolean(), rows: Type.Array(GrantedUser) }),
});
export const setGrantedUsers = defineEndpoint({
  call: 'POST /userBusiness/updateOneValueByKeyIdAndType',
  summary: 'Grant one warehouse or customer to users',
  access: edit,
  input: Closed({ type: GrantType, value: Id, add: Optional(Picked), remove: Optional(Picked) }),
  reply: Changed,
});

// ------------------------------------------------------------------------------------------------ rights

/** `why`: owner, role, company, and so on; the screen has a sentence for each. */
const Reached = Closed({ url: Type.String(), title: Type.String(), why: Type.String() });
const Held = Closed({
  all: Type.Boolean(),
  why: Type.String(),
  total: Type.Integer(),
  /** The first hundred by name. */
  names: Type.Array(Type.String()),
});

/** User's rights with reasons: pages and buttons, documents, warehouses, customers, amounts. */
export const userRights = readOne({
  path: '/user/getRights',
  summary: 'What a user reaches, and why',
  access: edit,
  reply: Closed({
    name: Type.String(),
    loginName: Type.String(),
    enabled: Type.Boolean(),
    roleName: Type.String(),
    pages: Type.Array(Closed({ ...Reached.properties, buttons: Type.Array(Type.String()) })),
    /** Role's pages that the company may not use (any more). */
    withheld: Type.Array(Reached),
    documents: Closed({
      scope: Type.String(),
      why: Type.String(),
      institutions: Type.Array(Type.String()),
    }),
    warehouses: Held,
    customers: Held,
    amounts: Type.Array(Closed({ mask: Type.String(), shown: Type.Boolean(), why: Type.String() })),
    /** The caller may look through this user's eyes. */
    mayView: Type.Boolean(),
  }),
});

/** Opens a read-only session with the user's rights; logged, ends by logout or after an hour. */
export const viewAs = defineEndpoint({
  call: 'POST /user/viewAs',
  summary: "Look through a user's eyes",
  access: edit,
  input: Closed({ id: Id }),
  reply: Closed({ token: Type.String(), user: SessionUser }),
});
