import { describe, expect, test } from 'vitest';
import { isCanonical } from './target.ts';

describe('a request target', () => {
  test.each([
    '/',
    '/api/user/login',
    '/api/depot/list?search=%7B%22name%22%3A%22a%2Fb%22%7D&currentPage=1',
    '/bill/%E9%94%80%E5%94%AE',
    '/assets/app-1.2.3.js',
    '/api/depot/list?name=a+b',
  ])('%s is canonical', (target) => {
    expect(isCanonical(target)).toBe(true);
  });

  test.each([
    ['', 'nothing'],
    ['*', 'the server itself'],
    ['http://other/api', 'another host'],
    ['//other/api', 'a double slash at the start'],
    ['/api//user', 'a double slash'],
    ['/api/./user', 'a dot segment'],
    ['/api/../user', 'two dots'],
    ['/api/%2e%2e/user', 'encoded dots'],
    ['/api%2fuser', 'an encoded slash'],
    ['/api%5Cuser', 'an encoded backslash'],
    ['/api\\user', 'a backslash'],
    ['/api/user;x=1', 'a semicolon'],
    ['/api/user%3bx', 'an encoded semicolon'],
    ['/api/user%00', 'an encoded NUL'],
    ['/api/user?x=%00', 'an encoded NUL in the query'],
    ['/api/%c0%af', 'overlong UTF-8'],
    ['/api/%zz', 'a broken escape'],
    ['/api/user?x=%e9', 'bytes that are not UTF-8'],
    ['/api/销售', 'unescaped characters'],
    ['/api/user?x=é', 'unescaped characters in the query'],
  ])('%s is refused as not canonical because of %s', (target) => {
    expect(isCanonical(target)).toBe(false);
  });
});
