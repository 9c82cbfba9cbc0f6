import { PushpinFilled, PushpinOutlined, TableOutlined } from '@ant-design/icons';
import { arranged } from '@tradehouse/contract';
import type { ArrangedColumn, ColumnChoice, Table } from '@tradehouse/contract';
import { Button, Checkbox, Popover } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../../control/IconButton.tsx';
import { SortableRows } from '../../control/SortableRows.tsx';
import { t } from '../../phrase/index.ts';
import { pinned, switched } from './columnChoice.ts';
import { labelOf } from '../../record/labels.ts';

interface RowProps {
  readonly label: string;
  readonly one: ArrangedColumn;
  /** It is the last visible one and has to stay. */
  readonly last: boolean;
  readonly onSwitch: (visible: boolean) => void;
  readonly onPin: (isPinned: boolean) => void;
}

const ColumnRow = ({ label, one, last, onSwitch, onPin }: RowProps): ReactNode => (
  <>
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
  </>
);

export interface ColumnSettingsProps {
  readonly table: Table;
  readonly choice: ColumnChoice;
  readonly onChange: (choice: ColumnChoice) => void;
}

/** Shows, hides, moves and pins columns; what is set is remembered for this user. */
export function ColumnSettings({ table, choice, onChange }: ColumnSettingsProps): ReactNode {
  const columns = arranged(table, choice);
  const visible = columns.filter((one) => one.visible).length;
  const content = (
    <div className="column-settings">
      <SortableRows
        names={columns.map(({ name }) => name)}
        moves={(name) => t('columns.move', { name: labelOf(table, name) })}
        onOrder={(order) => onChange({ ...choice, order })}
      >
        {(name) => {
          const one = columns.find((column) => column.name === name);
          return one === undefined ? null : (
            <ColumnRow
              one={one}
              label={labelOf(table, name)}
              last={one.visible && visible === 1}
              onSwitch={(on) => onChange(switched(choice, name, one.column, on))}
              onPin={(on) => onChange(pinned(choice, name, on))}
            />
          );
        }}
      </SortableRows>
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
