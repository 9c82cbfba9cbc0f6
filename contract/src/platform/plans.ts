import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText, Note, Optional } from '../field.ts';
import {
  AmountString,
  Closed,
  Id,
  Nullable,
  defineChoices,
  readAll,
  readOne,
} from '../resource.ts';
import { defineTable } from '../table.ts';
import { tenantPage } from '../recordPages.ts';
import { settingsPage } from '../system/settings.ts';

export const planPage = '/system/plan';

/** Name of a plan for programs; never changed. */
export const PlanCode = Type.String({ pattern: '^[a-z][a-z0-9_]{0,29}$', maxLength: 30 });

/** Records limited by a plan, beside users. */
export const plannedThings = ['warehouses', 'products', 'applications'] as const;
export type PlannedThing = (typeof plannedThings)[number];

/** Company's terms: plan, end (ISO; null: never), enabled users, and user limit. */
export const TenantTerms = Closed({
  plan: Type.String(),
  /** In the reader's language. */
  planName: Type.String(),
  expireTime: Nullable(Type.String()),
  userCurrentNum: Type.Integer(),
  userNumLimit: Type.Integer(),
});

/** Plans of the platform; a limit of null allows any number. */
export const planTable = defineTable({
  id: 'plans',
  path: '/plan/list',
  exportPath: '/plan/exportExcel',
  access: { page: planPage, operator: true },
  columns: {
    id: { type: 'text', hidden: true },
    version: { type: 'integer', hidden: true },
    code: { type: 'text', code: true, width: 120 },
    nameZh: { type: 'text', width: 140 },
    nameEn: { type: 'text', width: 140 },
    userLimit: { type: 'integer' },
    warehouseLimit: { type: 'integer' },
    productLimit: { type: 'integer' },
    applicationLimit: { type: 'integer' },
    companies: { type: 'integer' },
    sort: { type: 'integer', optional: true },
  },
  filters: {
    name: { by: 'contains', columns: ['nameZh', 'nameEn', 'code'], control: 'text', first: true },
  },
  order: { column: 'sort', direction: 'asc' },
});

const toLimitSchema = (minimum: number) => Type.Integer({ minimum, maximum: 10_000_000 });
const limits = {
  nameZh: NameText(1, 30),
  nameEn: NameText(1, 30),
  userLimit: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  /** A new company starts with a warehouse. */
  warehouseLimit: Nullable(toLimitSchema(1)),
  productLimit: Nullable(toLimitSchema(0)),
  /** 0: no API. */
  applicationLimit: Nullable(toLimitSchema(0)),
  sort: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
};
const edit = { page: planPage, operator: true, button: '1' } as const;
const SavedPlan = Closed({ code: Type.String(), version: Type.Integer() });

export const PlanFields = Closed({ code: PlanCode, ...limits });
export type PlanFields = Static<typeof PlanFields>;

export const addPlan = defineEndpoint({
  call: 'POST /plan/add',
  summary: 'Add a plan for companies',
  access: edit,
  labels: 'plans',
  input: PlanFields,
  reply: SavedPlan,
});

export const updatePlan = defineEndpoint({
  call: 'PUT /plan/update',
  summary: 'Change names and limits of a plan, for every company on it',
  access: edit,
  labels: 'plans',
  input: Closed({ code: PlanCode, version: Type.Integer(), ...limits }),
  reply: SavedPlan,
});

export const planChoices = defineChoices({
  path: '/plan/choices',
  summary: 'Plans that a company can be put on',
  access: { page: tenantPage, operator: true },
  row: { code: Type.String(), name: Type.String(), userLimit: Type.Integer() },
});

/** Extends the term from its end, or from now if the term has ended or has no end. */
export const renewTenant = defineEndpoint({
  call: 'POST /tenant/renew',
  summary: "Extend a company's term by months, and note what was paid",
  access: { page: tenantPage, operator: true, button: '1' },
  labels: 'renewals',
  input: Closed({
    id: Id,
    version: Type.Integer(),
    months: Type.Integer({ minimum: 1, maximum: 120 }),
    /** Absent: the present plan. Another plan brings its number of users. */
    plan: Optional(PlanCode),
    amount: Optional(Nullable(AmountString)),
    remark: Optional(Note(200)),
  }),
  reply: Closed({ id: Id, version: Type.Integer(), expireTime: Type.String() }),
});

const Renewals = Type.Array(
  Closed({
    id: Id,
    renewTime: Type.String(),
    operator: Type.String(),
    from: Type.String(),
    to: Type.String(),
    plan: Type.String(),
    months: Type.Integer(),
    amount: Nullable(Type.String()),
    remark: Type.String(),
  }),
);
export type Renewals = Static<typeof Renewals>;

export const tenantRenewals = readOne({
  path: '/tenant/renewals',
  summary: 'The renewals of a company, newest first',
  access: { page: tenantPage, operator: true },
  reply: Renewals,
});

/** Owner only. */
export const ownPlan = readAll({
  path: '/tenant/ownPlan',
  summary: "The plan of the caller's company: what it allows, what is used, and the renewals",
  access: { page: settingsPage },
  reply: Closed({
    ...TenantTerms.properties,
    /** Used and allowed numbers; null: any number. */
    uses: Type.Array(
      Closed({
        thing: Type.Enum([...plannedThings]),
        used: Type.Integer(),
        most: Nullable(Type.Integer()),
      }),
    ),
    renewals: Renewals,
  }),
});
