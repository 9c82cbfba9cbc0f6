import { expect, test } from 'vitest';
import { greetedName, greetingKey } from './greeting.ts';

test.each([
  [0, 'early'],
  [8, 'early'],
  [9, 'morning'],
  [11, 'morning'],
  [12, 'noon'],
  [13, 'noon'],
  [14, 'afternoon'],
  [19, 'afternoon'],
  [20, 'evening'],
  [23, 'evening'],
])('at %i the greeting is %s', (hour, greeting) => {
  expect(greetingKey(hour)).toBe(`greeting.${greeting}`);
});

test('the greeting uses the nickname, else the real name, else the login name', () => {
  const names = { username: 'Wang Xiaoming', loginName: 'wang' };
  expect(greetedName({ ...names, nickname: 'Ming' })).toBe('Ming');
  expect(greetedName({ ...names, nickname: '' })).toBe('Wang Xiaoming');
  expect(greetedName(names)).toBe('Wang Xiaoming');
  expect(greetedName({ username: '', loginName: 'wang' })).toBe('wang');
});
