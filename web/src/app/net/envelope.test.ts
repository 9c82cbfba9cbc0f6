import { describe, expect, test } from 'vitest';
import { CallError, queryString, reactionTo, unwrapEnvelope } from './envelope.ts';

const refusal = (status: number, body: unknown): CallError => {
  try {
    unwrapEnvelope(status, body);
  } catch (error) {
    if (error instanceof CallError) return error;
  }
  throw new Error('it was accepted');
};

describe('an answer', () => {
  test('is unwrapped from its envelope', () => {
    expect(unwrapEnvelope(200, { code: 200, data: [1], message: '' })).toEqual([1]);
    expect(unwrapEnvelope(200, { success: true, result: { list: [] } })).toEqual({ list: [] });
  });

  test('a reply with another code than 200 is a refusal, also with HTTP status 200', () => {
    expect(refusal(200, { code: 601, message: 'in use' })).toMatchObject({
      status: 200,
      code: 601,
      message: 'in use',
    });
  });

  test('carries the field and line of a wrong input', () => {
    const { facts } = refusal(422, {
      code: 602,
      message: 'taken',
      data: { field: 'name', line: 3 },
    });
    expect(facts).toMatchObject({ field: 'name', line: 3 });
  });

  test('without JSON is a refusal with its text', () => {
    expect(refusal(500, 'loginOut').message).toBe('loginOut');
  });
});

test.each([
  [401, 'loginOut', true, 'expired'],
  [500, 'loginOut', true, 'expired'],
  [500, 'loginOut', false, 'message'],
  [401, '', true, 'unauthorized'],
  [403, 'x', true, 'denied'],
  [404, '', true, 'missing'],
  [404, 'record gone', true, 'missing'],
  [504, '', true, 'timeout'],
  [0, 'offline', true, 'offline'],
  [422, 'not enough stock', true, 'message'],
] as const)(
  'a reply with HTTP status %d and "%s" (token: %s) has the reaction %s',
  (status, message, hadToken, reaction) => {
    expect(reactionTo(new CallError(status, status, message), hadToken)).toBe(reaction);
  },
);

test('empty parameters are left out of the query string', () => {
  expect(queryString({ a: '', b: null, c: undefined })).toBe('');
  expect(queryString({ id: '7', page: 0, flag: false, name: '茶 & 水' })).toBe(
    `?id=7&page=0&flag=false&name=${encodeURIComponent('茶').replaceAll('%20', '+')}+%26+${encodeURIComponent('水')}`,
  );
});
