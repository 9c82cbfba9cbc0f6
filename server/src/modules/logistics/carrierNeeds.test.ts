import { DomainError } from '@tradehouse/domain';
import { expect, test } from 'vitest';
import type { LabelQuestion } from './carrierApi.ts';
import { requireCarrierFields } from './carrierNeeds.ts';

const end = {
  name: 'Cy',
  phone: '9015550100',
  address: 'Harbour 1',
  postcode: '38017',
  city: 'Collierville',
  region: 'TN',
  country: 'US',
};
const parcel = {
  length: '50',
  width: '20',
  height: '20',
  weight: '2.1',
  packing: 'box',
  pieces: 1,
} as const;
const question: LabelQuestion = {
  request: '624deea6-b709-470c-8c39-4b5511281492',
  number: 'L-00000001',
  from: end,
  to: end,
  parcels: [parcel],
  service: 'fedexGround',
  signature: false,
  shipDate: '2026-11-30',
  insured: { amount: '5', currency: 'USD' },
  costBearer: 'us',
  direction: 'ship',
  format: 'label',
  repeated: false,
};
const refusalOf = (more: Partial<LabelQuestion>) => {
  try {
    requireCarrierFields('fedex', 'FedEx', { ...question, ...more });
    return null;
  } catch (error) {
    return error instanceof DomainError ? [error.key, error.at.field] : error;
  }
};

test('a shipment within the United States is fit for FedEx', () => {
  expect(refusalOf({})).toBeNull();
});

test.each([
  [{ to: { ...end, city: '' } }, 'carrier.fieldMissing', 'city'],
  [{ to: { ...end, region: '' } }, 'carrier.fieldMissing', 'region'],
  [{ to: { ...end, country: '' } }, 'carrier.fieldMissing', 'country'],
  [{ to: { ...end, postcode: '' } }, 'carrier.fieldMissing', 'postcode'],
  [{ to: { ...end, phone: '' } }, 'carrier.fieldMissing', 'phone'],
  [{ from: { ...end, phone: '' } }, 'carrier.fieldMissing', 'senderPhone'],
  [{ from: { ...end, address: '' } }, 'carrier.fieldMissing', 'senderAddress'],
  [{ from: { ...end, region: '' } }, 'carrier.fieldMissing', 'senderRegion'],
  [{ to: { ...end, address: 'a\nb\nc\nd' } }, 'carrier.fieldUnfit', 'address'],
  [{ to: { ...end, country: 'DE' } }, 'carrier.fieldUnfit', 'country'],
  [{ service: 'upsGround' }, 'carrier.fieldUnfit', 'service'],
  [{ costBearer: 'customer' }, 'carrier.fieldUnfit', 'costBearer'],
  [{ parcels: [{ ...parcel, pieces: 2 }] }, 'carrier.fieldUnfit', 'insured'],
  [{ insured: null, parcels: [{ ...parcel, pieces: 21 }] }, 'carrier.fieldUnfit', 'parcels'],
] as const)('a shipment with %j is refused by its field', (more, key, field) => {
  expect(refusalOf(more)).toEqual([key, field]);
  expect(() => requireCarrierFields('gateway', 'X', { ...question, ...more })).not.toThrow();
});
