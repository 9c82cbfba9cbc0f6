import type { Decimal } from '../decimal.ts';
import { rounded } from '../decimal.ts';

const figures = [...'零壹贰叁肆伍陆柒捌玖'];
const places = ['仟', '佰', '拾', ''];

/** Writes up to four digits; a gap between figures is read with one 零. */
function fourInCapitals(value: bigint): string {
  const digits = [...String(value).padStart(4, '0')];
  return digits
    .map((digit, at) => (digit === '0' ? '零' : `${figures[Number(digit)]}${places[at]}`))
    .join('')
    .replaceAll(/零+/g, '零')
    .replaceAll(/^零|零$/g, '');
}

/** Writes a whole number by 亿, 万 and rest; a part below four (or eight) places begins with 零. */
function wholeInCapitals(value: bigint): string {
  const unit = value >= 100_000_000n ? 100_000_000n : 10_000n;
  if (value < unit) return fourInCapitals(value);
  const rest = value % unit;
  const gap = rest !== 0n && rest < unit / 10n ? '零' : '';
  const name = unit === 10_000n ? '万' : '亿';
  return `${wholeInCapitals(value / unit)}${name}${gap}${rest === 0n ? '' : wholeInCapitals(rest)}`;
}

/** Fractions of a unit, each a tenth of the previous: 角, 分, 厘, 毫. */
const parts = [...'角分厘毫'];

/** Writes decimals with units; a gap before another figure is read with 零. */
function fractionInCapitals(fraction: string, hasWhole: boolean): string {
  const digitWords = [...fraction].map((digit, at) =>
    digit === '0' ? '零' : `${figures[Number(digit)]}${parts[at]}`,
  );
  const read = digitWords.join('').replaceAll(/零+/g, '零').replace(/零$/, '');
  return hasWhole ? read : read.replace(/^零/, '');
}

/** Writes an amount in Chinese capitals (大写金额), to the decimals of the currency: 壹仟零伍元陆角整. */
export function inCapitals(amount: Decimal, digits: number): string {
  const [whole = '0', fraction = ''] = rounded(amount.abs(), digits).toFixed(digits).split('.');
  const yuan = BigInt(whole) === 0n ? '' : `${wholeInCapitals(BigInt(whole))}元`;
  const text = `${yuan}${fractionInCapitals(fraction, yuan !== '')}`;
  if (text === '') return '零元整';
  const full = fraction === '' || fraction.endsWith('0') ? '整' : '';
  return `${amount.isNegative() ? '负' : ''}${text}${full}`;
}

// prettier-ignore
const small = [
  'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve',
  'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen',
];
// prettier-ignore
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const groups = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion'];

function threeInWords(value: number): string {
  if (value < 20) return small[value] ?? '';
  if (value < 100) {
    const one = value % 10;
    return `${tens[Math.floor(value / 10)]}${one === 0 ? '' : `-${small[one]}`}`;
  }
  const rest = value % 100;
  return `${small[Math.floor(value / 100)]} hundred${rest === 0 ? '' : ` ${threeInWords(rest)}`}`;
}

/** Writes an amount in English words, to the currency's decimals: One thousand five and 60/100. */
export function inWords(amount: Decimal, digits: number): string {
  const [whole = '0', fraction] = rounded(amount.abs(), digits).toFixed(digits).split('.');
  const threes = [...whole.padStart(Math.ceil(whole.length / 3) * 3, '0').matchAll(/\d{3}/g)]
    .map(([digits]) => Number(digits))
    .map((value, at, all) =>
      value === 0 ? '' : `${threeInWords(value)}${groups[all.length - 1 - at]}`,
    )
    .filter((words) => words !== '');
  const text = threes.length === 0 ? 'zero' : threes.join(' ');
  const signed = amount.isNegative() && !rounded(amount, digits).isZero() ? `minus ${text}` : text;
  const cents = fraction === undefined ? '' : ` and ${fraction}/${10 ** digits}`;
  return `${signed.charAt(0).toUpperCase()}${signed.slice(1)}${cents}`;
}
