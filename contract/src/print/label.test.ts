import { elementOutside, keysOf } from '@tradehouse/domain';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { defaultLabel, LabelTemplate, labelKinds, labelSizes } from '../index.ts';

const every = labelKinds.flatMap((kind) => keysOf(labelSizes).map((size) => [kind, size] as const));

describe('label templates built into the product', () => {
  test.each(every)('%s %s is a valid template for users', (kind, size) => {
    const template = defaultLabel(kind, labelSizes[size]);
    expect([...Value.Errors(LabelTemplate, template)]).toEqual([]);
    expect(elementOutside(template, template.elements)).toBe(null);
    // A scanner needs a few millimetres of bars, people letters of five points.
    for (const one of template.elements)
      expect(one.is === 'code128' ? one.height >= 6 : one.fontSize >= 5).toBe(true);
  });

  test.each(every)('%s %s has no overlapping elements', (kind, size) => {
    const { elements } = defaultLabel(kind, labelSizes[size]);
    const over = elements.flatMap((one, at) =>
      elements
        .slice(at + 1)
        .filter(
          (other) =>
            one.left < other.left + other.width &&
            other.left < one.left + one.width &&
            one.top < other.top + other.height &&
            other.top < one.top + one.height,
        ),
    );
    expect(over).toEqual([]);
  });
});

describe('a label template', () => {
  const template = defaultLabel('product', labelSizes['40x30']);
  const [element] = template.elements;
  const taken = (changed: object): boolean =>
    Value.Check(LabelTemplate, { ...template, ...changed });
  test('accepts only declared properties and values within limits', () => {
    expect(taken({})).toBe(true);
    expect(taken({ html: '<b>' })).toBe(false);
    expect(taken({ elements: [{ ...element, html: '<b>' }] })).toBe(false);
    expect(taken({ elements: [{ ...element, field: 'purchasePrice' }] })).toBe(false);
    expect(taken({ elements: [{ ...element, left: 0.3 }] })).toBe(false);
    expect(taken({ elements: [] })).toBe(false);
    expect(taken({ width: 1000 })).toBe(false);
  });
});
