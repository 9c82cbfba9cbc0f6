import type { Decimal } from '../decimal.ts';
import { rounded } from '../decimal.ts';

const figures = [...'零壹贰叁肆伍陆柒捌玖'];
const places = ['仟', '佰', '拾', ''];

/** Up to four digits; a gap between two figures is read as one 零. */
function fourInCapitals(value: bigint): string {
  const digits = [...String(value).padStart(4, '0')];
  return digits
    .map((digit, at) => (digit === '0' ? '零' : `${figures[Number(digit)]}${places[at]}`))
    .join('')
    .replaceAll(/零+/g, '零')
    .replaceAll(/^零|零$/g, '');
}

/** A whole number by its 亿, its 万 and the rest; a part that does not fill its four (or eight) places begins with 零. */
function wholeInCapitals(value: bigint): string {
  const unit = value >= 100_000_000n ? 100_000_000n : 10_000n;
  if (value < unit) return fourInCapitals(value);
  const rest = value % unit;
  const gap = rest !== 0n && rest < unit / 10n ? '零' : '';
  const name = unit === 10_000n ? '万' : '亿';
  return `${wholeInCapitals(value / unit)}${name}${gap}${rest === 0n ? '' : wholeInCapitals(rest)}`;
}

/** An amount as Chinese slips write it out (大写金额), to the fen: 壹仟零伍元陆角整. */
export function inCapitals(amount: Decimal): string {
  const [whole = '0', fraction = '00'] = rounded(amount.abs(), 2).toFixed(2).split('.');
  const [jiao, fen] = [Number(fraction[0]), Number(fraction[1])];
  const yuan = BigInt(whole) === 0n ? '' : `${wholeInCapitals(BigInt(whole))}元`;
  const parts = [
    yuan,
    jiao > 0 ? `${figures[jiao]}角` : fen > 0 && yuan !== '' ? '零' : '',
    fen > 0 ? `${figures[fen]}分` : '整',
  ].join('');
  if (parts === '整') return '零元整';
  return amount.isNegative() ? `负${parts}` : parts;
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

/** An amount as English slips write it out, to the cent: One thousand five and 60/100. */
export function inWords(amount: Decimal): string {
  const [whole = '0', fraction = '00'] = rounded(amount.abs(), 2).toFixed(2).split('.');
  const threes = [...whole.padStart(Math.ceil(whole.length / 3) * 3, '0').matchAll(/\d{3}/g)]
    .map(([digits]) => Number(digits))
    .map((value, at, all) =>
      value === 0 ? '' : `${threeInWords(value)}${groups[all.length - 1 - at]}`,
    )
    .filter((words) => words !== '');
  const text = threes.length === 0 ? 'zero' : threes.join(' ');
  const signed = amount.isNegative() && !rounded(amount, 2).isZero() ? `minus ${text}` : text;
  return `${signed.charAt(0).toUpperCase()}${signed.slice(1)} and ${fraction}/100`;
}
