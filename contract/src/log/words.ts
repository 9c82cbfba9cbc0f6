import type { AnyKindCode } from '@tradehouse/domain';
import { documentKinds, keysOf } from '@tradehouse/domain';
import { records } from '../records.ts';
import { sheetIds } from '../sheet/sheets.ts';
import type { SheetId } from '../sheet/sheets.ts';

/** Actions in the log, exhaustive; each has a phrase in both languages. */
export const logActions = [
  'add',
  'update',
  'delete',
  'enable',
  'disable',
  'makeDefault',
  'grant',
  'upload',
  'import',
  'undoImport',
  'export',
  'print',
  'audit',
  'reverseAudit',
  'reject',
  'comment',
  'forceClose',
  'closePurchase',
  'complete',
  'unfreeze',
  'cancel',
  'askConfirmation',
  'confirm',
  'unconfirm',
  'push',
  'ship',
  'delivery',
  'arrive',
  'tally',
  'tallied',
  'dropTally',
  'remark',
  'void',
  'closePeriod',
  'reopenPeriod',
  'recount',
  'register',
  'login',
  'loginFailed',
  'logout',
  'changePassword',
  'resetPassword',
  'secondFactorOn',
  'secondFactorOff',
  'endSessions',
  'switchInstitution',
  'viewAs',
  'denied',
  'newSecret',
  'openApi',
] as const;
export type LogAction = (typeof logActions)[number];

/** Subjects of actions, beside records, document kinds and spreadsheet imports. */
const subjects = [
  'session',
  'access',
  'list',
  'saved_view',
  'app_user',
  'role',
  'tenant_setting',
  'product',
  'product_property',
  'activity',
  'price_adjustment',
  'invoice',
  'bank_statement',
  'external_order',
  'ledger_role',
  'stock_lock',
  'count_sheet',
  'file',
  'announcement',
  'tenant',
  'samples',
  'platform_config',
  'plan',
  'function',
  'print_template',
  'label_template',
  'labels',
  'print_logo',
  'logistics_order',
  'logistics_track',
  'freight_info',
] as const;
export type LogSubject =
  | (typeof subjects)[number]
  | (typeof records)[number]['subject']
  | AnyKindCode
  | SheetId;

export const logSubjects: readonly LogSubject[] = [
  ...subjects,
  ...records.map(({ subject }) => subject),
  ...keysOf(documentKinds),
  ...sheetIds,
];
