import { literals } from '../field.ts';
import { ledgerAccountTypes, ledgerRoles } from '@tradehouse/domain';
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import * as is from '../fieldTypes.ts';
import { entered, named, record, remarked, switched } from '../record.ts';
import { Changed, Closed, Id, choices, readAll } from '../resource.ts';

export const ledgerAccountPage = '/system/ledger_account';

/** The chart: what statements and journal call the books by. Name and code are each unique in the company. */
export const ledgerAccounts = record({
  id: 'ledgerAccounts',
  subject: 'ledger_account',
  called: { 'zh-cn': '会计科目', en: 'Ledger account' },
  path: '/ledgerAccount',
  page: ledgerAccountPage,
  order: { column: 'code', direction: 'asc' },
  fields: {
    code: {
      ...entered('code', is.name(1, 20), { code: true, width: 100 }),
      filters: 'first',
      called: { 'zh-cn': '科目编码', en: 'Code' },
    },
    name: named(2, 50),
    englishName: entered('english_name', is.text(60)),
    /** On the balance sheet, or in profit and loss; what stands under it already keeps it there. */
    accountType: {
      ...entered('type', is.oneOf(ledgerAccountTypes)),
      filters: 'first',
      called: { 'zh-cn': '类别', en: 'Type' },
    },
    /** What of the books stands under it; accounts and items that name it stand there beside. */
    roles: {
      is: is.tags(ledgerRoles),
      reads: 'list',
      lists: { sortable: false, width: 260 },
      called: { 'zh-cn': '记在此科目', en: 'Mapped from' },
    },
    remark: remarked,
    enabled: switched,
  },
});

/** Enabled ledger accounts by their codes; `name` is the code and the name in the reader's language. */
export const ledgerAccountChoices = choices({
  path: '/ledgerAccount/findBySelect',
  summary: 'Ledger accounts for a select',
  row: { id: Id, name: Type.String(), accountType: literals(ledgerAccountTypes) },
});

const Role = { role: literals(ledgerRoles), ledgerAccountId: Id };

export const ledgerRoleList = readAll({
  path: '/ledgerAccount/roles',
  summary: 'Under which ledger account what of the books stands',
  access: { page: ledgerAccountPage },
  reply: Type.Array(Closed({ ...Role, name: Type.String() })),
});

/** Those that are not named stay where they are. */
export const updateLedgerRoles = endpoint({
  call: 'PUT /ledgerAccount/updateRoles',
  summary: 'Let parts of the books stand under other ledger accounts',
  access: { page: ledgerAccountPage, button: '1' },
  labels: 'ledgerAccounts',
  input: Closed({
    roles: Type.Array(Closed(Role), { minItems: 1, maxItems: ledgerRoles.length }),
  }),
  reply: Changed,
});

/** The ledger account that a till or an item names for itself; absent: that of its sort. */
export const ownLedgerAccount = {
  ledgerAccountId: {
    ...entered('ledger_account_id', is.one('ledgerAccount')),
    called: { 'zh-cn': '会计科目', en: 'Ledger account' },
  },
  ledgerAccountName: {
    is: is.words,
    reads: 'both',
    lists: { optional: true },
    called: { 'zh-cn': '会计科目', en: 'Ledger account' },
  },
} as const;
