import { expect, test } from 'vitest';
import { WORK, createHeavyWork } from './heavyWork.ts';

const user = (tenantId: string, userId: string) => ({ tenantId, userId });

test('a user runs at most two heavy tasks at once, a company three', () => {
  const work = createHeavyWork(WORK);
  const refused = (tenantId: string, userId: string) =>
    expect(() => work.enter(user(tenantId, userId))).toThrow('request.tooMany');
  work.enter(user('1', 'a'));
  work.enter(user('1', 'a'));
  refused('1', 'a');
  work.enter(user('1', 'b'));
  refused('1', 'c');
});

test('a company without running heavy tasks can always start a task, however busy the server is', () => {
  const work = createHeavyWork(WORK);
  for (const tenantId of ['1', '2'])
    for (const by of ['a', 'b', 'c']) work.enter(user(tenantId, by));
  const leave = work.enter(user('3', 'a'));
  expect(() => work.enter(user('3', 'b'))).toThrow('request.tooMany');
  leave();
  work.enter(user('3', 'b'));
});

test('memory-heavy work is limited over all companies together', () => {
  const work = createHeavyWork({ user: 2, company: 3, shared: 2, all: 3 });
  for (const tenantId of ['1', '2', '3']) work.enter(user(tenantId, 'a'));
  expect(() => work.enter(user('4', 'a'))).toThrow('request.tooMany');
});

test('a slot is released once, however often the release is called', () => {
  const work = createHeavyWork(WORK);
  const leave = work.enter(user('1', 'a'));
  work.enter(user('1', 'a'));
  leave();
  leave();
  work.enter(user('1', 'a'));
  expect(() => work.enter(user('1', 'a'))).toThrow('request.tooMany');
});
