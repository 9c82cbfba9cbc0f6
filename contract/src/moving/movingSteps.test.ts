import { expect, test } from 'vitest';
import { sheets } from '../sheet/sheets.ts';
import { movingStepCodes, movingSteps } from './movingSteps.ts';
import { movingPrograms, programHints } from './programHints.ts';

test('each moving-in step and the sheet of the step belong to the same page', () => {
  const imported = movingStepCodes.flatMap((step) => {
    const { page, sheet } = movingSteps[step];
    return sheet === undefined ? [] : [{ step, page, pageOfSheet: sheets[sheet].page }];
  });
  expect(imported.filter(({ page, pageOfSheet }) => page !== pageOfSheet)).toEqual([]);
});

test('every known program has a hint for every step, in both languages', () => {
  expect(Object.keys(programHints)).toEqual(Object.keys(movingPrograms));
  for (const hints of Object.values(programHints)) {
    expect(Object.keys(hints)).toEqual([...movingStepCodes]);
    for (const { 'zh-cn': zh, en } of Object.values(hints)) {
      expect(zh).not.toBe('');
      expect(en).not.toBe('');
    }
  }
});
