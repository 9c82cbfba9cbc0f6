import { bonusUses } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Name, Note, Optional, Phone, Text, literals } from '../field.ts';
import { Closed, Id, choices, readAll } from '../resource.ts';

export const settingsPage = '/system/system_config';
/** How many decimals a currency may have. */
export const MOST_CURRENCY_DIGITS = 6;

/** What happens where a sale makes a customer owe more than it may. */
export const creditChecks = ['off', 'warn', 'refuse'] as const;
export type CreditCheck = (typeof creditChecks)[number];

/** Every field is optional, so that a switch saves alone; `version` is that of getCurrentInfo. */
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
  currency: Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  currencySymbol: Optional(Name(1, 8)),
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
  creditCheck: Optional(literals(creditChecks)),
  bonusUse: Optional(literals(bonusUses)),
});
export type SettingsFields = Static<typeof SettingsFields>;

export const updateSettings = endpoint({
  call: 'PUT /systemConfig/update',
  summary: "Change the company's settings",
  access: { page: settingsPage, button: '1' },
  labels: 'tenant_setting',
  input: SettingsFields,
  reply: Closed({ version: Type.Integer() }),
});

const { version: _version, ...given } = SettingsFields.properties;

/**
 * Sets what is given, whatever stands there: for those who fill in a company's settings without having read them. The
 * settings themselves are made with their company.
 */
export const addSettings = endpoint({
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

export const userChoices = choices({
  path: '/user/getUserList',
  summary: "The company's users, for a select",
  row: { id: Id, userName: Type.String() },
});
