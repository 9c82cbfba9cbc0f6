import { Type } from 'typebox';
import { Closed, Nullable, readOne } from '../resource.ts';
import type { Column, Filter } from '../table.ts';
import { choicesOf, table } from '../table.ts';
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
} as const satisfies Readonly<Record<string, Column>>;

const filters = {
  subject: { ...choicesOf('subject', logSubjects), first: true },
  objectName: { by: 'contains', columns: ['objectName'], control: 'text', first: true },
  action: choicesOf('action', logActions),
  dates: { by: 'range', columns: ['time'], control: 'dates', first: true, starts: 'month' },
  operator: { by: 'contains', columns: ['loginName', 'userName'], control: 'text' },
  address: { by: 'contains', columns: ['address'], control: 'text' },
} as const satisfies Readonly<Record<string, Filter>>;

/** What happened in the company; anyone who sees less than all of its data reads their own doings. */
export const logTable = table({
  id: 'log',
  path: '/log/list',
  exportPath: '/log/exportExcel',
  access: { page: logPage },
  columns,
  filters,
  order: { column: 'time', direction: 'desc' },
});

/**
 * Who did what anywhere on the platform. What it changed is the company's own: the platform's people read it of theirs
 * alone.
 */
export const platformLogTable = table({
  id: 'platformLog',
  path: '/log/listOfPlatform',
  exportPath: '/log/exportOfPlatform',
  access: { page: logPage, operator: true },
  columns: {
    ...columns,
    tenantId: { type: 'id', hidden: true },
    tenantCode: { type: 'text', code: true },
    tenantName: { type: 'text' },
    plan: { type: 'choice', choices: ['free', 'paid'], code: true },
  },
  filters: {
    ...filters,
    tenantCode: { by: 'contains', columns: ['tenantCode', 'tenantName'], control: 'text' },
    plan: { by: 'equals', columns: ['plan'], control: 'choice', choices: ['free', 'paid'] },
  },
  order: { column: 'time', direction: 'desc' },
});

/** A field that changed: null where there was or is nothing. What is no text is written as JSON. */
export const LogChange = Closed({
  field: Type.String(),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
});

/** `hidden`: it holds amounts that the reader may not see, so nothing of it is told. */
const LogDetail = Closed({ changes: Type.Array(LogChange), hidden: Type.Boolean() });

export const logInfo = readOne({
  path: '/log/info',
  summary: 'What one entry of the log changed, field by field',
  access: { page: logPage },
  reply: LogDetail,
});
