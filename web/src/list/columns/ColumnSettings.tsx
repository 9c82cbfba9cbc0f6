import { PushpinFilled, PushpinOutlined, TableOutlined } from '@ant-design/icons';
import { arrangeColumns } from '@tradehouse/contract';
import type { ArrangedColumn, ColumnChoice, TableDeclaration } from '@tradehouse/contract';
import { Button, Checkbox, Popover } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../../control/IconButton.tsx';
import { SortableRows } from '../../control/SortableRows.tsx';
import { t } from '../../phrase/index.ts';
import { pinColumn, switchColumn } from './columnChoice.ts';
import { labelOfColumn } from '../../record/labels.ts';

interface ColumnSettingRowProps {
  readonly label: string;
  readonly one: ArrangedColumn;
  /** True for the last visible column, which remains. */
  readonly last: boolean;
  readonly onSwitch: (visible: boolean) => void;
  readonly onPin: (isPinned: boolean) => void;
}

const ColumnRow = ({ label, one, last, onSwitch, onPin }: ColumnSettingRowProps): ReactNode => (
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
  readonly table: TableDeclaration;
  readonly choice: ColumnChoice;
  readonly onChange: (choice: ColumnChoice) => void;
}

/** Shows, hides, moves and pins columns; remembers the choice for this user. */
export function ColumnSettings({ table, choice, onChange }: ColumnSettingsProps): ReactNode {
  const columns = arrangeColumns(table, choice);
  const visible = columns.filter((one) => one.visible).length;
  const content = (
    <section aria-label={t('act.columns')} className="column-settings">
      <div className="column-rows">
        <SortableRows
          names={columns.map(({ name }) => name)}
          moves={(name) => t('columns.move', { name: labelOfColumn(table, name) })}
          onOrder={(order) => onChange({ ...choice, order })}
        >
          {(name) => {
            const one = columns.find((column) => column.name === name);
            return one === undefined ? null : (
              <ColumnRow
                one={one}
                label={labelOfColumn(table, name)}
                last={one.visible && visible === 1}
                onSwitch={(on) => onChange(switchColumn(choice, name, one.column, on))}
                onPin={(on) => onChange(pinColumn(choice, name, on))}
              />
            );
          }}
        </SortableRows>
      </div>
      <Button type="link" onClick={() => onChange({})}>
        {t('act.restore')}
      </Button>
    </section>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <Button title={t('act.columns')} icon={<TableOutlined aria-hidden />}>
        {t('act.columns')}
      </Button>
    </Popover>
  );
}
