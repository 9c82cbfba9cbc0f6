import { setImmediate } from 'node:timers/promises';
import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createLazyPart } from './apart.tsx';

const Greeting = ({ name }: { readonly name: string }): string => `hello ${name}`;

/** What is drawn at once, with something that waits around it. */
const drawn = ({ Part }: ReturnType<typeof createLazyPart<{ readonly name: string }>>): string =>
  renderToStaticMarkup(
    createElement(Suspense, { fallback: 'waiting' }, createElement(Part, { name: 'Ann' })),
  );

test('a lazy component loaded ahead renders without a loading state', async () => {
  const part = createLazyPart(async () => ({ default: Greeting }));
  expect(drawn(part)).toBe('waiting');
  await part.load();
  expect(drawn(part)).toBe('hello Ann');
});

test('a lazy component failing to load rejects the load call and stays in the loading state', async () => {
  const part = createLazyPart<{ readonly name: string }>(async () => {
    throw new Error('gone');
  });
  await expect(part.load()).rejects.toThrow('gone');
  expect(drawn(part)).toBe('waiting');
});

test('a lazy component that failed to load is fetched again once the failure is forgotten', async () => {
  let fetches = 0;
  const part = createLazyPart<{ readonly name: string }>(async () => {
    fetches += 1;
    if (fetches === 1) throw new Error('away');
    return { default: Greeting };
  });
  expect(drawn(part)).toBe('waiting');
  await setImmediate();
  // React mounts a suspended component again to raise its failure: each mount must meet the same failure.
  expect(drawn(part)).toBe('waiting');
  await setImmediate();
  expect(fetches).toBe(1);
  part.forgetFailure();
  expect(drawn(part)).toBe('waiting');
  await setImmediate();
  expect(drawn(part)).toBe('hello Ann');
  expect(fetches).toBe(2);
});
