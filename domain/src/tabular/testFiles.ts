// For tests only: files as programs write them, in any encoding and between any signs.

export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

/** Signs of a code page by the bytes that its decoder reads as them. */
function signsOf(encoding: string, candidates: Iterable<readonly number[]>) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytes = new Map<string, readonly number[]>();
  for (const one of candidates) {
    try {
      const sign = decoder.decode(new Uint8Array(one));
      if ([...sign].length === 1 && !bytes.has(sign)) bytes.set(sign, one);
    } catch {
      // No sign has these bytes.
    }
  }
  return bytes;
}

const singles = Array.from({ length: 256 }, (_, byte) => [byte]);
const pairs = Array.from({ length: 126 }, (_, lead) =>
  Array.from({ length: 191 }, (_, trail) => [0x81 + lead, 0x40 + trail]),
).flat();

let chinese: ReadonlyMap<string, readonly number[]> | undefined;
let western: ReadonlyMap<string, readonly number[]> | undefined;

const wide = (text: string, isLittle: boolean): readonly number[] =>
  [...`\uFEFF${text}`].flatMap((sign) =>
    Array.from(sign, (_, at) => sign.charCodeAt(at)).flatMap((code) => {
      const both = [code & 0xff, code >> 8];
      return isLittle ? both : both.toReversed();
    }),
  );

const narrow = (text: string, signs: ReadonlyMap<string, readonly number[]>): readonly number[] =>
  [...text].flatMap((sign) => {
    const bytes = signs.get(sign);
    if (bytes === undefined) throw new Error(`the encoding has no ${sign}`);
    return bytes;
  });

/** A text as the bytes of a file; throws for a sign that the encoding has not. */
export function encodeText(text: string, encoding: Encoding = 'utf-8'): Uint8Array {
  const utf8 = new TextEncoder();
  if (encoding === 'utf-8') return utf8.encode(text);
  if (encoding === 'utf-8-bom') return utf8.encode(`\uFEFF${text}`);
  if (encoding === 'utf-16le' || encoding === 'utf-16be')
    return new Uint8Array(wide(text, encoding === 'utf-16le'));
  chinese ??= signsOf('gb18030', [...singles.slice(0, 128), ...pairs]);
  western ??= signsOf('windows-1252', singles);
  return new Uint8Array(narrow(text, encoding === 'gb18030' ? chinese : western));
}

/** Lines of a file; the last ends, too. */
export const textLines = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;
