import { beforeAll, expect, test } from 'vitest';
import { loadPhrases, t } from '../../phrase/index.ts';
import { textOfFile } from './importFile.ts';

beforeAll(() => loadPhrases('en'));

const read = (name: string, bytes: readonly number[]): Promise<string> =>
  textOfFile(new File([new Uint8Array(bytes)], name), () => Promise.resolve([['a\tb', 'c']]));

test('a text is read as it was written: in UTF-8, with its mark or without, or in the Chinese code page', async () => {
  const utf8 = [...new TextEncoder().encode('订单号,1')];
  expect(await read('orders.csv', utf8)).toBe('订单号,1');
  expect(await read('orders.csv', [0xef, 0xbb, 0xbf, ...utf8])).toBe('订单号,1');
  const chinese = [0xb6, 0xa9, 0xb5, 0xa5, 0xba, 0xc5, 0x2c, 0x31];
  expect(await read('orders.csv', chinese)).toBe('订单号,1');
});

test('a text of Windows-1252 is read by its letters, and one in an unclear encoding is refused', async () => {
  const words = [...'Café;Müller'].map((sign) => sign.codePointAt(0) ?? 0);
  expect(await read('orders.csv', words)).toBe('Café;Müller');
  await expect(read('orders.csv', [0xf6, 0xdf])).rejects.toThrow(t('editor.import.encoding'));
});

test('a spreadsheet is as it would be pasted', async () => {
  expect(await read('Orders.XLSX', [])).toBe('a b\tc');
});
