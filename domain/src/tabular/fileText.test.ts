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
const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...latin(part)] : part)));
const textOf = (file: Uint8Array): string => {
  const read = decodeFileText(file);
  return read.kind === 'text' ? read.text : 'unclear';
};

describe('decodeFileText returns the encoded text, in every supported encoding', () => {
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
    ['Windows-1254 İstanbul Ödeme', latin('Tarih;\xddstanbul \xd6deme'), 'unclear'],
    ['Windows-1254 Dağıtım', latin('Tarih;Da\xf0\xfdt\xfdm;\xfccret'), 'unclear'],
    ['Windows-1252 of Iceland', latin('Dags;Þingvellir ehf, sími'), 'Dags;Þingvellir ehf, sími'],
    ['Windows-1252 of Sweden', latin('Köp Åhléns;Lön Göteborg'), 'Köp Åhléns;Lön Göteborg'],
    ['two accents alone, which are a Chinese character as well', latin('\xf6\xdf'), 'unclear'],
    [
      'XML that names an unknown encoding',
      latin('<?xml version="1.0" encoding="no-such-name"?><a>\xf6\xdf</a>'),
      'unclear',
    ],
    ['Big5 中文民國', bytes('Date\n', 0xa4, 0xa4, 0xa4, 0xe5, 0xa5, 0xc1, 0xb0, 0xea), 'unclear'],
    ['EUC-KR 한국어', bytes('Date\n', 0xc7, 0xd1, 0xb1, 0xb9, 0xbe, 0xee), 'unclear'],
    [
      'Windows-1251 Привет миру',
      bytes('Date;', 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0, 0xf3),
      'unclear',
    ],
    ['Windows-1251 ПРИВЕТ', bytes('Date;', 0xcf, 0xd0, 0xc8, 0xc2, 0xc5, 0xd2), 'unclear'],
    ['Windows-1251 Оплата', bytes('Café;', 0xce, 0xef, 0xeb, 0xe0, 0xf2, 0xe0, 0x3b), 'unclear'],
    ['Windows-1253 Αθήνα', bytes('Date;', 0xc1, 0xe8, 0xde, 0xed, 0xe1, 0x3b), 'unclear'],
    ['Windows-1250 złoty', bytes('z', 0xb3, 'oty;M', 0xfc, 'ller'), 'unclear'],
    ['Chinese with a rare name', bytes(...gbk, ',', 0xf6, 0xce), '订单号,1,鑫'],
    [
      'Chinese with a character of four bytes',
      bytes(...gbk, ',', 0x82, 0x30, 0xb7, 0x31),
      '订单号,1,㛃',
    ],
    ['characters of four bytes alone', bytes('1,', 0x82, 0x30, 0xb7, 0x31), 'unclear'],
    [
      'UTF-8 that ends within a sign',
      Uint8Array.from([...utf8('Date,Name\n2026-03-05,中文,-100\n2026-03-06,中'), 0xe6, 0x96]),
      'unclear',
    ],
    [
      'UTF-8 with a sign cut in two',
      Uint8Array.from([...utf8('Müller,Größe,'), 0xc3, ...utf8(',1')]),
      'unclear',
    ],
    [
      'sizes beside letters in the Chinese code page',
      bytes(
        0xc6,
        0xb7,
        0xc3,
        0xfb,
        ',',
        0xca,
        0xfd,
        0xc1,
        0xbf,
        '\nM',
        0xc2,
        0xeb,
        ',1\nXL',
        0xc2,
        0xeb,
        ',2',
      ),
      '品名,数量\nM码,1\nXL码,2',
    ],
    [
      'one pair beside a letter, which may be two accents',
      bytes('Text\nT', 0xd0, 0xf4, ',1'),
      'unclear',
    ],
    ['a picture', Uint8Array.from([0x89, 0x50, 0, 0, 0xff, 0, 1]), 'unclear'],
  ])('%s', (_, file, text) => expect(textOf(file)).toBe(text));
});
