// Chinese text for receipt printers: GBK, a part of GB 18030. No encoder is built into browsers, but each
// browser decodes GBK, so the table comes from decoding all pairs of bytes.

let table: ReadonlyMap<string, readonly [number, number]> | undefined;

const LINE_END = 0x0a;

/** All characters of two bytes in GBK. */
function gbkTable(): ReadonlyMap<string, readonly [number, number]> {
  const pairs: (readonly [number, number])[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) if (trail !== 0x7f) pairs.push([lead, trail]);
  const bytes = Uint8Array.from(pairs.flatMap((pair) => [...pair, LINE_END]));
  const signs = new TextDecoder('gbk').decode(bytes).split('\n');
  return new Map(
    pairs.flatMap((pair, at) => {
      const sign = signs[at] ?? '';
      const isMissing = [...sign].length !== 1 || sign === '\ufffd';
      return isMissing ? [] : [[sign, pair] as const];
    }),
  );
}

/** Signs of other code pages, by their likeness in GBK. */
const likeness: Readonly<Record<string, string>> = { '¥': '￥', '\u00a0': ' ', '−': '-' };

const QUESTION_MARK = 0x3f;

/** Encodes text in GBK: a byte for ASCII, two for others, a question mark for unknown characters. */
export function encodeGbk(text: string): number[] {
  table ??= gbkTable();
  const known = table;
  return [...text].flatMap((sign): readonly number[] => {
    const given = likeness[sign] ?? sign;
    const code = given.codePointAt(0) ?? 0;
    return code < 0x80 ? [code] : (known.get(given) ?? [QUESTION_MARK]);
  });
}
