import { decimal, toPlainDecimal } from '../decimal.ts';
import { KILOGRAMS_OF_POUND } from '../logistics/pounds.ts';
import { normalText } from '../searchText.ts';
import { parseSerials } from '../stock/allocation.ts';
import { isDigitalLink, splitDigitalLink } from './digitalLink.ts';
import {
  checkDigitOf,
  dayOfElement,
  ELEMENT_SEPARATOR,
  hasRightCheckDigit,
  splitCodeElements,
  splitPrintedElements,
} from './elements.ts';
import type { CodeElement } from './elements.ts';
import { noScanRules } from './scanRules.ts';
import type { CodeRules } from './scanRules.ts';
import { toScannedText } from './typedScans.ts';
import { readWeightCode, toDecimalOfCode } from './weightCode.ts';
import type { WeightCodeContent } from './weightCode.ts';

/** Content of a scanned code; texts are '' if the code does not carry them. Days in YYYY-MM-DD. */
export interface ScanContent {
  /** Barcode of the goods. */
  readonly code: string;
  /** Further possible barcodes of the goods. */
  readonly alternatives: readonly string[];
  readonly lot: string;
  readonly produced: string;
  readonly expiry: string;
  readonly serial: string;
  /** Number of units; '' means 1, or a quantity by weight or price. */
  readonly quantity: string;
  /** Net weight in kilograms. */
  readonly weight: string;
  /** Price of the package. */
  readonly amount: string;
}

/** Reasons why a code is refused. */
export type ScanFault = 'unreadable' | 'noGoods' | 'checkDigit' | 'day' | 'weight' | 'separator';

export type ScanReading = ScanContent | { readonly fault: ScanFault };

/** Symbologies whose text is made of GS1 elements: GS1-128, GS1 DataBar, DataMatrix, QR and DotCode. */
const ELEMENT_SYMBOLOGY = /^\](C1|e0|d2|Q3|J1)/;
/** Symbology identifier of any code (ISO/IEC 15424). */
const SYMBOLOGY = /^\][A-Za-z]\d/;

/** Most characters of a lot or serial (GS1 General Specifications 3.4 and 3.5). */
const LONGEST_ELEMENT = 20;

const noContent = {
  alternatives: [],
  lot: '',
  produced: '',
  expiry: '',
  serial: '',
  quantity: '',
  weight: '',
  amount: '',
};

/**
 * Reads a scanned code: a plain barcode or serial, a code of a scale, or a GS1 code with lot, days, serial
 * and quantity (GS1 General Specifications 3). GS1 codes are known by their symbology identifier, separator,
 * brackets, or as web address. `today` decides the century of days. Plain codes are never refused.
 */
export function readScan(
  scanned: string,
  today: string,
  rules: CodeRules = noScanRules,
): ScanReading {
  const typed = toScannedText(scanned, rules);
  const text = typed.replace(SYMBOLOGY, '').trim();
  const isElements = ELEMENT_SYMBOLOGY.test(typed);
  const weighed = isElements ? null : readWeightCode(text, rules);
  if (weighed !== null) return contentOfWeightCode(weighed);
  const printed = splitPrintedElements(text);
  if (printed !== null) return readElements(printed, today);
  if (isDigitalLink(text)) return readElements(splitDigitalLink(text), today);
  if (isElements || text.includes(ELEMENT_SEPARATOR))
    return readElements(splitCodeElements(text), today);
  if (!isBareElementText(text))
    return { ...noContent, code: text, alternatives: expandShortUpc(text) };
  const elements = splitCodeElements(text);
  return elements !== null && elements.some(mayHideElement)
    ? { fault: 'separator' }
    : readElements(elements, today);
}

/** Goods of a scale are stored by prefix and item code, or by the item code alone. */
function contentOfWeightCode(weighed: WeightCodeContent | 'checkDigit'): ScanReading {
  if (weighed === 'checkDigit') return { fault: 'checkDigit' };
  const { prefix, item, weight, amount } = weighed;
  if (decimal(weight || amount).isZero()) return { fault: 'weight' };
  return { ...noContent, code: prefix + item, alternatives: [item], weight, amount };
}

/** Returns the UPC-A of a UPC-E: the last digit tells where zeros are left out. */
function upcOfShortUpc(code: string): string {
  const [system, six, check] = [code.slice(0, 1), code.slice(1, 7), code.slice(7)];
  const last = Number(six.at(-1));
  const body =
    last <= 2
      ? `${six.slice(0, 2)}${last}0000${six.slice(2, 5)}`
      : last === 3
        ? `${six.slice(0, 3)}00000${six.slice(3, 5)}`
        : last === 4
          ? `${six.slice(0, 4)}00000${six.slice(4, 5)}`
          : `${six.slice(0, 5)}0000${last}`;
  return system + body + check;
}

