import type { SettingsReply } from '@tradehouse/contract';

type SettingNameOfType<T> = {
  [Name in keyof SettingsReply]: SettingsReply[Name] extends T ? Name : never;
}[keyof SettingsReply];

export interface TextField {
  readonly name: SettingNameOfType<string>;
  readonly maxLength: number;
  readonly area?: true;
}

/** Texts of the company's identity: name for the header, agreement for printouts. */
export const texts: readonly TextField[] = [
  { name: 'companyName', maxLength: 30 },
  { name: 'companyContacts', maxLength: 60 },
  { name: 'companyAddress', maxLength: 200 },
  { name: 'companyPhone', maxLength: 30 },
  { name: 'companyFax', maxLength: 30 },
  { name: 'companyPostCode', maxLength: 20 },
  { name: 'saleAgreement', maxLength: 400, area: true },
];

/** Switches of the company's workflow, by subject; the phrase of each name explains the effect. */
export const switches = {
  approval: ['forceApproval', 'reviewBySelf', 'auditPrint'],
  stock: ['negativeStock', 'reserveOnOrder', 'purchaseBySale', 'overLink'],
  price: ['priceIncludesTax', 'customerStaticPrice', 'updateUnitPrice'],
  payment: ['zeroChangeAmount', 'multiAccount', 'keepOverpayment'],
  freight: ['freightInProfit', 'landedCost'],
  access: ['warehouseGrants', 'customerGrants'],
} as const satisfies Readonly<Record<string, readonly SettingNameOfType<boolean>[]>>;
export type SwitchField = (typeof switches)[keyof typeof switches][number];
