import { toLiteralUnion } from '../field.ts';
import { ledgerAccountTypes, ledgerRoles } from '@tradehouse/domain';
import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import * as is from '../fieldTypes.ts';
import { formField, nameField, defineRecord, remarked, switched } from '../record.ts';
import { Changed, Closed, Id, defineChoices, readAll } from '../resource.ts';

export const ledgerAccountPage = '/system/ledger_account';

/** Chart of accounts for statements and journal. Name and code are each unique in the company. */
export const ledgerAccounts = defineRecord({
  id: 'ledgerAccounts',
  subject: 'ledger_account',
  called: { 'zh-cn': '会计科目', en: 'Ledger account' },
  path: '/ledgerAccount',
  page: ledgerAccountPage,
  order: { column: 'code', direction: 'asc' },
  alsoUnique: { code: 'ledgerAccount.code' },
  fields: {
    code: {
      ...formField('code', is.nameType(1, 20), { code: true, width: 100 }),
      filters: 'first',
      called: { 'zh-cn': '科目编码', en: 'Code' },
    },
    name: nameField(2, 50),
    englishName: formField('english_name', is.textType(60)),
    /** Balance sheet or profit and loss; fixed by assigned parts of the books. */
    accountType: {
      ...formField('type', is.requiredChoiceType(ledgerAccountTypes)),
      filters: 'first',
      called: { 'zh-cn': '类别', en: 'Type' },
    },
    /** Assigned roles, beside accounts and items that name this account. */
    roles: {
      is: is.tagsType(ledgerRoles),
      reads: 'list',
      lists: { sortable: false, width: 260 },
      called: { 'zh-cn': '记在此科目', en: 'Mapped from' },
    },
    remark: remarked,
    enabled: switched,
  },
});

/** Enabled ledger accounts by their codes; `name` is the code and the name in the reader's language. */
export const ledgerAccountChoices = defineChoices({
  path: '/ledgerAccount/findBySelect',
  summary: 'Ledger accounts for a select',
  row: { id: Id, name: Type.String(), accountType: toLiteralUnion(ledgerAccountTypes) },
});

const Role = { role: toLiteralUnion(ledgerRoles), ledgerAccountId: Id };

export const ledgerRoleList = readAll({
  path: '/ledgerAccount/roles',
  summary: 'Under which ledger account what of the books stands',
  access: { page: ledgerAccountPage },
  reply: Type.Array(Closed({ ...Role, name: Type.String() })),
});

/** Unnamed roles stay unchanged. */
export const updateLedgerRoles = defineEndpoint({
  call: 'PUT /ledgerAccount/updateRoles',
  summary: 'Let parts of the books stand under other ledger accounts',
  access: { page: ledgerAccountPage, button: '1' },
  labels: 'ledgerAccounts',
  input: Closed({
    roles: Type.Array(Closed(Role), { minItems: 1, maxItems: ledgerRoles.length }),
  }),
  reply: Changed,
});

/** Explicit ledger account of a till or item; absent: its type's default. */
export const ownLedgerAccount = {
  ledgerAccountId: {
    ...formField('ledger_account_id', is.referenceType('ledgerAccount')),
    called: { 'zh-cn': '会计科目', en: 'Ledger account' },
  },
  ledgerAccountName: {
    is: is.words,
    reads: 'both',
    lists: { optional: true },
    called: { 'zh-cn': '会计科目', en: 'Ledger account' },
  },
} as const;
