import type { LabelElement, LabelTemplate } from '@tradehouse/contract';
import { elementOutside } from '@tradehouse/domain';

/** Elements lie on a grid of half a millimetre. */
export const GRID = 0.5;
const onGrid = (millimetres: number): number => Math.round(millimetres / GRID) * GRID;
const downToGrid = (millimetres: number): number => Math.floor(millimetres / GRID) * GRID;
const between = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

type Size = Pick<LabelTemplate, 'width' | 'height'>;
export type Place = Pick<LabelElement, 'left' | 'top' | 'width' | 'height'>;

/** The smallest side an element has, in millimetres. */
const LEAST = 1;

/** A place as it lies on the grid and on the label. */
export function placed(place: Place, label: Size): Place {
  const [width, height] = [
    between(onGrid(place.width), LEAST, downToGrid(label.width)),
    between(onGrid(place.height), LEAST, downToGrid(label.height)),
  ];
  return {
    left: between(onGrid(place.left), 0, downToGrid(label.width - width)),
    top: between(onGrid(place.top), 0, downToGrid(label.height - height)),
    width,
    height,
  };
}

/** Where an element stands on its label: at one of its edges, or in the middle. */
export const sides = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Side = (typeof sides)[number];

export function atSide(element: LabelElement, side: Side, label: Size): Partial<Place> {
  const [right, bottom] = [label.width - element.width, label.height - element.height];
  return {
    left: { left: 0 },
    center: { left: right / 2 },
    right: { left: downToGrid(right) },
    top: { top: 0 },
    middle: { top: bottom / 2 },
    bottom: { top: downToGrid(bottom) },
  }[side];
}

const plain: Omit<LabelElement, 'is'> = {
  text: '',
  field: 'productName',
  named: false,
  left: 2,
  top: 2,
  width: 20,
  height: 4.5,
  fontSize: 9,
  bold: false,
  align: 'left',
};
const bars: Partial<LabelElement> = { field: 'barcode', named: true, height: 9, align: 'center' };

/** What can be put on a label, as it is at first. */
export const newElements: Readonly<Record<LabelElement['is'], LabelElement>> = {
  text: { ...plain, is: 'text' },
  field: { ...plain, is: 'field' },
  code128: { ...plain, is: 'code128', ...bars },
  ean13: { ...plain, is: 'ean13', ...bars },
  qr: { ...plain, is: 'qr', field: 'barcode', width: 12, height: 12 },
};

/** A template while it is drawn: how it was before each step, and which element is chosen. */
export interface Design {
  readonly template: LabelTemplate;
  readonly past: readonly LabelTemplate[];
  readonly chosen: number | null;
}

/** So many steps can be taken back. */
const REMEMBERED = 100;

type Step =
  | { readonly do: 'choose'; readonly at: number | null }
  | { readonly do: 'add'; readonly is: LabelElement['is']; readonly text: string }
  /** Changes the chosen element; it stays on the label. */
  | { readonly do: 'change'; readonly part: Partial<LabelElement> }
  | { readonly do: 'remove' }
  /** Changes the label itself; its elements stay on it. */
  | { readonly do: 'label'; readonly part: Partial<Omit<LabelTemplate, 'elements'>> }
  | { readonly do: 'undo' };

const stepped = (design: Design, template: LabelTemplate, chosen = design.chosen): Design => ({
  template,
  past: [...design.past, design.template].slice(-REMEMBERED),
  chosen,
});

export function design(state: Design, step: Step): Design {
  const { template, past, chosen } = state;
  const { elements } = template;
  if (step.do === 'choose') return { ...state, chosen: step.at };
  if (step.do === 'undo') {
    const before = past.at(-1);
    return before === undefined
      ? state
      : { template: before, past: past.slice(0, -1), chosen: null };
  }
  if (step.do === 'label') return stepped(state, kept({ ...template, ...step.part }));
  if (step.do === 'add') {
    const made = newElements[step.is];
    const element = made.is === 'text' ? { ...made, text: step.text } : made;
    const laid = { ...element, ...placed(element, template) };
    return stepped(state, { ...template, elements: [...elements, laid] }, elements.length);
  }
  const element = chosen === null ? undefined : elements[chosen];
  if (element === undefined) return state;
  if (step.do === 'remove') {
    // A label that says nothing is none.
    if (elements.length === 1) return state;
    return stepped(
      state,
      { ...template, elements: elements.filter((one) => one !== element) },
      null,
    );
  }
  const changed = { ...element, ...step.part };
  const laid = { ...changed, ...placed(changed, template) };
  if (JSON.stringify(laid) === JSON.stringify(element)) return state;
  return stepped(state, {
    ...template,
    elements: elements.map((one) => (one === element ? laid : one)),
  });
}

/** A label of another size: what lies on it no more comes back to its edge. */
const kept = (template: LabelTemplate): LabelTemplate =>
  elementOutside(template, template.elements) === null
    ? template
    : {
        ...template,
        elements: template.elements.map((one) => ({ ...one, ...placed(one, template) })),
      };
