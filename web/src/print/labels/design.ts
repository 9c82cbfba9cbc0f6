import type { LabelElement, LabelTemplate } from '@tradehouse/contract';
import { elementOutside } from '@tradehouse/domain';

/** Elements lie on a grid of half a millimetre. */
export const GRID = 0.5;
const roundToGrid = (millimetres: number): number => Math.round(millimetres / GRID) * GRID;
const downToGrid = (millimetres: number): number => Math.floor(millimetres / GRID) * GRID;
const clampNumber = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

export type LabelSize = Pick<LabelTemplate, 'width' | 'height'>;
export type ElementBox = Pick<LabelElement, 'left' | 'top' | 'width' | 'height'>;

/** The smallest side an element has, in millimetres. */
const LEAST = 1;

/** Returns the least and most of a typed place or size, which `placeElement` then leaves as typed. */
export const elementLimits = (
  { width, height }: ElementBox,
  label: LabelSize,
): Readonly<Record<keyof ElementBox, { readonly min: number; readonly max: number }>> => ({
  left: { min: 0, max: downToGrid(label.width - width) },
  top: { min: 0, max: downToGrid(label.height - height) },
  width: { min: LEAST, max: downToGrid(label.width) },
  height: { min: LEAST, max: downToGrid(label.height) },
});

/** Returns a place snapped to the grid and limited to the label. */
export function placeElement(place: ElementBox, label: LabelSize): ElementBox {
  const [width, height] = [
    clampNumber(roundToGrid(place.width), LEAST, downToGrid(label.width)),
    clampNumber(roundToGrid(place.height), LEAST, downToGrid(label.height)),
  ];
  return {
    left: clampNumber(roundToGrid(place.left), 0, downToGrid(label.width - width)),
    top: clampNumber(roundToGrid(place.top), 0, downToGrid(label.height - height)),
    width,
    height,
  };
}

/** Alignments of an element on its label: edges, or the middle. */
export const sides = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type ElementSide = (typeof sides)[number];

export function atSide(
  element: LabelElement,
  side: ElementSide,
  label: LabelSize,
): Partial<ElementBox> {
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

/** New elements with initial values. */
export const newElements: Readonly<Record<LabelElement['is'], LabelElement>> = {
  text: { ...plain, is: 'text' },
  field: { ...plain, is: 'field' },
  code128: { ...plain, is: 'code128', ...bars },
  ean13: { ...plain, is: 'ean13', ...bars },
  qr: { ...plain, is: 'qr', field: 'barcode', width: 12, height: 12 },
};

/** Template during drawing: earlier versions for undo, and the chosen element. */
export interface Design {
  readonly template: LabelTemplate;
  readonly past: readonly LabelTemplate[];
  readonly chosen: number | null;
}

/** Maximum number of undo steps. */
const REMEMBERED = 100;

type DesignAction =
  | { readonly do: 'choose'; readonly at: number | null }
  | { readonly do: 'add'; readonly is: LabelElement['is']; readonly text: string }
  /** Changes the chosen element and limits the element to the label. */
  | { readonly do: 'change'; readonly part: Partial<LabelElement> }
  | { readonly do: 'remove' }
  /** Changes the label itself and limits the elements to the label. */
  | { readonly do: 'label'; readonly part: Partial<Omit<LabelTemplate, 'elements'>> }
  | { readonly do: 'undo' };

const recordDesignStep = (
  design: Design,
  template: LabelTemplate,
  chosen = design.chosen,
): Design => ({
  template,
  past: [...design.past, design.template].slice(-REMEMBERED),
  chosen,
});

export function reduceDesign(state: Design, step: DesignAction): Design {
  const { template, past, chosen } = state;
  const { elements } = template;
  if (step.do === 'choose') return { ...state, chosen: step.at };
  if (step.do === 'undo') {
    const before = past.at(-1);
    return before === undefined
      ? state
      : { template: before, past: past.slice(0, -1), chosen: null };
  }
  if (step.do === 'label')
    return recordDesignStep(state, keepElementsInside({ ...template, ...step.part }));
  if (step.do === 'add') {
    const made = newElements[step.is];
    const element = made.is === 'text' ? { ...made, text: step.text } : made;
    const laid = { ...element, ...placeElement(element, template) };
    return recordDesignStep(state, { ...template, elements: [...elements, laid] }, elements.length);
  }
  const element = chosen === null ? undefined : elements[chosen];
  if (element === undefined) return state;
  if (step.do === 'remove') {
    // A label without elements is not allowed.
    if (elements.length === 1) return state;
    return recordDesignStep(
      state,
      { ...template, elements: elements.filter((one) => one !== element) },
      null,
    );
  }
  const changed = { ...element, ...step.part };
  const laid = { ...changed, ...placeElement(changed, template) };
  if (JSON.stringify(laid) === JSON.stringify(element)) return state;
  return recordDesignStep(state, {
    ...template,
    elements: elements.map((one) => (one === element ? laid : one)),
  });
}

/** Returns the template with elements outside a resized label moved back to the edge. */
const keepElementsInside = (template: LabelTemplate): LabelTemplate =>
  elementOutside(template, template.elements) === null
    ? template
    : {
        ...template,
        elements: template.elements.map((one) => ({ ...one, ...placeElement(one, template) })),
      };