/** Returns the EAN-13 of a UPC-E with a right check digit; none for other texts. */
function expandShortUpc(text: string): readonly string[] {
  if (!/^[01]\d{7}$/.test(text)) return [];
  const upc = upcOfShortUpc(text);
  return hasRightCheckDigit(upc) ? [`0${upc}`] : [];
}

/** Tests for a GTIN with further elements, sent without symbology identifier and separator. */
const isBareElementText = (text: string): boolean =>
  /^0[12]\d{14}./.test(text) &&
  hasRightCheckDigit(text.slice(2, 16)) &&
  splitCodeElements(text) !== null;

/** Tests if a text of variable length may contain another element, because its separator was not sent. */
const mayHideElement = ({ identifier, text }: CodeElement): boolean =>
  /^(10|21|30|37)$/.test(identifier) &&
  [...text.matchAll(/(?=(10|11|15|17|21|30|37))/g)].some(
    ({ index }) => index > 0 && splitCodeElements(text.slice(index)) !== null,
  );

function readElements(elements: readonly CodeElement[] | null, today: string): ScanReading {
  if (elements === null) return { fault: 'unreadable' };
  const texts = new Map<string, string>();
  for (const { identifier, text } of elements) {
    // An element given twice with different texts names two goods.
    if ((texts.get(identifier) ?? text) !== text) return { fault: 'unreadable' };
    texts.set(identifier, text);
  }
  const code = texts.get('01') ?? texts.get('02');
  if (code === undefined) return { fault: 'noGoods' };
  if (!/^\d{14}$/.test(code) || !hasRightCheckDigit(code)) return { fault: 'checkDigit' };
  const [lot, serial] = [normalText(texts.get('10') ?? ''), normalText(texts.get('21') ?? '')];
  // The separator was lost: the text contains the next element.
  if ([lot, serial].some(({ length }) => length > LONGEST_ELEMENT)) return { fault: 'separator' };
  // Lists of serials are separated by commas.
  if (parseSerials(serial).length > 1) return { fault: 'unreadable' };
  const days = readDays(texts, today);
  const quantity = texts.get('30') ?? texts.get('37') ?? '';
  if (days === null) return { fault: 'day' };
  if (quantity !== '' && !/^0*[1-9]\d{0,7}$/.test(quantity)) return { fault: 'unreadable' };
  const measure = readMeasure(code, texts);
  if (measure === null || (isVariable(code) && quantity === '' && isUnmeasured(measure)))
    return { fault: 'weight' };
  return { code, lot, serial, quantity: quantity.replace(/^0+/, ''), ...days, ...measure };
}

type CodeMeasure = Pick<ScanContent, 'alternatives' | 'weight' | 'amount'>;

/** Goods of variable measure: packages differ in weight. */
const isVariable = (code: string): boolean => code.startsWith('9');
const isUnmeasured = ({ weight, amount }: CodeMeasure): boolean => weight === '' && amount === '';

/**
 * Reads net weight and price of goods of variable measure; null: a weight or price of zero. Goods are stored
 * by the EAN-13 inside the GTIN, with its own check digit. Packages of a fixed measure count by number.
 */
function readMeasure(code: string, texts: ReadonlyMap<string, string>): CodeMeasure | null {
  if (!isVariable(code)) return { alternatives: [], weight: '', amount: '' };
  const body = code.slice(1, -1);
  const weight =
    readDecimalElement(texts, /^310([0-5])$/, /^\d{6}$/) ??
    toKilograms(readDecimalElement(texts, /^320([0-5])$/, /^\d{6}$/)) ??
    '';
  const amount = readDecimalElement(texts, /^392([0-3])$/, /^\d{1,12}$/) ?? '';
  if ([weight, amount].some((text) => text !== '' && decimal(text).isZero())) return null;
  return { alternatives: [body + checkDigitOf(body)], weight, amount };
}

const toKilograms = (pounds: string | null): string | null =>
  pounds === null ? null : toPlainDecimal(decimal(pounds).times(KILOGRAMS_OF_POUND));

/** Reads an element whose identifier ends with the number of decimals; null: none. */
function readDecimalElement(
  texts: ReadonlyMap<string, string>,
  identifier: RegExp,
  digits: RegExp,
): string | null {
  for (const [name, text] of texts) {
    const [, decimals] = identifier.exec(name) ?? [];
    if (decimals !== undefined && digits.test(text)) return toDecimalOfCode(text, Number(decimals));
  }
  return null;
}

/** Reads the days of production and expiry; best before stands in for a missing expiry. Null: no day. */
function readDays(
  texts: ReadonlyMap<string, string>,
  today: string,
): Pick<ScanContent, 'produced' | 'expiry'> | null {
  const read = (text: string | undefined): string | null =>
    text === undefined ? '' : dayOfElement(text, today);
  const produced = read(texts.get('11'));
  const expiry = read(texts.get('17') ?? texts.get('15'));
  return produced === null || expiry === null ? null : { produced, expiry };
}
