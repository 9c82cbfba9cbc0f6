import { expect, test } from 'vitest';
import { checkCharacter, normalTracking, ownTracking, trackingLink } from './tracking.ts';

test('a tracking number holds the code of the carrier, a sequence number and a check character', () => {
  // The example of ISO 7064.
  expect(checkCharacter('A12425GABC1234002')).toBe('M');
  expect(ownTracking('sf-顺丰', '42')).toBe(`SF000000042${checkCharacter('SF000000042')}`);
  expect(ownTracking('顺丰', '1')).toMatch(/^000000001.$/);
});

test.each([
  ['https://c.example/?no={no}', 'SF1', 'https://c.example/?no=SF1'],
  ['https://c.example/?no={no}', 'A&b=1 #2', 'https://c.example/?no=A%26b%3D1%20%232'],
  ['https://c.example/{no}/of/{no}', '../x?', 'https://c.example/..%2Fx%3F/of/..%2Fx%3F'],
  ['https://c.example/?no={no}', "$&$'", "https://c.example/?no=%24%26%24'"],
  ['https://c.example/?no={no}', '单1', 'https://c.example/?no=%E5%8D%951'],
  ['https://c.example/?no={no}', '', ''],
  ['', 'SF1', ''],
])('the tracking link of the template %s for the number %s is %s', (address, tracking, link) => {
  expect(trackingLink(address, tracking)).toBe(link);
});

test('a mistyped letter and two swapped letters are detected in a tracking number', () => {
  const text = 'SF000012345';
  const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const mistyped = [...text].flatMap((_, at) =>
    letters.map((letter) => text.slice(0, at) + letter + text.slice(at + 1)),
  );
  const swapped = [...text].map(
    (letter, at) => text.slice(0, at) + text.charAt(at + 1) + letter + text.slice(at + 2),
  );
  const unfound = [...mistyped, ...swapped].filter(
    (wrong) => wrong !== text && checkCharacter(wrong) === checkCharacter(text),
  );
  expect(unfound).toEqual([]);
});

test.each([
  ['SF1234567890', 'SF1234567890'],
  [' sf 1234\t5678 90 ', 'SF1234567890'],
  ['ＳＦ１２３４　５６７８９０', 'SF1234567890'],
  ['jd-1／2', 'JD-1/2'],
  ['单 1', '单1'],
  ['  ', ''],
])('the tracking number "%s" has the normal form "%s"', (typed, normal) => {
  expect(normalTracking(typed)).toBe(normal);
  expect(normalTracking(normal)).toBe(normal);
});
