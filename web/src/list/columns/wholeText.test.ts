import { expect, test } from 'vitest';
import { cutOff } from './wholeText.ts';

test.each([
  ['a text that fits', [{ scrollWidth: 80, clientWidth: 80 }], false],
  ['a text longer than its cell', [{ scrollWidth: 81, clientWidth: 80 }], true],
  [
    'a link that is cut inside its cell',
    [
      { scrollWidth: 80, clientWidth: 80 },
      { scrollWidth: 120, clientWidth: 60 },
    ],
    true,
  ],
  ['an inline part', [{ scrollWidth: 30, clientWidth: 0 }], false],
  ['nothing', [], false],
] as const)('a cell with cut-off text is detected: %s', (_, boxes, cut) => {
  expect(cutOff(boxes)).toBe(cut);
});
