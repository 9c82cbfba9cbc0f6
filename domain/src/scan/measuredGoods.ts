// Goods of a scanned code, with their quantity by weight, price or number.
import { KEPT_DIGITS, decimal, rounded, toPlainDecimal } from '../decimal.ts';
import type { Decimal } from '../decimal.ts';
import { KILOGRAMS_OF_POUND } from '../logistics/pounds.ts';
import { normalText } from '../searchText.ts';
import type { ScanContent } from './scanCode.ts';

/** Facts of goods needed for the quantity of a scale's code. */
export interface ScannableGoods {
  readonly barcode: string;
  readonly unit: string;
  /** Price for a unit; null: none, or hidden. */
  readonly retailPrice: string | null;
}

/** Reasons why goods are no quantity of a code: several goods, no unit of weight, no price. */
export type GoodsFault = 'ambiguous' | 'unit' | 'price';

export interface ScannedQuantity {
  /** In the unit of the goods; '' means 1. */
  readonly quantity: string;
  /** Printed price of the package; '' if the code carries none. */
  readonly amount: string;
}

export type ResolvedScan<Goods> =
  | (ScannedQuantity & { readonly goods: Goods })
  | { readonly goods: Goods; readonly fault: GoodsFault };

/** Kilograms of a unit, by the names in use. */
const kilograms: Readonly<Record<string, string>> = {
  kg: '1',
  千克: '1',
  公斤: '1',
  kilogram: '1',
  kilo: '1',
  g: '0.001',
  克: '0.001',
  gram: '0.001',
  斤: '0.5',
  市斤: '0.5',
  jin: '0.5',
  两: '0.05',
  t: '1000',
  吨: '1000',
  ton: '1000',
  lb: KILOGRAMS_OF_POUND,
  lbs: KILOGRAMS_OF_POUND,
  磅: KILOGRAMS_OF_POUND,
  pound: KILOGRAMS_OF_POUND,
  oz: '0.028349523125',
  盎司: '0.028349523125',
  ounce: '0.028349523125',
};

/** Decimals of a quantity found by dividing a price; scales weigh in grams. */
const QUANTITY_DECIMALS_BY_PRICE = 3;

/** Returns the kilograms of a unit; null: not a unit of weight. */
export function kilogramsOfUnit(unit: string): Decimal | null {
  const name = normalText(unit).toLowerCase();
  const singular = name.length > 3 ? name.replace(/s$/, '') : name;
  const known = Object.hasOwn(kilograms, name) ? name : singular;
  return Object.hasOwn(kilograms, known) ? decimal(kilograms[known] ?? 0) : null;
}

/** Possible barcodes of a scan's goods, in order of preference. */
export const barcodesOfScan = ({ code, alternatives }: ScanContent): readonly string[] => [
  code,
  ...alternatives,
];

/**
 * Finds the goods of a scan and their quantity; undefined: unknown goods. A scale's item code with several
 * goods is refused.
 */
export function resolveScan<Goods extends ScannableGoods>(
  content: ScanContent,
  find: (code: string) => Goods | undefined,
): ResolvedScan<Goods> | undefined {
  const found = barcodesOfScan(content).flatMap((code) => find(code) ?? []);
  const [goods] = found;
  if (goods === undefined) return undefined;
  const isMeasured = content.weight !== '' || content.amount !== '';
  if (isMeasured && found.some(({ barcode }) => barcode !== goods.barcode))
    return { goods, fault: 'ambiguous' };
  const measured = isMeasured
    ? measureGoods(content, goods)
    : { quantity: content.quantity, amount: '' };
  return { goods, ...measured };
}

/**
 * Quantity of weighed goods. Weight is converted to the unit of the goods. A price alone is divided by the
 * retail price, rounded half up to three decimals; the price of the package stays exact.
 */
function measureGoods(
  { weight, amount }: ScanContent,
  { unit, retailPrice }: ScannableGoods,
): ScannedQuantity | { readonly fault: GoodsFault } {
  const kilogramsEach = kilogramsOfUnit(unit);
  if (weight !== '' && kilogramsEach !== null)
    return positiveQuantity(decimal(weight).dividedBy(kilogramsEach), KEPT_DIGITS, amount, 'unit');
  if (amount === '') return { fault: 'unit' };
  const price = decimal(retailPrice ?? 0);
  if (price.isZero()) return { fault: 'price' };
  return positiveQuantity(
    decimal(amount).dividedBy(price),
    QUANTITY_DECIMALS_BY_PRICE,
    amount,
    'price',
  );
}

function positiveQuantity(
  exact: Decimal,
  decimals: number,
  amount: string,
  fault: GoodsFault,
): ScannedQuantity | { readonly fault: GoodsFault } {
  const quantity = rounded(exact, decimals);
  return quantity.isZero() ? { fault } : { quantity: toPlainDecimal(quantity), amount };
}
