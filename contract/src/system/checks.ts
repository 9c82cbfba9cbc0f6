import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Optional, Text, toLiteralUnion } from '../field.ts';
import { Closed, Id } from '../resource.ts';

/** Fields open to uniqueness checks: table and field on the wire, and the required page. */
export const uniqueFields = {
  'depot.name': '/system/depot',
  'account.name': '/system/account',
  'inOutItem.name': '/system/in_out_item',
  'role.name': '/system/role',
  'organization.name': '/system/organization',
  'organization.number': '/system/organization',
  'materialCategory.number': '/material/material_category',
  'financialCategory.number': '/system/revenue_classification',
  'brand.code': '/material/brand',
  'ledgerAccount.code': '/system/ledger_account',
  'logisticsCompany.code': '/logistic/company',
  'unit.name': '/system/unit',
  'barcode.code': '/material/material',
} as const;
export type UniqueField = keyof typeof uniqueFields;

/** Is refused with `name.taken` where another record (not `dataId`) has the value. */
export const duplicateCheck = defineEndpoint({
  call: 'GET /sys/duplicate/check',
  summary: 'Is a value free in a field that must be unique',
  access: 'signedIn',
  input: Closed({
    tableName: Text(40),
    fieldName: Text(40),
    fieldVal: Text(200),
    dataId: Optional(Id),
  }),
  reply: Type.Boolean(),
});

/** Validation rules for a value, by code. */
const RuleCode = toLiteralUnion(['barcode', 'name', 'email', 'phone', 'amount', 'serial']);

/** Is refused with `rule.broken` where the value does not keep to the rule. */
export const ruleCheck = defineEndpoint({
  call: 'GET /sys/checkRule/checkByCode',
  summary: 'Does a value keep to a rule',
  access: 'signedIn',
  input: Closed({
    ruleCode: RuleCode,
    value: Text(200),
  }),
  reply: Type.Boolean(),
});
