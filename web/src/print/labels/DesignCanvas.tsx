import type { LabelElement, LabelTemplate } from '@tradehouse/contract';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useRef, useState } from 'react';
import { t } from '../../phrase/index.ts';
import type { DrawCode } from '../codes.ts';
import { GRID, placeElement } from './design.ts';
import type { ElementBox } from './design.ts';
import type { LabelFacts } from './drawing.ts';
import { Label } from './Label.tsx';
import { useMarks } from './useLabels.ts';

/** Returns a short name of an element. */
export const elementName = (element: LabelElement): string => {
  if (element.is === 'text') return element.text === '' ? t('label.is.text') : element.text;
  const field = t(`label.field.${element.field}`);
  return element.is === 'field' ? field : `${t(`label.is.${element.is}`)} ${field}`;
};

/** Dragged element: start position, and a flag for its corner. */
interface Drag {
  readonly at: number;
  readonly corner: boolean;
  readonly x: number;
  readonly y: number;
  readonly by: Pick<ElementBox, 'left' | 'top'>;
}

const draggedTo = (
  element: LabelElement,
  { corner, by }: Drag,
  label: LabelTemplate,
): ElementBox => {
  const { left, top, width, height } = element;
  return placeElement(
    corner
      ? { left, top, width: width + by.left, height: height + by.top }
      : { left: left + by.left, top: top + by.top, width, height },
    label,
  );
};

const ways: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-GRID, 0],
  ArrowRight: [GRID, 0],
  ArrowUp: [0, -GRID],
  ArrowDown: [0, GRID],
};

interface Props {
  readonly template: LabelTemplate;
  readonly chosen: number | null;
  /** Data drawn on the label. */
  readonly facts: LabelFacts;
  readonly draw: DrawCode;
  readonly onChoose: (at: number | null) => void;
  readonly onPlace: (at: number, place: ElementBox) => void;
  readonly onRemove: (at: number) => void;
}

/** Drags of elements, in millimetres of the label. */
function useDrag({ template, onChoose, onPlace }: Props) {
  const canvas = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const begin = (at: number, corner: boolean) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    onChoose(at);
    setDrag({ at, corner, x: event.clientX, y: event.clientY, by: { left: 0, top: 0 } });
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const width = canvas.current?.clientWidth ?? 0;
    if (drag === null || width === 0) return;
    const millimetres = template.width / width;
    const left = (event.clientX - drag.x) * millimetres;
    setDrag({ ...drag, by: { left, top: (event.clientY - drag.y) * millimetres } });
  };
  const end = (): void => {
    const element = drag === null ? undefined : template.elements[drag.at];
    if (drag !== null && element !== undefined)
      onPlace(drag.at, draggedTo(element, drag, template));
    setDrag(null);
  };
  return {
    canvas,
    drag,
    begin,
    handlers: { onPointerMove: move, onPointerUp: end, onPointerCancel: () => setDrag(null) },
  };
}

/** Edits a label: elements are dragged, resized by the corner, moved by arrow keys. */
export function DesignCanvas(props: Props): ReactNode {
  const { template, chosen, facts, draw, onChoose, onPlace, onRemove } = props;
  const { canvas, drag, begin, handlers } = useDrag(props);
  const elements = template.elements.map((element, at) =>
    drag?.at === at ? { ...element, ...draggedTo(element, drag, template) } : element,
  );
  const [marks = []] = useMarks([{ template: { ...template, elements }, facts }]);
  const onKey =
    (element: LabelElement, at: number) =>
    (event: KeyboardEvent): void => {
      const way = ways[event.key];
      if (way !== undefined) {
        event.preventDefault();
        const [across, down] = way;
        const { left, top, width, height } = element;
        onPlace(
          at,
          event.shiftKey
            ? { left, top, width: width + across, height: height + down }
            : { left: left + across, top: top + down, width, height },
        );
      }
      if (event.key === 'Delete' || event.key === 'Backspace') onRemove(at);
    };
  const part = (millimetres: number, of: number): string => `${(millimetres / of) * 100}%`;
  return (
    <div
      ref={canvas}
      className="label-canvas"
      style={{ aspectRatio: `${template.width} / ${template.height}` }}
      onPointerDown={() => onChoose(null)}
    >
      <Label size={template} marks={marks} draw={draw} />
      {elements.map((element, at) => (
        <button
          // Elements have no name but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          type="button"
          className={at === chosen ? 'label-element chosen' : 'label-element'}
          aria-pressed={at === chosen}
          aria-label={t('label.elementAt', {
            name: elementName(element),
            left: element.left,
            top: element.top,
          })}
          style={{
            left: part(element.left, template.width),
            top: part(element.top, template.height),
            width: part(element.width, template.width),
            height: part(element.height, template.height),
          }}
          onFocus={() => onChoose(at)}
          onPointerDown={begin(at, false)}
          {...handlers}
          onKeyDown={onKey(element, at)}
        >
          {at === chosen && <span className="label-corner" onPointerDown={begin(at, true)} />}
        </button>
      ))}
    </div>
  );
}
