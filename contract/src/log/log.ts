import { Type } from 'typebox';
import { Closed, Nullable, readOne } from '../resource.ts';
import type { TableColumn, Filter } from '../table.ts';
import { defineChoicesFilter, defineTable } from '../table.ts';
import { logActions, logSubjects } from './words.ts';

export const logPage = '/system/log';

const columns = {
  id: { type: 'id', hidden: true },
  subject: { type: 'choice', width: 120, code: true, choices: logSubjects },
  action: { type: 'choice', width: 110, code: true, choices: logActions },
  objectName: { type: 'text', width: 180, code: true },
  loginName: { type: 'text', code: true },
  userName: { type: 'text' },
  address: { type: 'text', code: true },
  time: { type: 'time', width: 170 },
} as const satisfies Readonly<Record<string, TableColumn>>;

const filters = {
  subject: { ...defineChoicesFilter('subject', logSubjects), first: true },
  objectName: { by: 'contains', columns: ['objectName'], control: 'text', first: true },
  action: defineChoicesFilter('action', logActions),
  dates: { by: 'range', columns: ['time'], control: 'dates', first: true, starts: 'month' },
  operator: { by: 'contains', columns: ['loginName', 'userName'], control: 'text' },
  address: { by: 'contains', columns: ['address'], control: 'text' },
} as const satisfies Readonly<Record<string, Filter>>;

/** Company log; without access to all data, only one's own actions. */
export const logTable = defineTable({
  id: 'log',
  path: '/log/list',
  exportPath: '/log/exportExcel',
  access: { page: logPage },
  columns,
  filters,
  order: { column: 'time', direction: 'desc' },
});

/** Platform-wide log. Changed values belong to the company: operators read only their own. */
export const platformLogTable = defineTable({
  id: 'platformLog',
  path: '/log/listOfPlatform',
  exportPath: '/log/exportOfPlatform',
  access: { page: logPage, operator: true },
  columns: {
    ...columns,
    tenantId: { type: 'id', hidden: true },
    tenantCode: { type: 'text', code: true },
    tenantName: { type: 'text' },
    /** Name in the reader's language. */
    plan: { type: 'text', code: true },
  },
  filters: {
    ...filters,
    tenantCode: { by: 'contains', columns: ['tenantCode', 'tenantName'], control: 'text' },
    plan: { by: 'contains', columns: ['plan'], control: 'text' },
  },
  order: { column: 'time', direction: 'desc' },
});

/** Changed field; null: empty. Non-text values are JSON. */
export const LogChange = Closed({
  field: Type.String(),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
});

/** `hidden`: nothing shown, because it contains hidden amounts. */
const LogDetail = Closed({ changes: Type.Array(LogChange), hidden: Type.Boolean() });

export const logInfo = readOne({
  path: '/log/info',
  summary: 'What one entry of the log changed, field by field',
  access: { page: logPage },
  reply: LogDetail,
});
