// Units in the brackets of headings: a number below 金额(万元) is ten thousand times what it looks like.
import { decimal } from '../decimal.ts';
import { parseCurrencyText } from './currencyText.ts';

/** Kinds of numbers that a column may hold. */
export type Measure = 'money' | 'rate' | 'weight' | 'days' | 'percent' | 'quantity';

/** Names of units by the factor that turns them into the field's own unit; '' is a unit without an exact factor. */
const UNITS: Readonly<Record<Measure, Readonly<Record<string, string>>>> = {
  money: {
    '1': '元|圆|块|yuan|本币|本位币|人民币',
    '1000': 'thousand|thousands',
    '1000000': 'million|millions|mio',
    '': '分|角|厘|cent|cents|pence|fen|k|tsd|外币|原币|teur|keur|kusd',
  },
  rate: { '1': '本币|本位币' },
  weight: {
    '1': 'kg|kgs|kilogram|kilograms|公斤|千克',
    '0.5': '斤',
    '0.001': 'g|gram|grams|克',
    '0.000001': 'mg|毫克',
    '1000': 't|吨|公吨',
    '0.45359237': 'lb|lbs|磅',
    '0.028349523125': 'oz|盎司',
    '': '两',
  },
  days: {
    '1': '天|日|day|days',
    '7': '周|星期|week|weeks',
    '': '月|个月|month|months|年|year|years|季|季度|小时|时|hour|hours',
  },
  percent: { '1': '%|百分比|百分数|百分|percent|pct', '': '‰|千分|千分比|小数' },
  quantity: {
    '1': '个|件|只|pcs|pc|piece|pieces|unit|units|ea|each|基本单位|小单位|最小单位',
    '12': '打|dozen|dozens',
    '': '箱|大箱|整箱|中包|盒|包|托|托盘|捆|扎|大单位|副单位|carton|cartons|ctn|ctns|case|cases|box|boxes|pack|packs|pallet|pallets',
  },
};

/** Measures whose own unit may stand beside another's: 元/kg. */
const BESIDE: Readonly<Partial<Record<Measure, readonly Measure[]>>> = {
  money: ['weight', 'quantity'],
  rate: ['money'],
  quantity: ['weight'],
};

const SCALES: Readonly<Record<string, string>> = {
  百万: '1000000',
  千万: '10000000',
  十: '10',
  百: '100',
  千: '1000',
  万: '10000',
  亿: '100000000',
};

// SAFETY: the keys of the units are the measures.
const measures = Object.keys(UNITS) as Measure[];
const factorByName: ReadonlyMap<Measure, ReadonlyMap<string, string>> = new Map(
  measures.map((measure) => [
    measure,
    new Map(
      Object.entries(UNITS[measure]).flatMap(([factor, names]) =>
        names.split('|').map((name) => [name, factor] as const),
      ),
    ),
  ]),
);

const BRACKETS = /\((.*?)\)|\[(.*?)\]|【(.*?)】|〔(.*?)〕/gu;

/** A heading without what stands in brackets, in letters and signs of one width. */
export const withoutBrackets = (title: string): string =>
  title.normalize('NFKC').replaceAll(BRACKETS, '');

/** Words in the brackets of a heading, without the signs and words around a unit. */
const wordsInBrackets = (title: string): readonly string[] =>
  [...title.normalize('NFKC').matchAll(BRACKETS)]
    .flatMap((found) => found.slice(1).flatMap((inside) => inside ?? []))
    .flatMap((inside) => inside.split(/[\s,;:、·/|]+/))
    .map((word) =>
      word
        .replaceAll(/^[-+±×*'’"]+|['’"]+$/g, '')
        .replace(/^(?:单位|人民币|含税|不含税|未税|每|约)+(?=.)|(?<=.)人民币$/g, ''),
    )
    .filter((word) => word !== '');

/** The factor of a unit; '' where it has no exact one, undefined for a word that is no unit. */
function factorOf(word: string, measure: Measure, currency: string): string | undefined {
  const name = word.toLowerCase();
  const own = factorByName.get(measure)?.get(name);
  if (own !== undefined) return own;
  for (const other of measures) {
    const factor = factorByName.get(other)?.get(name);
    if (factor !== undefined) return factor === '1' && BESIDE[measure]?.includes(other) ? '1' : '';
  }
  if (/^\d*00|^10(?!\d)/.test(name)) return '';
  if (measure === 'money' || measure === 'rate') {
    const code = currencyOf(word, currency);
    if (code !== undefined) return code === currency ? '1' : '';
  }
  return scaledFactor(word, measure, currency);
}

/** A unit with its scale: 万元, 千美元. */
function scaledFactor(word: string, measure: Measure, currency: string): string | undefined {
  const scale = Object.keys(SCALES).find((name) => word.startsWith(name));
  if (scale === undefined) return undefined;
  const rest = word.slice(scale.length);
  const factor = rest === '' ? '1' : factorOf(rest, measure, currency);
  if (factor === undefined || factor === '' || (measure !== 'money' && measure !== 'quantity'))
    return factor === undefined ? undefined : '';
  return decimal(SCALES[scale] ?? '1')
    .times(factor)
    .toFixed();
}

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The code of the currency that a word names: $ and ¥ are those of the company where they may be. */
function currencyOf(word: string, own: string): string | undefined {
  if ((word === '$' && own.endsWith('D')) || (word === '¥' && own === 'JPY')) return own;
  const code = /^\d/.test(word) ? undefined : parseCurrencyText(word);
  const isCode = code !== undefined && word.toUpperCase().includes(code);
  return isCode && !(word === code && CODES.has(code)) ? undefined : code;
}

/** Names of units that multiply or divide an amount of money or a number of goods, by any factor. */
const SCALED: ReadonlySet<string> = new Set(
  (['money', 'quantity'] as const).flatMap((measure) =>
    [...(factorByName.get(measure) ?? [])].flatMap(([name, factor]) =>
      factor === '1' || name === '外币' || name === '原币' ? [] : [name],
    ),
  ),
);

/** Brackets of a heading hold such a unit: 金额(万元), Amount (in cents), 数量(箱). Weights are no such unit. */
export const hasScaledUnit = (title: string): boolean =>
  wordsInBrackets(title).some((word) => {
    const name = word.toLowerCase();
    const isUnit = measures.some((measure) => factorByName.get(measure)?.has(name) === true);
    return isUnit
      ? SCALED.has(name)
      : name === '000' || scaledFactor(word, 'money', 'CNY') !== undefined;
  });

/**
 * The factor that turns numbers below a heading into the field's own unit: 10000 for 金额(万元). Null for another unit, which has
 * no exact factor; '1' where the brackets hold the field's unit, a note or nothing.
 */
export function headingFactor(title: string, measure: Measure, currency: string): string | null {
  const words = wordsInBrackets(title);
  const [only = ''] = words;
  const factors = new Set(words.flatMap((word) => factorOf(word, measure, currency) ?? []));
  factors.delete('1');
  const isUnknownWeight =
    measure === 'weight' &&
    words.length === 1 &&
    /^[a-z]{1,3}$/i.test(only) &&
    factorOf(only, measure, currency) === undefined;
  if (factors.size > 1 || factors.has('') || isUnknownWeight) return null;
  return [...factors][0] ?? '1';
}
