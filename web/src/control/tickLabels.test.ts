import { beforeAll, expect, test } from 'vitest';
import { loadPhrases } from '../phrase/index.ts';
import { labelledTicks } from './tickLabels.ts';

beforeAll(() => loadPhrases('zh-cn'));

test('checkboxes of a table are labelled in the language of the interface', () => {
  const ticks = labelledTicks<{ number: string }>(
    { getCheckboxProps: () => ({ disabled: true }) },
    ({ number }) => number,
  );
  expect(ticks.getTitleCheckboxProps?.()).toEqual({ 'aria-label': '全选' });
  expect(ticks.getCheckboxProps?.({ number: 'XSDD1' })).toEqual({
    'aria-label': '选择 XSDD1',
    disabled: true,
  });
});
