import { beforeEach, expect, test } from 'vitest';
import { loadPhrases } from '../../phrase/index.ts';
import { provideNotices } from '../notices.ts';
import { CallError } from './envelope.ts';
import { reactToCallError } from './reactions.ts';
import { addRefusalPlace } from './refusalPlaces.ts';

let said: string[] = [];
beforeEach(async () => {
  await loadPhrases('en');
  said = [];
  const open = ({ description }: { readonly description: string }) =>
    said.push(`notice: ${description}`);
  provideNotices({ notification: { open, destroy: () => undefined } } as never);
});
const refusal = new CallError(422, 1, 'Too many');

const dialog = (name: string, isShown = true): (() => void) =>
  addRefusalPlace({ isShown: () => isShown, say: (message) => said.push(`${name}: ${message}`) });

test('a refusal is shown in the topmost open dialog, and nowhere else', () => {
  const remove = [dialog('below'), dialog('above'), dialog('hidden', false)];
  reactToCallError(refusal, false);
  expect(said).toEqual(['above: Too many']);
  for (const take of remove) take();
});

test('a refusal without a dialog is a notice, and a quiet refusal is left to its caller', () => {
  reactToCallError(refusal, true);
  expect(said).toEqual([]);
  reactToCallError(refusal, false);
  expect(said).toEqual(['notice: Too many']);
});
