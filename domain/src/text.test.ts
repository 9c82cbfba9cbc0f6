import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalText, plainText, searchForms, searchPattern } from './searchText.ts';
import { NAME, ONE_LINE, SEVERAL_LINES, asOneLine, asSeveralLines } from './text.ts';

test.each([
  ['a name', 'Flask 500 ml', true, true],
  ['Chinese with wide marks', '保温杯（大），500毫升', true, true],
  ['signs joined to one', '👩‍👩‍👧', true, true],
  ['Arabic', 'قارورة', true, true],
  ['nothing', '', true, true],
  ['a line break', 'a\nb', false, true],
  ["Windows's line break", 'a\r\nb', false, true],
  ['a tab', 'a\tb', false, false],
  ['a bell', 'a\u0007b', false, false],
  ['a zero byte', 'a\0b', false, false],
  ['half a character', 'a\ud800b', false, false],
  ['a separator of lines', 'a\u2028b', false, false],
  ['an override', 'a\u202eb', false, false],
  ['an isolate', 'a\u2067b', false, false],
  ['a mark of direction', 'a\u200fb', false, false],
  ['a space without width', 'a\u200bb', false, true],
  ['a mark of byte order', '\ufeffa', false, true],
  ['a soft hyphen', 'a\u00adb', false, true],
  ['a letter without ink', '\u3164', false, true],
])(
  'a text is valid on one line, on several lines, or only after cleaning: %s',
  (_, text, one, several) => {
    expect(new RegExp(ONE_LINE, 'u').test(text)).toBe(one);
    expect(new RegExp(SEVERAL_LINES, 'u').test(text)).toBe(several);
    expect(asOneLine(text)).toMatch(new RegExp(ONE_LINE, 'u'));
    expect(asSeveralLines(text)).toMatch(new RegExp(SEVERAL_LINES, 'u'));
  },
);

test.each([
  ['a joiner between letters', 'AB\u200dC', 'ABC'],
  ['a non-joiner between letters', 'AB\u200cC', 'ABC'],
  ['a joiner of characters', '商\u200d贸', '商贸'],
  ['a joiner of graphemes', 'B\u034fC', 'BC'],
  ['a variant of a letter', 'ABC\ufe0f', 'ABC'],
  ['a joiner behind an accent', 'e\u0301\u200dC', 'e\u0301C'],
  ['a joiner in front', '\u200dABC', 'ABC'],
  ['several of them', 'A\u200d\u200c\ufe0fB', 'AB'],
  ['a tag', 'ABC\u{e0041}', 'ABC'],
])(
  'a name with an invisible character is refused, and accepted after cleaning: %s',
  (_, text, plain) => {
    expect(new RegExp(NAME, 'u').test(text)).toBe(false);
    expect(new RegExp(NAME, 'u').test(plain)).toBe(true);
    expect(asOneLine(text)).toBe(plain);
  },
);

test.each([
  ['a family', 'Toys 👩‍👩‍👧'],
  ['a heart on fire', '❤️‍🔥 Shop'],
  ['a flag', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Tea'],
  ['a keycap', '1️⃣ Shop'],
  ['Persian', 'کتاب‌خانه'],
  ['Hindi', 'क्‍ष'],
  ['a variant of a Han character', '葛\u{e0100}城'],
])('a name with joined or variant characters is accepted unchanged: %s', (_, text) => {
  expect(new RegExp(NAME, 'u').test(text)).toBe(true);
  expect(asOneLine(text)).toBe(text);
});

test('imported text keeps its words on a single line, and a remark keeps its lines', () => {
  expect(asOneLine(' Flask\r\n500\tml\u202c ')).toBe('Flask 500 ml');
  expect(asSeveralLines('one \r\n\r\ntwo\u2028three\u0007')).toBe('one\n\ntwo\nthree');
});

test.each([
  ['ＡＢＣ商贸', 'ABC商贸'],
  ['A  B', 'A B'],
  ['A\u3000B', 'A B'],
  [' １２ ', '12'],
  ['（集团）', '(集团)'],
])('%j and %j have one normal form', (one, other) => {
  expect(normalText(one)).toBe(other);
});

test.each([
  ['ABC', 'ＡＢＣ'],
  ['ＡＢＣ', 'ABC'],
  ['A(集团)', 'A（集团）'],
  ['A  B', 'A B'],
  ['Café', 'Cafe'],
  ['鋼筆', '钢笔'],
  ['が', 'が'],
])('a search for %j looks for %j', (word, kept) => {
  expect(searchForms(word)).toContain(kept);
});

test('a word without letters of several widths or cases has one form and no pattern', () => {
  expect(searchForms('螺丝')).toEqual(['螺丝']);
  expect(searchPattern('螺丝')).toBeNull();
});

test('a search for a single accent never becomes an empty word', () => {
  expect(searchForms('\u0301')).not.toContain('');
  expect(plainText('Cafe\u0301')).toBe('Cafe');
});

test('a pattern finds every sign literally, in all cases and widths, and a wildcard by itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }), (word) => {
      const plain = normalText(word);
      const pattern = searchPattern(word);
      if (pattern === null || plain === '') return;
      const finds = new RegExp(pattern, 'u');
      expect(finds.test(plain)).toBe(true);
      // The plainest form, without accents, is another word.
      const forms = searchForms(plain).filter((form) => form !== plainText(word));
      for (const form of [word.trim(), ...forms]) expect(finds.test(form)).toBe(true);
    }),
  );
  expect(new RegExp(searchPattern('a.') ?? '', 'u').test('ab')).toBe(false);
  expect(new RegExp(searchPattern('… – …') ?? '', 'u').test('2026 … – …')).toBe(true);
  expect(new RegExp(searchPattern('ｘＳ') ?? '', 'u').test('Xs')).toBe(true);
});
