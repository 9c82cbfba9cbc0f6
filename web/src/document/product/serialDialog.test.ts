import { beforeAll, describe, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { countTakenSerials, textOfSerialChoice } from './SerialDialog.tsx';

beforeAll(() => loadPhrases('en'));

describe('the button of the dialog of serials', () => {
  test('counts typed serials beside chosen serials, each once', () => {
    expect(countTakenSerials({ chosen: [], text: '' })).toBe(0);
    expect(countTakenSerials({ chosen: ['A1'], text: 'A1 A2~A4' })).toBe(4);
  });

  test.each([
    ['names the number of serials', 2, 0, 'Take 2'],
    ['counts no zero serials', 0, 0, 'Add'],
    ['says that the serials of the line are removed', 0, 3, 'Remove all serials'],
  ])('%s', (_, count, had, expected) => {
    expect(textOfSerialChoice(count, had)).toBe(expected);
  });
});
