import { fieldLabel } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { Document } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import type { StoredHead, HeadAmounts } from './stored.ts';

type Written = Exclude<
  keyof Document | keyof StoredHead | keyof HeadAmounts,
  // Lines of the log stand under their own names, freight on its own rows; what it is about, its version
  // and cents of rates never change by hand.
  | 'freights'
  | 'paidFreights'
  | 'goodsLines'
  | 'moneyLines'
  | 'amounts'
  | 'subject'
  | 'version'
  | 'id'
  | 'editorId'
  | 'settledOff'
  | 'settledFees'
  | 'depositTakenOff'
>;
/** Complete, or it does not compile. */
const ofDocuments: Readonly<Record<Written, true>> = {
  activityId: true,
  allocateBy: true,
  attachments: true,
  approvedAt: true,
  approverId: true,
  bonus: true,
  businessDate: true,
  businessTime: true,
  changeGiven: true,
  closed: true,
  couponCode: true,
  creatorId: true,
  currency: true,
  debt: true,
  deleted: true,
  depositBooked: true,
  depositTaken: true,
  depositUsed: true,
  discount: true,
  discountRate: true,
  exchangeRate: true,
  dueOn: true,
  externalOrder: true,
  externalTracking: true,
  freight: true,
  goodsAmount: true,
  handlerId: true,
  importedFrom: true,
  institutionId: true,
  kind: true,
  life: true,
  moneyDigits: true,
  needsApproval: true,
  number: true,
  otherFees: true,
  paidNow: true,
  partnerId: true,
  payable: true,
  payment: true,
  paymentFee: true,
  paymentKind: true,
  progress: true,
  purchaseProgress: true,
  received: true,
  remark: true,
  requiredOn: true,
  expectedOn: true,
  approval: true,
  salespersonIds: true,
  serviceCharge: true,
  serviceRate: true,
  services: true,
  settled: true,
  settlements: true,
  sourceNumbers: true,
  summary: true,
  taxAmount: true,
  taxMode: true,
  totalAmount: true,
  totalQuantity: true,
  travels: true,
  warehouseIds: true,
};

test.each(Object.keys(documentKinds))(
  'the log has a label in both languages for every field of %s',
  (kind) => {
    const wordless = (['zh-cn', 'en'] as const).flatMap((language) =>
      Object.keys(ofDocuments).filter((field) => fieldLabel(language, kind, field) === field),
    );
    expect(wordless).toEqual([]);
  },
);
