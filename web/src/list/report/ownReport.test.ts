import { arrangeColumns, soldOwnTable } from '@tradehouse/contract';
import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { figuresOfCustomReport, withFigures } from './ownReport.tsx';

beforeAll(() => loadPhrases('en'));

const visible = (choice: Parameters<typeof arrangeColumns>[1]): readonly string[] =>
  arrangeColumns(soldOwnTable, choice).flatMap((one) => (one.visible ? [one.name] : []));

test('figures hidden from the reader are not offered', () => {
  expect(figuresOfCustomReport(soldOwnTable, [])).toContain('profit');
  const offered = figuresOfCustomReport(soldOwnTable, ['cost']);
  for (const name of ['cost', 'profit', 'margin', 'netProfit']) expect(offered).not.toContain(name);
  expect(offered).toContain('amount');
});

test('chosen figures are shown with their growth, and names stay', () => {
  const chosen = withFigures(soldOwnTable, {}, ['tax', 'rank']);
  expect(visible(chosen)).toEqual(['name', 'secondName', 'tax', 'taxGrowth', 'rank', 'trend']);
  expect(visible(withFigures(soldOwnTable, chosen, []))).toEqual(['name', 'secondName', 'trend']);
});
