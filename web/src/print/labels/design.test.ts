import { defaultLabel, labelSizes } from '@tradehouse/contract';
import { elementOutside } from '@tradehouse/domain';
import { describe, expect, test } from 'vitest';
import { atSide, elementLimits, reduceDesign, newElements, placeElement } from './design.ts';
import type { Design } from './design.ts';

const template = defaultLabel('product', labelSizes['40x30']);
const start: Design = { template, past: [], chosen: null };
const label = { width: 40, height: 30 };
const box = { left: 2, top: 2, width: 20, height: 5 };

describe('an element placed on a label', () => {
  test.each([
    ['lies on the grid', { ...box, left: 2.2, top: 2.3 }, { ...box, left: 2, top: 2.5 }],
    ['stays on the label', { ...box, left: 35, top: 40 }, { ...box, left: 20, top: 25 }],
    ['and not before it', { ...box, left: -3, top: -1 }, { ...box, left: 0, top: 0 }],
    ['is no larger than it', { ...box, width: 80 }, { ...box, left: 0, width: 40 }],
    ['and is something', { ...box, height: 0 }, { ...box, height: 1 }],
  ])('is snapped to the grid and kept inside the label: %s', (_what, place, laid) =>
    expect(placeElement(place, label)).toEqual(laid),
  );

  test.each(['left', 'top', 'width', 'height'] as const)(
    'keeps a typed %s within the limits as typed',
    (name) => {
      for (const typed of Object.values(elementLimits(box, label)[name]))
        expect(placeElement({ ...box, [name]: typed }, label)[name]).toBe(typed);
    },
  );

  test('never extends beyond a label measured in inches', () => {
    const size = labelSizes['4x6in'];
    const laid = placeElement({ left: 500, top: 500, width: 500, height: 500 }, size);
    expect(elementOutside(size, [laid])).toBe(null);
  });

  test('is aligned to an edge, or centred', () => {
    const element = { ...newElements.text, ...box };
    const at = (side: Parameters<typeof atSide>[1]) => atSide(element, side, label);
    expect(at('left')).toEqual({ left: 0 });
    expect(at('center')).toEqual({ left: 10 });
    expect(at('right')).toEqual({ left: 20 });
    expect(at('bottom')).toEqual({ top: 25 });
  });
});

describe('a label is drawn step by step', () => {
  test('elements are added, moved and removed, and each step can be undone', () => {
    const added = reduceDesign(start, { do: 'add', is: 'text', text: 'New' });
    expect(added.chosen).toBe(template.elements.length);
    expect(added.template.elements.at(-1)).toMatchObject({ is: 'text', text: 'New' });
    const moved = reduceDesign(added, { do: 'change', part: { left: 5.4 } });
    expect(moved.template.elements.at(-1)).toMatchObject({ left: 5.5 });
    const removed = reduceDesign(moved, { do: 'remove' });
    expect(removed.template.elements).toEqual(template.elements);
    const back = reduceDesign(reduceDesign(reduceDesign(removed, { do: 'undo' }), { do: 'undo' }), {
      do: 'undo',
    });
    expect(back.template).toBe(template);
    expect(reduceDesign(back, { do: 'undo' })).toBe(back);
  });
  test('a change without effect adds no undo step', () => {
    const chosen = reduceDesign(start, { do: 'choose', at: 0 });
    expect(reduceDesign(chosen, { do: 'change', part: { bold: true } })).toBe(chosen);
    expect(chosen.past).toEqual([]);
  });
  test('the last element of a label cannot be removed', () => {
    const [one] = template.elements;
    if (one === undefined) throw new Error('no element');
    const last = { template: { ...template, elements: [one] }, past: [], chosen: 0 };
    expect(reduceDesign(last, { do: 'remove' })).toBe(last);
  });
  test('a smaller label keeps its elements inside', () => {
    const { template: smaller } = reduceDesign(start, {
      do: 'label',
      part: { width: 25, height: 20 },
    });
    expect(elementOutside(smaller, smaller.elements)).toBe(null);
    expect(smaller.elements).toHaveLength(template.elements.length);
  });
});
