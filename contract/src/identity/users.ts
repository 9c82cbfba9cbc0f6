import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Email, Name, Note, Optional, Phone, Sort, Sought, Text, literals } from '../field.ts';
import { Changed, Closed, Id, Nullable, readAll, readOne, resource } from '../resource.ts';
import { tenantPlans } from '../platform/tenants.ts';
import { PasswordHash, SessionUser } from '../session/endpoints.ts';
import { table } from '../table.ts';
import { userPage } from './pages.ts';

const view = { page: userPage } as const;
const edit = { page: userPage, button: '1' } as const;

export const userTypes = ['owner', 'user', 'distributor'] as const;

export const userTable = table({
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
    userType: { type: 'choice', choices: userTypes },
    roleName: { type: 'text' },
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
    name: { by: 'contains', columns: ['name'], control: 'text', first: true },
    roleName: { by: 'contains', columns: ['roleName'], control: 'text' },
    institutionName: { by: 'contains', columns: ['institutionName'], control: 'text' },
    enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
  },
  order: { column: 'createTime', direction: 'desc' },
});

/**
 * `loginName` is one of the whole platform and stays as it is once given. `institutionIds` are those the user may switch
 * to beside their own. The owner has no role.
 */
export const UserFields = Closed({
  loginName: Type.String({ minLength: 2, maxLength: 60, pattern: '^\\S+$' }),
  name: Name(1, 60),
  /** A picture that was brought for it; null takes it away. */
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

const records = resource({
  path: '/user',
  page: userPage,
  table: userTable,
  fields: UserFields,
  info: UserInfo,
  unique: { field: 'loginName' },
  status: true,
});

/** A first or reset password as it is shown, once; null where the caller chose it or the answer is a repeated one. */
const ShownPassword = Nullable(Type.String());

/** The users of the company. A new user's password, chosen or drawn, only opens the setting of another. */
export const users = {
  ...records,
  add: endpoint({
    call: 'POST /user/addUser',
    summary: 'Add a user',
    access: edit,
    input: Closed({ ...UserFields.properties, password: Optional(PasswordHash) }),
    reply: Closed({ id: Id, version: Type.Integer(), password: ShownPassword }),
  }),
  update: endpoint({ ...records.update, call: 'PUT /user/updateUser', summary: 'Change a user' }),
};

/** Sets the platform's reset value, or where it has none one drawn at random, and ends the user's sessions. */
export const resetPassword = endpoint({
  call: 'POST /user/resetPwd',
  summary: "Reset a user's password",
  access: edit,
  input: Closed({ id: Id }),
  reply: Closed({ password: ShownPassword }),
});

export const usersByRoleType = endpoint({
  call: 'GET /user/listUserByRoleType',
  summary: 'Enabled users whose role is of a type, for a select',
  access: 'signedIn',
  input: Closed({ roleType: Text(30) }),
  reply: Type.Array(Closed({ id: Id, userName: Type.String() })),
});

/**
 * What holds for a company: its plan, when its term ends (ISO; null: never), and how many users it has, disabled ones left out, and may
 * have.
 */
export const TenantTerms = Closed({
  plan: literals(tenantPlans),
  expireTime: Nullable(Type.String()),
  userCurrentNum: Type.Integer(),
  userNumLimit: Type.Integer(),
});

export const ownTenant = readAll({
  path: '/user/infoWithTenant',
  summary: 'Plan, term and users of the own company',
  access: 'signedIn',
  reply: TenantTerms,
});

// ------------------------------------------------------------------------------------------------ grants

/** What is granted to a user: warehouses or customers. */
const GrantType = literals(['UserDepot', 'UserCustomer']);
export type GrantType = Static<typeof GrantType>;
const Picked = Type.Array(Id, { maxItems: 10_000, uniqueItems: true });

const Grant = Closed({ id: Id, name: Type.String(), granted: Type.Boolean() });
const GrantedUser = Closed({
  id: Id,
  name: Type.String(),
  loginName: Type.String(),
  granted: Type.Boolean(),
  /** Has every one, so this one too. */
  all: Type.Boolean(),
});

/** How many records a grant dialog shows at most: the granted ones first, then by name. */
export const MOST_GRANTS = 1000;

/**
 * A user's warehouses or customers; `q` looks for a name. Offers only what the caller holds. `inForce`: the company
 * grants them at all.
 */
export const userGrants = endpoint({
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

/** Grants and takes away; `all` has every one, those to come too, whatever is granted singly. */
const grantInput = Closed({
  type: GrantType,
  keyId: Id,
  all: Optional(Type.Boolean()),
  add: Optional(Picked),
  remove: Optional(Picked),
});
export const setUserGrants = endpoint({
  call: 'PUT /userBusiness/update',
  summary: 'Grant a user warehouses or customers',
  access: edit,
  input: grantInput,
  reply: Changed,
});
export const addUserGrants = endpoint({
  ...setUserGrants,
  call: 'POST /userBusiness/add',
  summary: 'The same, for a user who was granted none',
});

/** `id` is the user or role, where it has anything of the type; null where it has not. */
export const grantsExist = endpoint({
  call: 'GET /userBusiness/checkIsValueExist',
  summary: 'Is anything granted or given',
  access: view,
  input: Closed({
    type: literals(['RoleFunctions', 'UserRole', 'UserDepot', 'UserCustomer']),
    keyId: Id,
  }),
  reply: Closed({ id: Nullable(Id) }),
});

/** The users of one warehouse or customer, from its own side. */
export const grantedUsers = endpoint({
  call: 'GET /user/getUserWithChecked',
  summary: 'The users of a warehouse or customer',
  access: edit,
  input: Closed({ type: GrantType, value: Id }),
  reply: Closed({ name: Type.String(), inForce: Type.Boolean(), rows: Type.Array(GrantedUser) }),
});
export const setGrantedUsers = endpoint({
  call: 'POST /userBusiness/updateOneValueByKeyIdAndType',
  summary: 'Grant one warehouse or customer to users',
  access: edit,
  input: Closed({ type: GrantType, value: Id, add: Optional(Picked), remove: Optional(Picked) }),
  reply: Changed,
});

// ------------------------------------------------------------------------------------------------ as seen by

/** `why`: owner, role, company, and so on; the screen has a sentence for each. */
const Reached = Closed({ url: Type.String(), title: Type.String(), why: Type.String() });
const Held = Closed({
  all: Type.Boolean(),
  why: Type.String(),
  total: Type.Integer(),
  /** The first hundred by name. */
  names: Type.Array(Type.String()),
});

/** What a user reaches and why: pages with their buttons, whose documents, which warehouses, customers and amounts. */
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
    /** Pages of the role that the company may not use (any more). */
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

/**
 * Opens a session that sees what the user sees and changes nothing; it is written down, and ends by logout or after an
 * hour.
 */
export const viewAs = endpoint({
  call: 'POST /user/viewAs',
  summary: "Look through a user's eyes",
  access: edit,
  input: Closed({ id: Id }),
  reply: Closed({ token: Type.String(), user: SessionUser }),
});
