import { HolderOutlined, PushpinFilled, PushpinOutlined, TableOutlined } from '@ant-design/icons';
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
import type { ArrangedColumn, ColumnChoice, Table } from '@tradehouse/contract';
import { arranged } from '@tradehouse/contract';
import { Button, Checkbox, Popover } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../control/IconButton.tsx';
import { t } from '../phrase/index.ts';
import { pinned, switched } from './columnChoice.ts';
import { labelOf } from '../record/labels.ts';

interface RowProps {
  readonly label: string;
  readonly one: ArrangedColumn;
  /** It is the last visible one and has to stay. */
  readonly last: boolean;
  readonly onSwitch: (visible: boolean) => void;
  readonly onPin: (isPinned: boolean) => void;
}

function ColumnRow({ label, one, last, onSwitch, onPin }: RowProps): ReactNode {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({
    id: one.name,
  });
  return (
    <div
      ref={setNodeRef}
      className="column-row"
      style={{ transform: `translateY(${transform?.y ?? 0}px)`, transition }}
    >
      <span
        className="column-grip"
        {...attributes}
        {...listeners}
        aria-label={t('columns.move', { name: label })}
      >
        <HolderOutlined aria-hidden />
      </span>
      <Checkbox
        checked={one.visible}
        disabled={last}
        onChange={(event) => onSwitch(event.target.checked)}
      >
        {label}
      </Checkbox>
      <IconButton
        size="small"
        aria-pressed={one.pinned}
        label={t('columns.pin', { name: label })}
        icon={one.pinned ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
        onClick={() => onPin(!one.pinned)}
      />
    </div>
  );
}

export interface ColumnSettingsProps {
  readonly table: Table;
  readonly choice: ColumnChoice;
  readonly onChange: (choice: ColumnChoice) => void;
}

/** Shows, hides, moves and pins columns; what is set is remembered for this user. */
export function ColumnSettings({ table, choice, onChange }: ColumnSettingsProps): ReactNode {
  const columns = arranged(table, choice);
  const names = columns.map(({ name }) => name);
  const visible = columns.filter((one) => one.visible).length;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over === null || active.id === over.id) return;
    const order = arrayMove(
      names,
      names.indexOf(String(active.id)),
      names.indexOf(String(over.id)),
    );
    onChange({ ...choice, order });
  };
  const content = (
    <div className="column-settings">
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={names} strategy={verticalListSortingStrategy}>
          {columns.map((one) => (
            <ColumnRow
              key={one.name}
              one={one}
              label={labelOf(table, one.name)}
              last={one.visible && visible === 1}
              onSwitch={(on) => onChange(switched(choice, one.name, one.column, on))}
              onPin={(on) => onChange(pinned(choice, one.name, on))}
            />
          ))}
        </SortableContext>
      </DndContext>
      <Button type="link" onClick={() => onChange({})}>
        {t('act.restore')}
      </Button>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <Button title={t('act.columns')} icon={<TableOutlined aria-hidden />}>
        {t('act.columns')}
      </Button>
    </Popover>
  );
}
