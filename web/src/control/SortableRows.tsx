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

interface SortableRowProps {
  readonly name: string;
  /** Label of the move handle. */
  readonly moves: string;
  readonly children: ReactNode;
}

function SortableRow({ name, moves, children }: SortableRowProps): ReactNode {
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
  /** Label of a row's move handle. */
  readonly moves: (name: Name) => string;
  readonly onOrder: (names: readonly Name[]) => void;
  /** Further content and actions of a row. */
  readonly children: (name: Name) => ReactNode;
}

/** Rows ordered by pointer or keyboard: space picks a row up, arrows move it. */
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
          <SortableRow key={name} name={name} moves={moves(name)}>
            {children(name)}
          </SortableRow>
        ))}
      </SortableContext>
    </DndContext>
  );
}
