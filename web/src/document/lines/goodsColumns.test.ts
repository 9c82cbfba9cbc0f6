import { expect, test } from 'vitest';
import { goodsColumns } from './goodsColumns.ts';

const nothing = (): void => undefined;

test.each(['retailOut', 'retailBack', 'saleOut', 'purchaseIn'] as const)(
  'lines of %s have serials, lots and brands after name, quantity and amount',
  (code) => {
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
    const told = ids.filter((id) =>
      ['name', 'quantity', 'amount', 'serials', 'expiry', 'brand'].includes(id),
    );
    expect(told).toEqual(['name', 'quantity', 'amount', 'serials', 'expiry', 'brand']);
  },
);
