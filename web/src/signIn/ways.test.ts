import { expect, test } from 'vitest';
import { casOf } from './ways.ts';

const SERVICE = 'https://trade.example/user/login';

test.each([
  [
    'https://cas.example/cas',
    SERVICE,
    'https://cas.example/cas/login?service=https%3A%2F%2Ftrade.example%2Fuser%2Flogin',
  ],
  [
    'http://cas.example/',
    SERVICE,
    'http://cas.example/login?service=https%3A%2F%2Ftrade.example%2Fuser%2Flogin',
  ],
  ['', SERVICE, null],
  ['https://cas.example', '', null],
  ['javascript:alert(1)', SERVICE, null],
  ['https://cas.example', 'javascript:alert(1)', null],
])('a CAS server at %j for %j has the entry %j', (url, service, entry) => {
  expect(casOf(url, service)?.entry ?? null).toBe(entry);
});
