import { expect, test } from 'vitest';
import { isClearLoginName } from './loginName.ts';

test.each(['sally', 'A-low_1', '王小明', 'li王', 'иван', 'José', 'たなか', 'a@b.example', 'ΑΘΗΝΑ'])(
  'the login name %s is accepted as unambiguous',
  (name) => {
    expect(isClearLoginName(name)).toBe(true);
  },
);

test.each([
  ['\u0430dmin', 'a Cyrillic letter among Latin ones'],
  ['\uff41\uff44\uff4d\uff49\uff4e', 'wide letters'],
  ['a-low\u200b', 'a space of no width'],
  ['demo\u1160', 'a letter that no one sees'],
  ['de\u034fmo', 'a mark that no one sees'],
  ['demo\u2800', 'a symbol that no one sees'],
  ['a\u202elow', 'a mark that turns the line round'],
  ['\ufb01sh', 'a ligature'],
  ['jose\u0301', 'an accent of its own'],
  ['α王', 'Greek beside Chinese'],
])('the login name %j is refused as ambiguous: %s', (name) => {
  expect(isClearLoginName(name)).toBe(false);
});
