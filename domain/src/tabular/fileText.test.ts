import { describe, expect, test } from 'vitest';
import { decodeFileText } from './fileText.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin = (text: string): Uint8Array =>
  Uint8Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
const wide = (text: string, isLittle: boolean): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) =>
      isLittle ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff],
    ),
  );
const gbk = [0xb6, 0xa9, 0xb5, 0xa5, 0xba, 0xc5, 0x2c, 0x31];
const textOf = (bytes: Uint8Array): string => {
  const read = decodeFileText(bytes);
  return read.kind === 'text' ? read.text : 'unclear';
};

describe('decodeFileText returns the text that was encoded, in every supported encoding', () => {
  test.each([
    ['UTF-8', utf8('订单号,1'), '订单号,1'],
    ['UTF-8 with its mark', Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8('订单号')]), '订单号'],
    ['UTF-16 with its mark', Uint8Array.from([0xff, 0xfe, ...wide('订单,1', true)]), '订单,1'],
    [
      'UTF-16 the other way round',
      Uint8Array.from([0xfe, 0xff, ...wide('订单,1', false)]),
      '订单,1',
    ],
    ['UTF-16 without a mark', wide('订单,1\n', true), '订单,1\n'],
    ['UTF-16 the other way round without a mark', wide('订单,1\n', false), '订单,1\n'],
    ['the Chinese code page', Uint8Array.from(gbk), '订单号,1'],
    ['Windows-1252 by its words', latin('Café,Müller'), 'Café,Müller'],
    ['Windows-1252 with two accents in a row', latin('Größe,für'), 'Größe,für'],
    ['Windows-1252 by what is no Chinese', latin('Price £100.00'), 'Price £100.00'],
    [
      'OFX that names its code page',
      latin('OFXHEADER:100\nCHARSET:1252\n<NAME>Café M\xfcller'),
      'OFXHEADER:100\nCHARSET:1252\n<NAME>Café Müller',
    ],
    [
      'XML that names its code page',
      latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xf6\xdf</a>'),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>öß</a>',
    ],
    ['two accents alone, which are a Chinese character as well', latin('\xf6\xdf'), 'unclear'],
    [
      'XML that names an unknown encoding',
      latin('<?xml version="1.0" encoding="no-such-name"?><a>\xf6\xdf</a>'),
      'unclear',
    ],
    ['a picture', Uint8Array.from([0x89, 0x50, 0, 0, 0xff, 0, 1]), 'unclear'],
  ])('%s', (_, bytes, text) => expect(textOf(bytes)).toBe(text));
});
