// The list of differences shown on a newer version must be complete: an unlisted difference would be
// overwritten unseen.
import { documentTables } from '@tradehouse/contract';
import { beforeAll, expect, test } from 'vitest';
import { listDifferences } from '../../control/conflict.ts';
import { loadPhrases } from '../../phrase/index.ts';
import { blankHead } from '../draft/headDraft.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import { labelOfColumn } from '../../record/labels.ts';
import { goodsFacts } from './goodsFacts.ts';

beforeAll(() => loadPhrases('en'));

const settled = (part: Partial<HeadDraft['settlement']>): Partial<HeadDraft> => ({
  settlement: { ...blankHead.settlement, ...part },
});

test.each<[string, Partial<HeadDraft>, string]>([
  ['the currency', { currency: 'EUR' }, 'Currency'],
  ['its rate', { exchangeRate: '1.3' }, 'Exchange rate'],
  [
    'an order of elsewhere',
    { externalOrder: 'PO-77' },
    labelOfColumn(documentTables.saleOut, 'externalOrder'),
  ],
  [
    'a parcel',
    { externalTracking: 'T1' },
    labelOfColumn(documentTables.saleOut, 'externalTracking'),
  ],
  ['who is in charge', { handlerId: '1' }, 'Handler'],
  ['who sold', { salespersonIds: ['1', '2'] }, 'Salesperson'],
  ['the activity', { activityId: '1' }, 'Activity'],
  ['how goods travel', { travels: true }, 'Goods'],
  ['a file', { attachments: [{ id: '1', name: 'a.pdf' }] }, 'Attachments'],
  ['a rate of discount', settled({ discount: { by: 'rate', value: '5' } }), 'Discount'],
  ['a service charge', settled({ service: { by: 'amount', value: '5' } }), 'Service charge'],
  [
    'a service',
    settled({ services: [{ serviceId: '1', name: 'Wrap', quantity: '1', fee: '2' }] }),
    'Services',
  ],
  ['how fees are shared', settled({ allocateBy: 'weight' }), 'Fees into cost by'],
  ['the deposit', settled({ depositUsed: '40' }), 'Deposit used'],
  [
    'who pays what',
    settled({ settlements: [{ accountId: '1', amount: '3' }] }),
    'Several accounts',
  ],
  ['how it is paid', settled({ payment: 'prepaid' }), 'Payment'],
  ['what a prepayment pays', settled({ prepaid: '40' }), 'From prepayment'],
  ['the cash', settled({ received: '100' }), 'Received'],
])('%s', (_, change, label) => {
  const facts = goodsFacts('saleOut', 'UTC');
  const [before, theirs] = [facts(blankHead, []), facts({ ...blankHead, ...change }, [])];
  expect(listDifferences({ before, theirs, mine: before })).toMatchObject([
    { label, by: 'theirs' },
  ]);
});
