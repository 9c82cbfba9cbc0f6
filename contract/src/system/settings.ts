import {
  bonusUses,
  itemCodeLengths,
  MOST_CODE_DECIMALS,
  weightCodeMeasures,
  weightCodePrefixes,
} from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { NameText, Note, Optional, Phone, Text, toLiteralUnion } from '../field.ts';
import { Closed, Id, defineChoices, readAll } from '../resource.ts';

export const settingsPage = '/system/system_config';
/** Maximum decimals of a currency. */
export const MOST_CURRENCY_DIGITS = 6;

/** Reaction to a sale above the credit limit. */
export const creditChecks = ['off', 'warn', 'refuse'] as const;
export type CreditCheck = (typeof creditChecks)[number];

const CodeDecimals = Type.Integer({ minimum: 0, maximum: MOST_CODE_DECIMALS });
/** Rules for scanned codes; a prefix has at most one rule. */
export const ScanRulesSetting = Closed({
  weightCodes: Type.Array(
    Closed({
      prefix: toLiteralUnion(weightCodePrefixes),
      measure: toLiteralUnion(weightCodeMeasures),
      itemDigits: Type.Integer({ minimum: itemCodeLengths.least, maximum: itemCodeLengths.most }),
      weightDecimals: CodeDecimals,
      priceDecimals: CodeDecimals,
    }),
    { maxItems: weightCodePrefixes.length },
  ),
  scannerPrefix: Text(5),
  scannerSuffix: Text(5),
});

/** Every field is optional, to save one switch alone; `version` comes from getCurrentInfo. */
export const SettingsFields = Closed({
  version: Type.Integer(),
  companyName: Optional(Text(30)),
  companyContacts: Optional(Text(60)),
  companyAddress: Optional(Text(200)),
  companyPhone: Optional(Phone),
  companyFax: Optional(Phone),
  companyPostCode: Optional(Text(20)),
  saleAgreement: Optional(Note(400)),
  timeZone: Optional(Text(60)),
  /** Currency of ISO 4217; a stored code of earlier versions, such as RMB, may be sent unchanged. */
  currency: Optional(Text(3)),
  currencySymbol: Optional(NameText(1, 8)),
  currencyDigits: Optional(Type.Integer({ minimum: 0, maximum: MOST_CURRENCY_DIGITS })),
  warehouseGrants: Optional(Type.Boolean()),
  customerGrants: Optional(Type.Boolean()),
  negativeStock: Optional(Type.Boolean()),
  purchaseBySale: Optional(Type.Boolean()),
  forceApproval: Optional(Type.Boolean()),
  updateUnitPrice: Optional(Type.Boolean()),
  overLink: Optional(Type.Boolean()),
  multiAccount: Optional(Type.Boolean()),
  auditPrint: Optional(Type.Boolean()),
  reviewBySelf: Optional(Type.Boolean()),
  zeroChangeAmount: Optional(Type.Boolean()),
  customerStaticPrice: Optional(Type.Boolean()),
  priceIncludesTax: Optional(Type.Boolean()),
  reserveOnOrder: Optional(Type.Boolean()),
  keepOverpayment: Optional(Type.Boolean()),
  creditCheck: Optional(toLiteralUnion(creditChecks)),
  bonusUse: Optional(toLiteralUnion(bonusUses)),
  /** Page that opens after signing in; '' for home. */
  landingUrl: Optional(Text(200)),
  /** New freight of deliveries and returns is an expense of its document, owed to the carrier. */
  freightInProfit: Optional(Type.Boolean()),
  /** New freight of receipts is part of the goods' cost. */
  landedCost: Optional(Type.Boolean()),
  scanRules: Optional(ScanRulesSetting),
});
export type SettingsFields = Static<typeof SettingsFields>;

export const updateSettings = defineEndpoint({
  call: 'PUT /systemConfig/update',
  summary: "Change the company's settings",
  access: { page: settingsPage, button: '1' },
  labels: 'tenant_setting',
  input: SettingsFields,
  reply: Closed({ version: Type.Integer() }),
});

const { version: _version, ...given } = SettingsFields.properties;

/**
 * Overwrites the given settings without a version check, for callers without earlier read access. Company
 * creation creates the record.
 */
export const addSettings = defineEndpoint({
  call: 'POST /systemConfig/add',
  summary: "Set a company's settings",
  access: { page: settingsPage, button: '1' },
  labels: 'tenant_setting',
  input: Closed(given),
  reply: Closed({ version: Type.Integer() }),
});

/** In bytes. */
export const FILE_SIZE_LIMIT = 10 * 1024 * 1024;
export const fileSizeLimit = readAll({
  path: '/systemConfig/fileSizeLimit',
  summary: 'The largest file that may be uploaded, in bytes',
  access: 'signedIn',
  reply: Type.Integer(),
});

export const userChoices = defineChoices({
  path: '/user/getUserList',
  summary: "The company's users, for a select",
  row: { id: Id, userName: Type.String() },
});
