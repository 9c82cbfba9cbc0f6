// Screens of new line fields without code of their own: grid, request, paper, print and import.
import { beforeAll, expect, test } from 'vitest';
import type { LineReply } from '@tradehouse/contract';
import { line as aLine } from '../print/testLine.ts';
import { pricing } from './draft/testPricing.ts';

let drafts: typeof import('./draft/lineDraft.ts');
let grid: typeof import('./lines/goodsColumns.ts');
let money: typeof import('./money/moneyLine.ts');
let paper: typeof import('./paper/paperColumns.ts');
let rows: typeof import('./lines/importRows.ts');
beforeAll(async () => {
  // Before anything is derived of them.
  const { lineFields } = await import('@tradehouse/contract/lineFields');
  const is = await import('@tradehouse/contract/fieldTypes');
  const plain = { enters: { body: 'any', plain: { width: 90 } }, prints: true } as const;
  Object.assign(lineFields, {
    shelfCard: { is: is.textType(20), keeps: 'shelf_card', ...plain },
    checkedOn: { is: is.day, keeps: 'checked_on', ...plain },
  });
  [drafts, grid, money, paper, rows] = await Promise.all([
    import('./draft/lineDraft.ts'),
    import('./lines/goodsColumns.ts'),
    import('./money/moneyLine.ts'),
    import('./paper/paperColumns.ts'),
    import('./lines/importRows.ts'),
  ]);
});

const said = { shelfCard: 'A-17', checkedOn: '2026-03-01' } as const;
const reply = { ...aLine, ...said } as LineReply;

const form = {
  pricing,
  warehouses: [],
  overLink: true,
  shown: new Set<string>(),
  openParts: () => undefined,
  openSerials: () => undefined,
  openPicker: () => undefined,
} as const;
const columnOf = (id: string) =>
  grid.columnsOfGoodsLines({ ...form, code: 'purchaseIn' }).find((column) => column.id === id);

test('a saved line keeps the values of new line fields', () => {
  const line = drafts.lineFromReply(reply);
  expect(drafts.lineToInput(line, 'purchaseIn')).toMatchObject(said);
  const blank = drafts.lineToInput(drafts.blankLine(null), 'purchaseIn');
  // A change keeps unnamed fields.
  expect(blank).toMatchObject({ shelfCard: '' });
});

test('the grid shows, edits and refuses values of each new line field', () => {
  const line = drafts.lineFromReply(reply);
  const write = (id: string, text: string) => columnOf(id)?.write?.(line, text);
  expect(columnOf('shelfCard')?.show(line)).toBe('A-17');
  expect(write('shelfCard', 'B-3')).toMatchObject({ row: { shelfCard: 'B-3' } });
  expect(write('shelfCard', 'x'.repeat(21))).toHaveProperty('wrong');
  expect(write('checkedOn', '2026/4/2')).toMatchObject({ row: { checkedOn: '2026-04-02' } });
  expect(write('checkedOn', '')).toMatchObject({ row: { checkedOn: null } });
  expect(write('checkedOn', 'soon')).toHaveProperty('wrong');
});

test('lines of money documents have new line fields, too', () => {
  const [line] = [money.lineOfReply('moneyIn', reply)];
  expect(money.lineToMoneyInput(line, 'moneyIn')).toMatchObject(said);
  expect(
    money.columnsOfSettledLines('moneyIn', { currency: 'CNY', digits: 2 }).map(({ id }) => id),
  ).toContain('checkedOn');
});

test('new line fields are printed and imported from a spreadsheet', () => {
  const columns = paper.columnsOfPaper(
    { kind: 'purchaseIn', currency: 'CNY', lines: [reply] },
    { currency: 'CNY', currencySymbol: '¥', currencyDigits: 2 },
  );
  expect(columns.find(({ id }) => id === 'shelfCard')?.read(reply)).toBe('A-17');
  expect(rows.templateOf('purchaseIn')).toEqual(expect.arrayContaining(Object.keys(said)));
});
