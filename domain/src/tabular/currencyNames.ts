// Names of currencies in headings and in columns of currencies: a name of several currencies is none of them.
import { codesBySign, currenciesOfSign, escapeForPattern, isOneOfCodes } from './currencySigns.ts';

/** Names that several countries give to their currencies, divided by |, by the codes of those currencies. */
const NAMES_OF_COUNTRIES: Readonly<Record<string, string>> = {
  [currenciesOfSign('$').join('|')]: 'dollar|dollars',
  [currenciesOfSign('£').join('|')]: 'pound|pounds|镑',
  'INR|PKR|LKR|NPR|MUR|SCR': 'rupee|rupees',
  'INR|PKR|LKR|NPR|MUR|SCR|IDR': '卢比',
  'MXN|PHP|ARS|CLP|COP|CUP|DOP|UYU': 'peso|pesos|比索',
  'CHF|XAF|XOF|XPF|BIF|CDF|DJF|GNF|KMF|RWF': 'franc|francs|法郎',
  'SEK|NOK|DKK|ISK': 'krona|kronor|krone|kroner',
  'SEK|NOK|DKK|ISK|CZK': '克朗',
  'RUB|BYN': 'ruble|rubles|rouble|roubles',
  'KWD|BHD|IQD|JOD|DZD|TND|LYD|RSD|MKD': 'dinar|dinars|第纳尔',
  'IRR|OMR|QAR|SAR|YER': 'rial|rials|riyal|riyals|里亚尔',
  'AED|MAD': 'dirham|dirhams|迪拉姆',
  'KES|TZS|UGX|SOS': 'shilling|shillings|先令',
  'VND|IDR': '盾',
  TRY: 'lira|liras|里拉',
  KHR: 'riel|里尔|瑞尔',
  THB: 'baht|铢',
  IDR: 'rupiah',
  VND: 'dong',
  MYR: 'ringgit',
  ZAR: 'rand|兰特',
};

const currencyNamesIn = (locale: string): Intl.DisplayNames =>
  new Intl.DisplayNames(locale, { type: 'currency' });
const chineseNames = currencyNamesIn('zh');
const englishNames = currencyNamesIn('en');

const codesByCurrencyName = new Map<string, readonly string[]>(
  Object.entries(NAMES_OF_COUNTRIES).flatMap(([joined, names]) => {
    const codes = joined.split('|');
    return [
      ...codes.map((code) => [chineseNames.of(code) ?? code, [code]] as const),
      ...names.split('|').map((name) => [name, codes] as const),
    ];
  }),
);

/** Returns the possible currencies of a name, sign or code; none if unknown. */
export const currenciesOfName = (text: string): readonly string[] =>
  codesByCurrencyName.get(text.normalize('NFKC').trim().toLowerCase()) ?? currenciesOfSign(text);

/**
 * Returns the code of the currency named by a cell; a name of several currencies, such as 卢布, is returned
 * unchanged. Undefined for none.
 */
export function parseCurrencyText(text: string): string | undefined {
  const codes = currenciesOfName(text);
  if (codes.length === 1) return codes[0];
  const [code] = /\b[A-Z]{3}\b/.exec(text.normalize('NFKC').toUpperCase()) ?? [];
  return code !== undefined || codes.length === 0 ? code : text.trim();
}

/** Checks if a text of a currency column may name the currency, by a sign, name or code. */
export function isNameOfCurrency(text: string, currency: string): boolean {
  const code = parseCurrencyText(text);
  return code !== undefined && isOneOfCodes(currency, [code, ...currenciesOfName(text)]);
}

/** The company's own code for a name of its currency; else the given name. */
export const toOwnCode = (name: string, own: string): string =>
  isOneOfCodes(own, currenciesOfName(name)) ? own : name;

const CURRENCY_IN_TITLE = new RegExp(
  [
    ...[...codesBySign.keys(), ...codesByCurrencyName.keys()]
      // Words of letters are read in any case beside headings; 元 alone may be a part of a word, as in 单元.
      .filter((name) => !/^[\dA-Z ]+$|^\p{L}$/iu.test(name))
      .toSorted((one, other) => other.length - one.length)
      .map(escapeForPattern),
    String.raw`(?<![单公次多状纪二三])元(?!\p{L})`,
    '(?<![A-Z])[A-Z]{3}(?![A-Za-z])',
  ].join('|'),
  'gu',
);

/** The codes of each currency that a title names by a sign, a code or a long name. */
export const currenciesIn = (title: string): readonly (readonly string[])[] =>
  (title.normalize('NFKC').match(CURRENCY_IN_TITLE) ?? [])
    .map(currenciesOfName)
    .filter((codes) => codes.length > 0);

/** Narrows the codes of a shared name to the country that the title names: Mexican pesos. */
export function codesOfCountryIn(title: string, codes: readonly string[]): readonly string[] {
  if (codes.length < 2) return codes;
  const text = title.toLowerCase();
  const named = codes.filter((code) =>
    text.includes((englishNames.of(code) ?? code).toLowerCase()),
  );
  return named.length > 0 ? named : codes;
}
