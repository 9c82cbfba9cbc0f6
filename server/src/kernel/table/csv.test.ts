import { expect, test } from 'vitest';
import { csvLines, escapeFormula } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(1)', "'＠SUM(1)"],
  ['+86', "'+86"],
  ['-x', "'-x"],
  ['@a', "'@a"],
  ['\t=1+1', "'\t=1+1"],
  ['\r=1+1', "'\r=1+1"],
  ['\n=1+1', "'\n=1+1"],
  ['\u0001=1+1', "'\u0001=1+1"],
  ['a=1', 'a=1'],
  ['', ''],
])('the text %s is written to CSV as %s', (text, written) =>
  expect(escapeFormula(text)).toBe(written),
);

test('texts with a comma, a quote or a line break are quoted', async () => {
  const rows = async function* () {
    yield ['a,b', 'say "so"', 'two\nlines', '1.50'];
  };
  const lines: string[] = [];
  for await (const line of csvLines(['one', '二'], rows())) lines.push(line);
  expect(lines).toEqual(['\ufeffone,二\r\n', '"a,b","say ""so""","two\nlines",1.50\r\n']);
});

test('a column title that begins like a formula is escaped', async () => {
  const lines: string[] = [];
  for await (const line of csvLines(['=1+1', 'a'], (async function* () {})())) lines.push(line);
  expect(lines).toEqual(["\ufeff'=1+1,a\r\n"]);
});
