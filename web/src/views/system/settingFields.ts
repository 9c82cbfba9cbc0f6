import type { SettingsReply } from '@tradehouse/contract';

type Of<T> = {
  [Name in keyof SettingsReply]: SettingsReply[Name] extends T ? Name : never;
}[keyof SettingsReply];

export interface TextField {
  readonly name: Of<string>;
  readonly maxLength: number;
  readonly area?: true;
}

/** Who the company is; its name stands in the header, the agreement on what it prints. */
export const texts: readonly TextField[] = [
  { name: 'companyName', maxLength: 30 },
  { name: 'companyContacts', maxLength: 60 },
  { name: 'companyAddress', maxLength: 200 },
  { name: 'companyPhone', maxLength: 30 },
  { name: 'companyFax', maxLength: 30 },
  { name: 'companyPostCode', maxLength: 20 },
  { name: 'saleAgreement', maxLength: 400, area: true },
];

/** Settings of how the company works, by subject; the effect of each switch stands in the phrase of its name. */
export const switches = {
  approval: ['forceApproval', 'reviewBySelf', 'auditPrint'],
  stock: ['negativeStock', 'reserveOnOrder', 'purchaseBySale', 'overLink'],
  price: ['priceIncludesTax', 'customerStaticPrice', 'updateUnitPrice'],
  payment: ['zeroChangeAmount', 'multiAccount', 'keepOverpayment'],
  access: ['warehouseGrants', 'customerGrants'],
} as const satisfies Readonly<Record<string, readonly Of<boolean>[]>>;
export type SwitchField = (typeof switches)[keyof typeof switches][number];
