import { expect, test } from 'vitest';
import { createHeavyWork } from './heavyWork.ts';

const user = (tenantId: string, userId: string) => ({ tenantId, userId });

test('a user has two places, a company three, a process six', () => {
  const work = createHeavyWork();
  const refused = (tenantId: string, userId: string) =>
    expect(() => work.enter(user(tenantId, userId))).toThrow('request.tooMany');
  work.enter(user('1', 'a'));
  work.enter(user('1', 'a'));
  refused('1', 'a');
  work.enter(user('1', 'b'));
  refused('1', 'c');
  for (const tenantId of ['2', '3', '4']) work.enter(user(tenantId, 'a'));
  refused('5', 'a');
});

test('a place is given back once, however often it is left', () => {
  const work = createHeavyWork();
  const leave = work.enter(user('1', 'a'));
  work.enter(user('1', 'a'));
  leave();
  leave();
  work.enter(user('1', 'a'));
  expect(() => work.enter(user('1', 'a'))).toThrow('request.tooMany');
});
