import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../phrase/index.ts';
import { withAdd } from './ReferenceSelect.tsx';

beforeAll(() => loadPhrases('en'));

const partner = { value: '1', label: '木子生活馆' };
const labels = (remote: boolean) => withAdd([partner], 'mzsh', remote).map(({ label }) => label);

test('a partner that the server found by pinyin stands without "nothing found" below it', () => {
  expect(labels(true)).toEqual(['木子生活馆', expect.stringContaining('mzsh')]);
  expect(labels(false)).toHaveLength(3);
});
