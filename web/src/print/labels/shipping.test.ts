import type { LogisticsOrderInfo } from '@tradehouse/contract';
import { expect, test } from 'vitest';
import { labelledParcels, shippingMarks, shippingTemplate } from './shipping.ts';

const parcel = { packing: 'box', length: '0', width: '0', height: '0' } as const;
const order: LogisticsOrderInfo = {
  id: '1',
  version: 1,
  number: 'L-1',
  companyId: '1',
  companyName: '顺丰',
  documentId: '1',
  documentKind: 'saleOut',
  documentNumber: 'XSCK1',
  direction: 'ship',
  service: 'fulfillment',
  signature: true,
  tracking: 'SF0000000017',
  trackingLink: '',
  shipDate: '2026-11-27',
  sender: 'Main',
  senderPhone: '',
  senderAddress: '广东省深圳市南山区科技园一路一号',
  receiver: 'Cy',
  phone: '555',
  address: '上海市浦东新区世纪大道一百号环球金融中心三十二楼甲座'.repeat(3),
  postcode: '200120',
  city: '',
  region: '',
  country: '',
  senderPostcode: '',
  senderCity: '',
  senderRegion: '',
  senderCountry: '',
  parcels: [
    { ...parcel, weight: '2', pieces: 2 },
    { ...parcel, weight: '1.5', pieces: 1 },
  ],
  weight: '5.5',
  billableWeight: '5.5',
  insured: '0',
  freight: '0',
  costBearer: 'us',
  state: 'created',
  remark: '',
  labelFormat: 'label',
  labelFiles: [],
  labelOpen: false,
  hasApi: false,
  tracks: [],
};
const words = {
  to: 'To',
  from: 'From',
  service: 'Fulfilment',
  signature: 'Signature',
  part: (at: number, of: number) => `${at}/${of}`,
  weight: (weight: string) => `${weight} kg`,
  problem: (tracking: string) => `no code: ${tracking}`,
};
const measure = (text: string): number => [...text].length * 0.6;

test('each parcel has a label with its weight and its position in the shipment', () => {
  expect(labelledParcels(order)).toEqual(['2', '2', '1.5']);
  const said = JSON.stringify(shippingMarks(order, 2, words, measure));
  expect(said).toContain('1.5 kg · 3/3 · 2026-11-27 · Signature');
  expect(said).toContain('"code":"code128","text":"SF0000000017"');
});

test('every element lies on the label, however long the address is', () => {
  const { width, height } = shippingTemplate;
  for (const mark of shippingMarks(order, 0, words, measure))
    if (mark.is === 'text') {
      expect(mark.y + (mark.lines.length - 1) * mark.step).toBeLessThan(height);
      for (const line of mark.lines)
        expect(measure(line) * mark.letters).toBeLessThanOrEqual(width);
    } else expect(mark.left + mark.width).toBeLessThanOrEqual(width);
});

test('a tracking number beyond Code 128 is reported, and not drawn as a barcode', () => {
  const marks = shippingMarks({ ...order, tracking: '顺丰一号' }, 0, words, measure);
  expect(marks.filter(({ is }) => is === 'code')).toEqual([]);
  expect(marks.filter(({ is }) => is === 'problem')).toHaveLength(1);
});
