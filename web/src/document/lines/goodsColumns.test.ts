import { expect, test } from 'vitest';
import { goodsColumns } from './goodsColumns.ts';

const nothing = (): void => undefined;

test.each([
  ['retailOut', 'after'],
  ['retailBack', 'after'],
  ['saleOut', 'before'],
  ['purchaseIn', 'before'],
] as const)('lines of %s tell serials and lots %s quantity and amount', (code, place) => {
  const ids = goodsColumns({
    code,
    pricing: { priced: true, taxed: false, paid: true, taxMode: 'exclusive', digits: 2 },
    warehouses: [],
    overLink: true,
    shown: new Set(),
    openParts: nothing,
    openSerials: nothing,
    openPicker: nothing,
  }).map(({ id }) => id);
  const [serials, expiry] = [ids.indexOf('serials'), ids.indexOf('expiry')];
  if (place === 'after') expect(serials).toBeGreaterThan(ids.indexOf('amount'));
  else expect(expiry).toBeLessThan(ids.indexOf('quantity'));
});
