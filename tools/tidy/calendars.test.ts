import { expect, test } from 'vitest';
import { filesBelow } from './sources.ts';

test('days are picked in the calendar that knows the company’s today', () => {
  const taken = /import \{[^}]*\b(DatePicker|Calendar)\b[^}]*\} from 'antd'/;
  const others = filesBelow('web/src', ['.tsx', '.ts']).filter(({ text }) => taken.test(text));
  expect(others.map(({ path }) => path)).toEqual([]);
});
