// Inputs for what carriers are asked, and what is kept of them.
import { one } from './testSample.ts';
import type { Samples } from './testSample.ts';
import type { World } from './testWorld.ts';

export const aCompany = ({ word }: Pick<World, 'word'>, base: string) => ({
  code: word(),
  name: word(),
  address: word(),
  clientSecret: word(),
  tariff: [
    {
      service: 'fulfillment' as const,
      zone: '',
      fromKg: '0',
      toKg: null,
      base,
      perKg: '0',
      signatureFee: '0',
      days: 2,
    },
  ],
});

export function logisticsSamples({ ids, word }: World): Samples {
  const parcel = {
    packing: 'box' as const,
    length: '10',
    width: '10',
    height: '10',
    weight: '1',
    pieces: 1,
  };
  return {
    'POST /logistics/company/test': one(
      'nothing to ask by',
      () => ({ id: ids.logisticsCompany, name: word(), clientUrl: '', clientId: '' }),
      422,
    ),
    'POST /logistics/rate': one('a rate', () => ({
      to: { address: word(), postcode: '' },
      parcels: [parcel],
      services: ['fulfillment'],
      signature: false,
    })),
  };
}
