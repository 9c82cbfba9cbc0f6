// prettier-ignore
const digits = [
  '1', '12', '123', '1234', '12345', '123456', '12345678', '123456789', '11', '111', '111111', '000', '666', '88', '888', '99',
  '520', '1314', '321', '2022', '2023', '2024', '2025', '2026', '2027', '2028', '2029', '2030',
];
/** Digit rows typed with shift on the first, the last or all digits: !23, 12#, !@#. */
const shifted = ['123', '1234', '12345', '123456'].flatMap((row) => [
  shiftDigitKeys(row[0] ?? '') + row.slice(1),
  row.slice(0, -1) + shiftDigitKeys(row.at(-1) ?? ''),
  shiftDigitKeys(row),
]);

function shiftDigitKeys(row: string): string {
  return row.replaceAll(/\d/g, (digit) => ')!@#$%^&*('.charAt(Number(digit)));
}

const signs = ['!', '@', '#', '.', '_', '$', '*', '?'];

/** Common word endings for the composition rule: Word123!, Word@123, Word2026. */
const endings: readonly string[] = [
  '',
  ...digits,
  ...signs,
  ...shifted,
  ...digits.flatMap((digit) => signs.flatMap((sign) => [`${digit}${sign}`, `${sign}${digit}`])),
];
/** Endings for respelt words: signs are rarer. */
const fewEndings = endings.filter((ending) => /^[!@]?\d*[!]?$/.test(ending));

const capitalizeWord = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const alike: Readonly<Record<string, string>> = { a: '@', o: '0', e: '3', i: '1', s: '$' };
const respellLetters = (word: string, letters: string): string =>
  word.replaceAll(/[a-z]/g, (letter) =>
    letters.includes(letter) ? (alike[letter] ?? '') : letter,
  );

/** Generates password variants of a word. */
export function* dressedUp(word: string): Generator<string> {
  yield word;
  const plain = capitalizeWord(word.toLowerCase());
  for (const ending of endings) yield plain + ending;
  const respellings = [
    plain.toUpperCase(),
    ...['a', 'o', 'ao', 'aoeis'].map((letters) => respellLetters(plain, letters)),
  ];
  for (const spelling of new Set(respellings.filter((respelling) => respelling !== plain)))
    for (const ending of fewEndings) yield spelling + ending;
}

/** Generates password variants of a name: whole and in parts, in given, lower and upper case. */
export function* dressedUpName(name: string): Generator<string> {
  const parts = name.split(/[\s.,_@()（）·-]+/u).filter((part) => part.length > 1);
  for (const part of new Set([name, name.replaceAll(/\s/g, ''), ...parts.slice(0, 4)])) {
    yield part.toLowerCase();
    yield part.toUpperCase();
    for (const ending of endings) yield part + ending;
    yield* dressedUp(part);
  }
}
