// Units in brackets of headings: a number below 金额(万元) counts ten thousand times.
import { decimal } from '../decimal.ts';
import { codesOfCountryIn, currenciesIn, currenciesOfName } from './currencyNames.ts';
import { isOneOfCodes } from './currencySigns.ts';

export type UnitMeasure = 'money' | 'rate' | 'weight' | 'days' | 'percent' | 'quantity';

/** Unit names by factor to the field's own unit; '' means no exact factor. */
const UNITS: Readonly<Record<UnitMeasure, Readonly<Record<string, string>>>> = {
  money: {
    '1': '本币|本位币',
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

/** Measures that combine with a unit of another measure: 元/kg. */
const BESIDE: Readonly<Partial<Record<UnitMeasure, readonly UnitMeasure[]>>> = {
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
const SCALE = new RegExp(`^(?:${Object.keys(SCALES).join('|')})(?=.)`);

// SAFETY: the keys of the units are the measures.
const measures = Object.keys(UNITS) as UnitMeasure[];
const factorByName: ReadonlyMap<UnitMeasure, ReadonlyMap<string, string>> = new Map(
  measures.map((measure) => [
    measure,
    new Map(
      Object.entries(UNITS[measure]).flatMap(([factor, names]) =>
        names.split('|').map((name) => [name, factor] as const),
      ),
    ),
  ]),
);

/** Is the word a unit without a factor: 个, kg, 天 or %? */
export const isPlainUnit = (word: string): boolean =>
  measures.some((measure) => factorByName.get(measure)?.get(word.trim().toLowerCase()) === '1');

const BRACKETS = /\((.*?)\)|\[(.*?)\]|【(.*?)】|〔(.*?)〕/gu;

/** Removes bracketed text and normalises character widths. */
export const withoutBrackets = (title: string): string =>
  title.normalize('NFKC').replaceAll(BRACKETS, '');

/** Words in the brackets of a heading, without the signs and words around a unit. */
const wordsInBrackets = (title: string): readonly string[] =>
  [...title.normalize('NFKC').matchAll(BRACKETS)]
    .flatMap((found) => found.slice(1).flatMap((inside) => inside ?? []))
    .flatMap((inside) => inside.replaceAll('人民币', ' 人民币 ').split(/[\s,;:、·/|]+/))
    .map((word) =>
      word
        .replaceAll(/^[-+±×*'’"]+|['’"]+$/g, '')
        .replace(/^(?:单位|含税|不含税|未税|每|约)+(?=.)/g, ''),
    )
    .filter((word) => word !== '');

/** Returns the factor of a unit; '' without an exact factor, undefined if no unit. */
function factorOf(word: string, measure: UnitMeasure, currency: string): string | undefined {
  const name = word.toLowerCase();
  const own = factorByName.get(measure)?.get(name);
  if (own !== undefined) return own;
  for (const other of measures) {
    const factor = factorByName.get(other)?.get(name);
    if (factor !== undefined) return factor === '1' && BESIDE[measure]?.includes(other) ? '1' : '';
  }
  if (/^\d*00|^10(?!\d)/.test(name)) return '';
  const scaled = scaledFactor(word, measure, currency);
  if (scaled !== undefined || (measure !== 'money' && measure !== 'rate')) return scaled;
  const codes = currenciesOfWord(word);
  return codes === undefined ? undefined : isOneOfCodes(currency, codes) ? '1' : '';
}

/** Returns the factor of a unit with a scale: 万元, 千美元. */
function scaledFactor(word: string, measure: UnitMeasure, currency: string): string | undefined {
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

/** Words meaning currencies in capitals only. */
const WORDS = /^(?:all|bam|cop|cup|gel|lak|mad|mop|pen|ron|sos|top|try)$/;
/** Further words of headings, in several languages; kgs are kilograms. In brackets, each is a currency. */
const WORDS_OF_TITLES = /^(?:ang|ars|bob|che|kgs|mur|won)$/;
/** Endings of the names of currencies: a name that is not known is another currency. */
const CURRENCY_NAME =
  /(?:(?<![单公次多])元|[圆镑铢盾]|法郎|卢[比布]|克朗|比索|第纳尔|里亚?[拉尔]|先令|迪拉姆)$/;

/** The currencies that a word may stand for; none for an unknown name, undefined for any other word. */
function currenciesOfWord(word: string): readonly string[] | undefined {
  const isEnglish = WORDS.test(word.toLowerCase()) && word !== word.toUpperCase();
  const codes = isEnglish || /^\d/.test(word) ? [] : currenciesOfName(word);
  return codes.length > 0 || CURRENCY_NAME.test(word) ? codes : undefined;
}

/** Unit names that scale money or quantities by any factor. */
const SCALED: ReadonlySet<string> = new Set(
  (['money', 'quantity'] as const).flatMap((measure) =>
    [...(factorByName.get(measure) ?? [])].flatMap(([name, factor]) =>
      factor === '1' || name === '外币' || name === '原币' ? [] : [name],
    ),
  ),
);

/** Do the brackets hold a scaling unit: 金额(万元), Amount (in cents), 数量(箱)? Weights do not count. */
export const hasScaledUnit = (title: string): boolean =>
  wordsInBrackets(title).some((word) => {
    const name = word.toLowerCase();
    const isUnit = measures.some((measure) => factorByName.get(measure)?.has(name) === true);
    return isUnit
      ? SCALED.has(name)
      : name === '000' || scaledFactor(word, 'money', 'CNY') !== undefined;
  });

/** A pound beside per or 每 is a weight: Price (per pound). */
const withPoundAsWeight = (title: string): string =>
  title.normalize('NFKC').replaceAll(/(\bper\s+|\/\s*|每\s*)pounds?\b/gi, '$1lb');

/** Signs before a word are abbreviations, as in RM cost (raw material), unless in stands before the sign. */
const ABBREVIATIONS =
  /(?<!\bin\s+)\b(?:RM|RP|TL|RS)(?=[-_.\s]+(?!per\b|each\b|incl|excl)\p{Script=Latin})/giu;

/** The currencies of words in letters, inside and outside brackets: Price in euro, Cena Kč, Pris kr. */
const currenciesOfTitleWords = (title: string): readonly (readonly string[])[] =>
  (
    title.replaceAll(ABBREVIATIONS, '').match(/[\p{Script=Latin}\p{Script=Cyrillic}]+/gu) ?? []
  ).flatMap((word) => {
    const isWord = WORDS_OF_TITLES.test(word.toLowerCase()) && word !== word.toUpperCase();
    const codes = isWord ? undefined : currenciesOfWord(word);
    return codes === undefined ? [] : [codes];
  });

/** A heading names another currency than that of its column: 单价(USD), Price in US$, 金额(万日元). */
export const isHeadingInAnotherCurrency = (title: string, currency: string): boolean =>
  namesAnotherCurrency(withPoundAsWeight(title), currency);

function namesAnotherCurrency(title: string, currency: string): boolean {
  const words = wordsInBrackets(title).map((word) => word.replace(SCALE, ''));
  const named = [
    ...currenciesIn(title),
    ...currenciesOfTitleWords(title.normalize('NFKC')),
    ...words.flatMap((word) => {
      const codes = currenciesOfWord(word);
      return codes === undefined ? [] : [codes];
    }),
  ].map((codes) => codesOfCountryIn(title, codes));
  const others = named.filter((codes) => !isOneOfCodes(currency, codes));
  // Beside the own currency, KGS are kilograms: 单价(CNY/KGS).
  return others.some((codes) => codes[0] !== 'KGS' || others.length === named.length);
}

/**
 * Returns the factor from numbers below a heading to the field's own unit: 10000 for 金额(万元). Null without
 * an exact factor; '1' if the brackets hold the field's unit, a note or nothing.
 */
export function headingFactor(
  heading: string,
  measure: UnitMeasure,
  currency: string,
): string | null {
  // A rate may belong to the currency: USD per pound.
  const title = measure === 'rate' ? heading : withPoundAsWeight(heading);
  const words = wordsInBrackets(title);
  const [only = ''] = words;
  const factors = new Set(words.flatMap((word) => factorOf(word, measure, currency) ?? []));
  factors.delete('1');
  const isMoney = measure === 'money' || measure === 'rate';
  if (isMoney && namesAnotherCurrency(title, currency)) return null;
  const isUnknownWeight =
    measure === 'weight' &&
    words.length === 1 &&
    /^[a-z]{1,3}$/i.test(only) &&
    factorOf(only, measure, currency) === undefined;
  if (factors.size > 1 || factors.has('') || isUnknownWeight) return null;
  return [...factors][0] ?? '1';
}
