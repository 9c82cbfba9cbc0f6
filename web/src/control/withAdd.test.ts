import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../phrase/index.ts';
import { withAddOption } from './ReferenceSelect.tsx';

beforeAll(() => loadPhrases('en'));

const partner = { value: '1', label: '木子生活馆' };
const labels = (remote: boolean) =>
  withAddOption([partner], 'mzsh', remote).map(({ label }) => label);

test('a partner found by the server by pinyin is shown without "nothing found" below', () => {
  expect(labels(true)).toEqual(['木子生活馆', expect.stringContaining('mzsh')]);
  expect(labels(false)).toHaveLength(3);
});
