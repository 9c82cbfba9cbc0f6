// Decodes a text file. A byte order mark or declaration names the encoding; otherwise the bytes must show
// it.

import { isUsualChinese } from './usualChinese.ts';

type FileText =
  | { readonly kind: 'text'; readonly text: string; readonly encoding: string }
  /** Several encodings can read the bytes, or none can. */
  | { readonly kind: 'unclear' };

const UNCLEAR = { kind: 'unclear' } as const;

/** Decodes with an encoding; undefined if the bytes are invalid or the encoding unknown. */
function decodeAs(bytes: Uint8Array, encoding: string): FileText | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return { kind: 'text', text, encoding: encoding.toLowerCase() };
  } catch {
    return undefined;
  }
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/**
 * Decodes a file with the encoding chosen by the user; otherwise a byte order mark takes precedence over a
 * declared encoding.
 */
export function decodeFileText(bytes: Uint8Array, chosen?: string): FileText {
  if (chosen !== undefined) return decodeAs(bytes, chosen) ?? UNCLEAR;
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return decodeAs(bytes, 'utf-8') ?? UNCLEAR;
  if (startsWith(bytes, [0xff, 0xfe])) return decodeAs(bytes, 'utf-16le') ?? UNCLEAR;
  if (startsWith(bytes, [0xfe, 0xff])) return decodeAs(bytes, 'utf-16be') ?? UNCLEAR;
  if (bytes.includes(0)) return decodeWide(bytes);
  const utf8 = decodeAs(bytes, 'utf-8');
  if (utf8 !== undefined) return utf8;
  const declared = declaredIn(bytes);
  const said = declared === undefined ? undefined : decodeAs(bytes, declared);
  return said ?? (isBrokenUtf8(bytes) ? UNCLEAR : decodeByEvidence(bytes));
}

/** Is the text UTF-8 with a cut character? Most multi-byte characters are whole. */
function isBrokenUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  const whole = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return whole > broken;
}

/** Decodes UTF-16 without a byte order mark: plain characters have one zero byte, all on one side. */
function decodeWide(bytes: Uint8Array): FileText {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 === 1 || (even > 0 && odd > 0)) return UNCLEAR;
  return decodeAs(bytes, even > 0 ? 'utf-16be' : 'utf-16le') ?? UNCLEAR;
}

/** Standard encoding names by OFX name. */
const ofxNames: Readonly<Record<string, string>> = { '1252': 'windows-1252', '936': 'gb18030' };

/** Reads the encoding declared in the file: XML declaration or OFX headers. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const head = String.fromCodePoint(...bytes.subarray(0, 1000).filter((byte) => byte < 0x80));
  const xml = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
  if (xml !== undefined) return xml;
  if (!/OFXHEADER/i.test(head)) return undefined;
  const charset = /^CHARSET:\s*([\w.-]+)/im.exec(head)?.[1];
  return charset === undefined || /^none$/i.test(charset)
    ? undefined
    : (ofxNames[charset] ?? charset);
}

/** Chooses the Chinese code page or Windows-1252 if the bytes show clearly which. */
function decodeByEvidence(bytes: Uint8Array): FileText {
  const chinese = decodeAs(bytes, 'gb18030');
  const { pairs, letters, others, foreign, even, odd } = countHighBytes(bytes);
  // Sizes (M码) and rare names form even runs, too: the characters decide.
  const isEven = foreign === 0 && even > 2 * odd;
  if (isEven && chinese?.kind === 'text' && isUsualChinese(chinese.text)) return chinese;
  if (chinese?.kind === 'text' && pairs > 3 * (letters + others + foreign))
    return isUsualChinese(chinese.text) ? chinese : UNCLEAR;
  const isWestern =
    foreign === 0 && !bytes.some((byte) => UNUSED_IN_1252.has(byte)) && !mayBeTurkish(bytes);
  if (odd === 0 && chinese !== undefined) return UNCLEAR;
  const isLettered = letters > 0 ? letters > 3 * pairs : chinese === undefined && pairs === 0;
  return (isWestern && isLettered ? decodeAs(bytes, 'windows-1252') : undefined) ?? UNCLEAR;
}

/**
 * May the text be Turkish? Turkish letters in Windows-1254 share bytes with Icelandic in Windows-1252; long
 * vowels are only Icelandic.
 */
const mayBeTurkish = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => TURKISH.has(byte)) &&
  (bytes.some((byte) => TURKISH_ONLY.has(byte)) || !bytes.some((byte) => ICELANDIC.has(byte)));
const TURKISH = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe]);
/** Ç and ü. */
const TURKISH_ONLY = new Set([0xc7, 0xe7, 0xdc, 0xfc]);
/** Á, æ, í and ú. */
const ICELANDIC = new Set([0xc1, 0xe1, 0xc6, 0xe6, 0xcd, 0xed, 0xd3, 0xf3, 0xda, 0xfa]);

const UNUSED_IN_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

const isHigh = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80;
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
const isAccented = (byte: number): boolean => byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7;

interface HighBytes {
  readonly pairs: number;
  readonly letters: number;
  readonly others: number;
  readonly foreign: number;
  /** Bytes in runs of even length, like Chinese characters, and in runs of odd length. */
  readonly even: number;
  readonly odd: number;
}

/**
 * Counts bytes for either code page. Pairs are common Chinese characters and signs. Letters are accented
 * letters beside plain ones (Müller), without a partner byte. Foreign runs are words of other alphabets.
 */
function countHighBytes(bytes: Uint8Array): HighBytes {
  const counts = { pairs: 0, letters: 0, others: 0, foreign: 0, even: 0, odd: 0 };
  for (let at = 0; at < bytes.length;) {
    if (!isHigh(bytes[at])) {
      at += 1;
      continue;
    }
    let end = at;
    while (isHigh(bytes[end])) end += 1;
    const run = bytes.subarray(at, end);
    counts[run.length % 2 === 0 ? 'even' : 'odd'] += run.length;
    const isInWord = isLetter(bytes[at - 1]) || isLetter(bytes[end]);
    if (run.length % 2 === 0 && !(isInWord && run.every(isAccented) && run.length === 2))
      for (let on = 0; on < run.length; on += 2) {
        const [lead = 0, trail = 0] = run.subarray(on, on + 2);
        if (trail < 0xa1 || lead < 0xa1) counts.others += 1;
        else if (isUsualLead(lead)) counts.pairs += 1;
      }
    else if (isInWord && run.length <= 2 && run.every(isAccented)) counts.letters += 1;
    else if (isForeignRun(run, isLetter(bytes[at - 1]) && isLetter(bytes[end])))
      counts.foreign += 1;
    else counts.others += 1;
    at = end;
  }
  return counts;
}

/**
 * Is the run foreign? Signs inside words are Central European; words of only accented letters look Cyrillic
 * or Greek.
 */
const isForeignRun = (run: Uint8Array, isWithinWord: boolean): boolean =>
  isWithinWord
    ? run.some((byte) => CENTRAL_LETTERS.has(byte))
    : run.length > 2 && run.some(isAccented);
const CENTRAL_LETTERS = new Set([0xa3, 0xa5, 0xaa, 0xaf, 0xb3, 0xb9, 0xba, 0xbc, 0xbe, 0xbf]);

/**
 * Does the byte begin signs, full-width letters or common GB 2312 characters? Rare characters look like two
 * accented letters.
 */
const isUsualLead = (lead: number): boolean => lead <= 0xa3 || (lead >= 0xb0 && lead <= 0xd7);
