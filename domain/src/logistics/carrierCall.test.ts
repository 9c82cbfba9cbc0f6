import { expect, test } from 'vitest';
import { MOST_CARRIER_TEXT, carrierText, isLabelContent } from './carrierCall.ts';

test.each([
  [' No \u0000such\n\npostcode\u202E ', 'No such postcode'],
  ['邮编\t无效', '邮编 无效'],
  ['', ''],
])('the words of a carrier %j are shown as %j', (text, shown) => {
  expect(carrierText(text)).toBe(shown);
});

test('long words of a carrier end with an ellipsis', () => {
  const shown = carrierText('😀'.repeat(MOST_CARRIER_TEXT + 1));
  expect([...shown]).toHaveLength(MOST_CARRIER_TEXT);
  expect(shown.endsWith('😀…')).toBe(true);
});

test.each([
  ['pdf', '%PDF-1.7', true],
  ['pdf', 'x%PDF-1.7', false],
  ['png', '\u0089PNG\r\n\u001A\n..', true],
  ['png', '%PDF-1.7', false],
  ['zpl', '\n^XA^FO1,1^XZ\n', true],
  ['zpl', '~SD15^XA^XZ', true],
  ['zpl', '^XA^FD', false],
  ['zpl', '^XA\u0000^XZ', false],
  ['zpl', '<html>^XZ', false],
  ['zpl', '', false],
] as const)('a %s label of %j is accepted: %s', (type, text, is) => {
  expect(isLabelContent(type, Buffer.from(text, 'latin1'))).toBe(is);
});
