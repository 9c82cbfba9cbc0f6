import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layOutReceipt } from './receiptLines.ts';
import { countCells, spreadText, wrapText } from './receiptText.ts';
import type { ReceiptPaper } from './receiptText.ts';
import { chineseReceipt, chineseWords, englishReceipt, englishWords } from './testReceipts.ts';

const chinese = (columns: number): ReceiptPaper => ({ columns, characters: 'chinese' });
const western = (columns: number): ReceiptPaper => ({ columns, characters: 'western' });

const textOf = (lines: ReturnType<typeof layOutReceipt>): string =>
  lines.map((line) => ('code' in line ? `[${line.code}]` : line.text)).join('\n');

describe('layout of receipts', () => {
  test.each([
    ['zh-cn', 58, chineseReceipt, chineseWords, chinese(32)],
    ['zh-cn', 80, chineseReceipt, chineseWords, chinese(48)],
    ['en', 58, englishReceipt, englishWords, western(32)],
    ['en', 80, englishReceipt, englishWords, western(48)],
  ] as const)('a receipt in %s has fixed lines on paper of %i mm', async (...example) => {
    const [language, width, receipt, words, paper] = example;
    await expect(`${textOf(layOutReceipt(receipt, words, paper))}\n`).toMatchFileSnapshot(
      `examples/${language}.${width}.txt`,
    );
  });

  test.each([32, 48])('figures end at cell %i, though Chinese characters take two', (columns) => {
    const paper = chinese(columns);
    const lines = textOf(layOutReceipt(chineseReceipt, chineseWords, paper)).split('\n');
    const ends = lines
      .filter((text) => /\d\.\d\d$/.test(text))
      .map((text) => countCells(text, paper));
    expect(new Set(ends)).toEqual(new Set([columns]));
  });

  test('no line is wider than the paper, whatever the texts', () => {
    const aText = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
    );
    const anItem = fc.record({
      name: aText,
      quantity: aText,
      price: aText,
      amount: aText,
      promotions: aText,
      discount: aText,
    });
    fc.assert(
      fc.property(
        anItem,
        aText,
        fc.constantFrom(32, 48),
        fc.boolean(),
        (item, text, columns, isChinese) => {
          const paper = isChinese ? chinese(columns) : western(columns);
          const labelled = { label: text, value: item.amount };
          const receipt = {
            ...chineseReceipt,
            shop: text,
            items: [item],
            total: labelled,
            facts: [labelled],
            footer: [text],
          };
          const widest = layOutReceipt(receipt, englishWords, paper)
            .map((line) => ('text' in line ? countCells(line.text, paper) : 0))
            .reduce((most, cells) => Math.max(most, cells), 0);
          expect(widest).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});

describe('texts in cells', () => {
  test.each([
    ['one two three', 7, ['one two', 'three']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['苹果香蕉', 5, ['苹果', '香蕉']],
    ['', 5, []],
    ['a\u001bb', 5, ['a b']],
  ])('%j is wrapped at %i cells', (text, cells, lines) => {
    expect(wrapText(text, cells, chinese(48))).toEqual(lines);
  });

  test.each([
    ['合计', '9.80', ['合计        9.80']],
    ['abcdefghijk', '12.00', ['abcdefghijk', '           12.00']],
    ['ab cdefghijklmno', '1', ['ab cdefghijklmno', '               1']],
    ['', '1', ['               1']],
  ])('%j and %j stand at the ends of lines', (left, right, lines) => {
    expect(spreadText(left, right, chinese(16))).toEqual(lines);
  });
});
