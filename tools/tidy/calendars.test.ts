import { expect, test } from 'vitest';
import { readSourcesBelow } from './sources.ts';

test('days are picked in the calendar with the company’s today', () => {
  const taken = /import \{[^}]*\b(DatePicker|Calendar)\b[^}]*\} from 'antd'/;
  const others = readSourcesBelow('web/src', ['.tsx', '.ts']).filter(({ text }) =>
    taken.test(text),
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});
