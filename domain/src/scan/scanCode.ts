import { normalText } from '../searchText.ts';
import { parseSerials } from '../stock/allocation.ts';
import {
  dayOfElement,
  ELEMENT_SEPARATOR,
  hasRightCheckDigit,
  splitCodeElements,
  splitPrintedElements,
} from './elements.ts';
import type { CodeElement } from './elements.ts';

/** Content of a scanned code; texts are '' if the code does not carry them. Days in YYYY-MM-DD. */
export interface ScanContent {
  /** Barcode of the goods. */
  readonly code: string;
  readonly lot: string;
  readonly produced: string;
  readonly expiry: string;
  readonly serial: string;
  /** Number of units; '' means one. */
  readonly quantity: string;
}

/** Reasons why a GS1 code is refused. */
export type ScanFault = 'unreadable' | 'noGoods' | 'checkDigit' | 'day' | 'weight' | 'separator';

export type ScanReading = ScanContent | { readonly fault: ScanFault };

/** Symbologies whose text is made of GS1 elements: GS1-128, GS1 DataBar, DataMatrix, QR and DotCode. */
const ELEMENT_SYMBOLOGY = /^\](C1|e0|d2|Q3|J1)/;
/** Symbology identifier of any code (ISO/IEC 15424). */
const SYMBOLOGY = /^\][A-Za-z]\d/;

/** Separator as some scanners and texts of codes write it. */
const WRITTEN_SEPARATOR = /[<{[]GS[>}\]]/gi;
/** Most characters of a lot or serial (GS1 General Specifications 3.4 and 3.5). */
const LONGEST_ELEMENT = 20;

const noContent = { lot: '', produced: '', expiry: '', serial: '', quantity: '' };

/**
 * Reads a scanned code: a plain barcode or serial, or a GS1 code with lot, days, serial and quantity (GS1
 * General Specifications 3). GS1 codes are known by their symbology identifier, separator or brackets.
 * `today` decides the century of days.
 */
export function readScan(scanned: string, today: string): ScanReading {
  const typed = scanned.trim().replaceAll(WRITTEN_SEPARATOR, ELEMENT_SEPARATOR);
  const text = typed.replace(SYMBOLOGY, '');
  const printed = splitPrintedElements(text);
  if (printed !== null) return readElements(printed, today);
  if (ELEMENT_SYMBOLOGY.test(typed) || text.includes(ELEMENT_SEPARATOR))
    return readElements(splitCodeElements(text), today);
  if (!isBareElementText(text)) return { code: text, ...noContent };
  const elements = splitCodeElements(text);
  return elements !== null && elements.some(mayHideElement)
    ? { fault: 'separator' }
    : readElements(elements, today);
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
  // Goods of variable measure are counted by their weight, not by pieces.
  if (code.startsWith('9')) return { fault: 'weight' };
  const [lot, serial] = [normalText(texts.get('10') ?? ''), normalText(texts.get('21') ?? '')];
  // The separator was lost: the text contains the next element.
  if ([lot, serial].some(({ length }) => length > LONGEST_ELEMENT)) return { fault: 'separator' };
  // Lists of serials are separated by commas.
  if (parseSerials(serial).length > 1) return { fault: 'unreadable' };
  const days = readDays(texts, today);
  const quantity = texts.get('30') ?? texts.get('37') ?? '';
  if (days === null) return { fault: 'day' };
  if (quantity !== '' && !/^0*[1-9]\d{0,7}$/.test(quantity)) return { fault: 'unreadable' };
  return {
    code,
    lot,
    serial,
    quantity: quantity.replace(/^0+/, ''),
    ...days,
  };
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
