import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { apart } from './apart.tsx';

const Greeting = ({ name }: { readonly name: string }): string => `hello ${name}`;

/** What is drawn at once, with something that waits around it. */
const drawn = ({ Part }: ReturnType<typeof apart<{ readonly name: string }>>): string =>
  renderToStaticMarkup(
    createElement(Suspense, { fallback: 'waiting' }, createElement(Part, { name: 'Ann' })),
  );

test('a part that was fetched ahead is drawn at once', async () => {
  const part = apart(async () => ({ default: Greeting }));
  expect(drawn(part)).toBe('waiting');
  await part.load();
  expect(drawn(part)).toBe('hello Ann');
});

test('a file that fails to load rejects for its loader and stays waiting where drawn', async () => {
  const part = apart<{ readonly name: string }>(async () => {
    throw new Error('gone');
  });
  await expect(part.load()).rejects.toThrow('gone');
  expect(drawn(part)).toBe('waiting');
});
