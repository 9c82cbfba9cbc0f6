import { describe, expect, it } from 'vitest';
import { bigUnitText, unitsIn } from './bigUnits.ts';

const group = {
  baseUnit: '瓶',
  subUnit: '箱',
  ratio: '12.000',
  subUnitTwo: null,
  ratioTwo: null,
  subUnitThree: null,
  ratioThree: null,
};

describe('a stock in big units', () => {
  it.each([
    ['27', '2箱3瓶'],
    ['24', '2箱'],
    ['5', '5瓶'],
    ['-13', '-1箱1瓶'],
    ['0', '0瓶'],
  ])('of %s bottles is shown as %s', (quantity, text) =>
    expect(bigUnitText(quantity, unitsIn(group))).toBe(text),
  );

  it('takes the largest unit first, in any position', () =>
    expect(bigUnitText('130', unitsIn({ ...group, subUnitTwo: '托', ratioTwo: '120' }))).toBe(
      '1托10瓶',
    ));

  it('is empty for a product with a single unit', () => {
    const none = { ...group, baseUnit: null, subUnit: null, ratio: null };
    expect(bigUnitText('27', unitsIn(none))).toBeNull();
    expect(bigUnitText('27', [{ unit: '盒', ratio: '1' }])).toBeNull();
  });

  it('is empty where the base unit is not among the units', () =>
    expect(
      bigUnitText('27', [
        { unit: '箱', ratio: '12' },
        { unit: '托', ratio: '120' },
      ]),
    ).toBeNull());
});
