// Offers of the server for documents made from others, as tests of forms receive it.
import type { ReplyOf, documentToConvert } from '@tradehouse/contract';

export type Converted = ReplyOf<typeof documentToConvert>;

export const noDefaults = { warehouses: [], warehouseId: null, accountId: null };

/** Builds proposed lines for a test; unnamed fields have defaults. */
export const offerOf = (lines: readonly object[], head: Partial<Converted> = {}): Converted => ({
  partnerId: null,
  partnerName: '',
  paymentKind: null,
  paymentDays: 30,
  monthEnd: false,
  discount: '0',
  discountRate: '0',
  discounts: [],
  currency: null,
  exchangeRate: null,
  depositLeft: '0',
  keptDigits: [],
  accountId: null,
  payment: 'now',
  services: [],
  salespersonIds: [],
  remark: '',
  ...head,
  // SAFETY: no test reads what its lines leave out.
  lines: lines.map((line) => ({ regularPrice: null, ...line })) as Converted['lines'],
});
