import { arranged, soldOwnTable } from '@tradehouse/contract';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { figuresOf, withFigures } from './ownReport.tsx';

beforeAll(() => loadPhrases('en'));

const visible = (choice: Parameters<typeof arranged>[1]): readonly string[] =>
  arranged(soldOwnTable, choice).flatMap((one) => (one.visible ? [one.name] : []));

test('figures that are hidden from the reader are not offered', () => {
  expect(figuresOf(soldOwnTable, [])).toContain('profit');
  const offered = figuresOf(soldOwnTable, ['cost']);
  for (const name of ['cost', 'profit', 'margin', 'netProfit']) expect(offered).not.toContain(name);
  expect(offered).toContain('amount');
});

test('chosen figures are shown with their growth, and names stay', () => {
  const chosen = withFigures(soldOwnTable, {}, ['tax', 'rank']);
  expect(visible(chosen)).toEqual(['name', 'secondName', 'tax', 'taxGrowth', 'rank', 'trend']);
  expect(visible(withFigures(soldOwnTable, chosen, []))).toEqual(['name', 'secondName', 'trend']);
});
