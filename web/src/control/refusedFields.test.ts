import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';

let inputs: typeof import('./NumberField.tsx');
let fields: typeof import('./refusedFields.ts');
beforeAll(async () => {
  const phrase = await import('../phrase/index.ts');
  await phrase.loadPhrases('en');
  inputs = await import('./NumberField.tsx');
  fields = await import('./refusedFields.ts');
});

const props = { 'aria-label': 'Copies', onChange: () => undefined };

test('a number field outside a form with refusals is a programming error', () => {
  const field = createElement(inputs.NumberField, { ...props, value: 2 });
  expect(() => renderToStaticMarkup(field)).toThrow('Copies');
  const owned = createElement(fields.RefusedFieldsContext, { value: () => undefined }, field);
  expect(renderToStaticMarkup(owned)).toContain('value="2"');
});

test('a number field shows a stored refusal without a text as blank', () => {
  const stored = { ...props, value: Number.NaN, onRefused: () => undefined };
  const drawn = renderToStaticMarkup(createElement(inputs.NumberField, stored));
  expect(drawn).toContain('value=""');
});

test('two refused fields of a form are corrected one by one', () => {
  const both = [
    ['a', 'Width: is needed'],
    ['b', 'Height: is needed'],
  ].reduce(
    (before, [field = '', refusal = '']) => fields.withFieldRefusal(before, field, refusal),
    new Map<string, string>() as ReadonlyMap<string, string>,
  );
  expect([...both.values()]).toEqual(['Width: is needed', 'Height: is needed']);
  expect([...fields.withFieldRefusal(both, 'a', null).values()]).toEqual(['Height: is needed']);
});
