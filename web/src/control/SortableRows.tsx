import { HolderOutlined } from '@ant-design/icons';
import type { DragEndEvent } from '@dnd-kit/core';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { ReactNode } from 'react';

interface RowProps {
  readonly name: string;
  /** What moving it is called. */
  readonly moves: string;
  readonly children: ReactNode;
}

function Row({ name, moves, children }: RowProps): ReactNode {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: name });
  return (
    <div
      ref={setNodeRef}
      className="column-row"
      style={{ transform: `translateY(${transform?.y ?? 0}px)`, transition }}
    >
      <span className="column-grip" {...attributes} {...listeners} aria-label={moves}>
        <HolderOutlined aria-hidden />
      </span>
      {children}
    </div>
  );
}

export interface SortableRowsProps<Name extends string> {
  readonly names: readonly Name[];
  /** What moving one of them is called. */
  readonly moves: (name: Name) => string;
  readonly onOrder: (names: readonly Name[]) => void;
  /** What a row says and does besides. */
  readonly children: (name: Name) => ReactNode;
}

/** Rows that are put in order with the pointer, or with the keyboard: space takes one up, arrows move it. */
export function SortableRows<Name extends string>(props: SortableRowsProps<Name>): ReactNode {
  const { names, moves, onOrder, children } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over === null || active.id === over.id) return;
    const [from, to] = [active, over].map(({ id }) => names.findIndex((name) => name === id));
    onOrder(arrayMove([...names], from ?? 0, to ?? 0));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={[...names]} strategy={verticalListSortingStrategy}>
        {names.map((name) => (
          <Row key={name} name={name} moves={moves(name)}>
            {children(name)}
          </Row>
        ))}
      </SortableContext>
    </DndContext>
  );
}
