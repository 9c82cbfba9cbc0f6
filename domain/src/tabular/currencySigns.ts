// Signs, codes and names of currencies as files write them: in amounts, cells and headings.
import { isCurrencyCode } from '../money/currencyCodes.ts';

/** Signs and names that stand for one currency each, divided by |, in capitals. */
const NAMES: Readonly<Record<string, string>> = {
  CNY: '人民币|人民币元|RMB|CNH|CN¥|YUAN|RENMINBI|156|001',
  USD: '美元|美金|US$|U$|US DOLLAR|840',
  EUR: '欧元|€|EURO|EUROS|978',
  GBP: '英镑|POUND STERLING|826',
  HKD: '港币|港元|HK$|HONG KONG DOLLAR|344',
  JPY: '日元|日圆|円|JP¥|YEN|392',
  TWD: '新台币|台币|NT$|NTD|901',
  KRW: '韩元|원|WON|410',
  SGD: '新加坡元|新元|S$|SG$|702',
  AUD: '澳元|澳大利亚元|A$|AU$|036',
  CAD: '加元|加拿大元|CA$|CAN$|124',
  CHF: '瑞士法郎|SFR|756',
  MOP: '澳门元|MOP$',
  BRL: 'R$',
  NZD: 'NZ$',
  MXN: 'MX$',
  INR: '₹',
  RUB: '₽',
  THB: '฿|泰铢',
  VND: '₫|越南盾',
  PHP: '₱',
  TRY: '₺|TL',
  UAH: '₴|ГРН',
  PLN: 'ZŁ',
  CZK: 'KČ',
  KGS: 'СОМ|⃀',
  KZT: '₸|坚戈',
  MYR: 'RM',
  IDR: 'RP',
  ILS: '₪',
  AFN: '؋',
  AMD: '֏',
  AZN: '₼',
  BDT: '৳',
  CRC: '₡',
  EGP: 'E£',
  GEL: '₾',
  GHS: 'GH₵',
  KHR: '៛',
  LAK: '₭',
  LBP: 'L£',
  MNT: '₮',
  NGN: '₦',
  PYG: '₲',
  TOP: 'T$',
  XCD: 'EC$',
};

/** Signs that several currencies share, each with their codes. */
const SHARED: Readonly<Record<string, string>> = {
  $:
    'USD|AUD|CAD|NZD|HKD|TWD|SGD|MXN|CLP|COP|ARS|BND|FJD|JMD|BBD|BSD|BZD|GYD|SRD|TTD|XCD|LRD|NAD|' +
    'SBD|UYU|DOP|MOP|BMD|KYD|CUP|CUC',
  C$: 'CAD|NIO',
  '¥': 'CNY|JPY',
  元: 'CNY|TWD|HKD|MOP|SGD',
  圆: 'CNY|TWD|HKD|MOP|JPY',
  块: 'CNY|TWD|HKD|MOP',
  '£': 'GBP|EGP|LBP|SYP|SDG|SSP|FKP|GIP|SHP',
  '₩': 'KRW|KPW',
  KR: 'SEK|NOK|DKK|ISK',
  РУБ: 'RUB|BYN',
  卢布: 'RUB|BYN',
  RS: 'INR|PKR|LKR|NPR|MUR|SCR',
};

/**
 * Signs of letters that the product writes before amounts. Read only there and in this case: 5 km and 5 ft
 * are lengths. Signs of one letter, such as K and L, are no signs here, since they are units and codes too.
 */
const LEADING: Readonly<Record<string, string>> = {
  Kz: 'AOA',
  KM: 'BAM',
  Bs: 'BOB',
  'р.': 'BYN|RUB',
  FG: 'GNF',
  kn: 'HRK',
  Ft: 'HUF',
  CF: 'KMF',
  Ar: 'MGA',
  lei: 'RON',
  RF: 'RWF',
  Db: 'STN',
  FCFA: 'XAF',
  'Cg.': 'XCG',
  'F CFA': 'XOF',
  CFPF: 'XPF',
  ZK: 'ZMW',
};

export const codesBySign: ReadonlyMap<string, readonly string[]> = new Map<
  string,
  readonly string[]
>([
  ...Object.entries(NAMES).flatMap(([code, names]) =>
    names.split('|').map((name) => [name.normalize('NFKC'), [code]] as const),
  ),
  ...Object.entries(SHARED).map(([name, codes]) => [name, codes.split('|')] as const),
]);

/** Returns the possible currencies of a sign, name or code; none if unknown. */
export function currenciesOfSign(text: string): readonly string[] {
  const name = text.normalize('NFKC').trim().toUpperCase();
  const plain = name.replace(/[.整]$/, '');
  return codesBySign.get(name) ?? codesBySign.get(plain) ?? (isCurrencyCode(plain) ? [plain] : []);
}

/** Possible currencies of a sign beside an amount. */
export function currenciesOfSignBeside(sign: string): readonly string[] {
  const leading = LEADING[sign];
  return leading === undefined ? currenciesOfSign(sign) : leading.split('|');
}

/** Checks if a currency is one of the codes. RMB and CNH, stored by earlier versions, are CNY. */
export const isOneOfCodes = (currency: string, codes: readonly string[]): boolean =>
  codes.includes(currency) || currenciesOfSign(currency).some((code) => codes.includes(code));

export const escapeForPattern = (name: string): string => name.replaceAll(/[$.]/g, String.raw`\$&`);

/** Letters of words such as kr, zł and TL may be small; those of codes are capitals. */
const anyCase = (name: string): string =>
  [...escapeForPattern(name)]
    .map((letter) =>
      letter === letter.toLowerCase() ? letter : `[${letter}${letter.toLowerCase()}]`,
    )
    .join('');

/** Regular expression of all signs, names and codes of currencies beside an amount, the longest first. */
export const CURRENCY_SIGNS: string = [
  ...[...codesBySign.keys()]
    .filter((name) => !/^\d/.test(name))
    .toSorted((one, other) => other.length - one.length)
    .map((name) => `${anyCase(name)}[.整]?`),
  String.raw`\p{Lu}{3}`,
].join('|');

/** A regular expression of the signs before an amount. */
export const CURRENCY_SIGNS_BEFORE: string = [
  ...Object.keys(LEADING)
    .toSorted((one, other) => other.length - one.length)
    .map(escapeForPattern),
  CURRENCY_SIGNS,
].join('|');
