// prettier-ignore
const digits = [
  '1', '12', '123', '1234', '12345', '123456', '12345678', '123456789', '11', '111', '111111', '000', '666', '88', '888', '99',
  '520', '1314', '321', '2022', '2023', '2024', '2025', '2026', '2027', '2028',
];
/** Rows of digits with shift held for the first, the last or all of them: !23, 12#, !@#. */
const shifted = ['123', '1234', '12345', '123456'].flatMap((row) => [
  shift(row[0] ?? '') + row.slice(1),
  row.slice(0, -1) + shift(row.at(-1) ?? ''),
  shift(row),
]);

function shift(row: string): string {
  return row.replaceAll(/\d/g, (digit) => ')!@#$%^&*('.charAt(Number(digit)));
}

const signs = ['!', '@', '#', '.', '$', '*', '?'];

/** What people put behind a word so that it satisfies the composition rule: Word123!, Word@123, Word2026. */
const endings: readonly string[] = [
  '',
  ...digits,
  ...signs,
  ...shifted,
  ...digits.flatMap((digit) => signs.flatMap((sign) => [`${digit}${sign}`, `${sign}${digit}`])),
];
/** Behind a word that is respelt, a sign is rarer. */
const fewEndings = endings.filter((ending) => /^[!@]?\d*[!]?$/.test(ending));

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const alike: Readonly<Record<string, string>> = { a: '@', o: '0', e: '3', i: '1', s: '$' };
const respelt = (word: string, letters: string): string =>
  word.replaceAll(/[a-z]/g, (letter) =>
    letters.includes(letter) ? (alike[letter] ?? '') : letter,
  );

/** What a word becomes when it has to be a password. */
export function* dressedUp(word: string): Generator<string> {
  yield word;
  const plain = capital(word.toLowerCase());
  for (const ending of endings) yield plain + ending;
  const respellings = ['a', 'o', 'ao', 'aoeis'].map((letters) => respelt(plain, letters));
  for (const spelling of new Set(respellings.filter((respelling) => respelling !== plain)))
    for (const ending of fewEndings) yield spelling + ending;
}

/** What a name becomes: dressed up, whole and in its parts, as it is written and in small and capital letters. */
export function* dressedUpName(name: string): Generator<string> {
  const parts = name.split(/[\s.,_@()（）·-]+/u).filter((part) => part.length > 1);
  for (const part of new Set([name, name.replaceAll(/\s/g, ''), ...parts.slice(0, 4)])) {
    yield part.toLowerCase();
    yield part.toUpperCase();
    for (const ending of endings) yield part + ending;
    yield* dressedUp(part);
  }
}
