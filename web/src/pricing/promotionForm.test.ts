import { expect, test } from 'vitest';
import { toPromotionFormValues } from './promotionForm.tsx';

test('the form of a promotion leaves figures of other kinds and missing limits blank', () => {
  const info = {
    promotionKind: 'percent',
    rate: '12.5',
    amount: '0',
    threshold: '0.00',
    takeQuantity: '0',
    payQuantity: '0',
    mostPerDocument: '0',
    mostPerCustomer: '2',
  };
  const values = toPromotionFormValues(info as never);
  expect(values).toMatchObject({ promotionKind: 'percent', rate: '12.5', mostPerCustomer: '2' });
  for (const blank of ['amount', 'threshold', 'takeQuantity', 'payQuantity', 'mostPerDocument'])
    expect(values).not.toHaveProperty(blank);
});
