import { expect, test } from 'vitest';
import { encodeReceipt } from './encodeReceipt.ts';
import { encodeGbk } from './gbk.ts';
import { layOutReceipt } from './receiptLines.ts';
import type { ReceiptPaper } from './receiptText.ts';
import {
  chineseReceipt,
  chineseWords,
  englishReceipt,
  englishWords,
  printEscPos,
} from './testReceipts.ts';

const textsOf = (lines: ReturnType<typeof layOutReceipt>): readonly string[] =>
  lines.flatMap((line) => ('text' in line ? [line.text] : []));

test.each([32, 48])(
  'a printer prints the laid out Chinese receipt in %i columns',
  async (columns) => {
    const paper: ReceiptPaper = { columns, characters: 'chinese' };
    const lines = layOutReceipt(chineseReceipt, chineseWords, paper);
    const printed = printEscPos(await encodeReceipt(lines, { ...paper, opensDrawer: true }));
    expect(printed.lines.filter((line) => line !== '')).toEqual(
      textsOf(lines).map((text) => text.replaceAll('¥', '￥')),
    );
    expect(printed.codes).toEqual(['LSCK00001024']);
    expect(printed).toMatchObject({ cuts: 1, pulses: 1 });
    expect(printed.marked.map((at) => printed.lines[at]?.trim().slice(0, 2))).toEqual([
      '田园',
      '销售',
      '应收',
    ]);
  },
);

test.each([32, 48])(
  'a printer prints the laid out English receipt in %i columns',
  async (columns) => {
    const paper: ReceiptPaper = { columns, characters: 'western' };
    const lines = layOutReceipt(englishReceipt, englishWords, paper);
    const printed = printEscPos(await encodeReceipt(lines, { ...paper, opensDrawer: false }));
    // Code page 437 has é at another place than windows-1252.
    const plain = (text: string): string => text.replaceAll(/[^ -~]/g, '?');
    expect(printed.lines.filter((line) => line !== '').map(plain)).toEqual(
      textsOf(lines).map(plain),
    );
    expect(printed).toMatchObject({ codes: [], cuts: 1, pulses: 0 });
  },
);

test('commands in a name are not obeyed', async () => {
  const paper: ReceiptPaper = { columns: 32, characters: 'chinese' };
  const receipt = { ...chineseReceipt, shop: 'A\u001bp\u0000B' };
  const lines = layOutReceipt(receipt, chineseWords, paper);
  const printed = printEscPos(await encodeReceipt(lines, { ...paper, opensDrawer: false }));
  expect(printed.pulses).toBe(0);
});

test('GBK has the characters of China, and a question mark for others', () => {
  const text = '千克￥€—×①镕Aa1 ';
  expect(new TextDecoder('gbk').decode(Uint8Array.from(encodeGbk(text)))).toBe(text);
  expect(new TextDecoder('gbk').decode(Uint8Array.from(encodeGbk('¥1 ☃😀')))).toBe('￥1 ??');
});
