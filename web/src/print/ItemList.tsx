import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../control/IconButton.tsx';
import { NumberField } from '../control/NumberField.tsx';
import { t } from '../phrase/index.ts';

interface TemplateItem {
  readonly field: string;
  readonly label: string;
  /** Width in percent of the table, for a column. */
  readonly width?: number;
}

interface Props<One extends TemplateItem> {
  /** Accessible name of the list. */
  readonly name: string;
  readonly items: readonly One[];
  readonly offered: readonly One['field'][];
  /** Returns a field's name unless the company renames the field. */
  readonly nameOf: (field: One['field']) => string;
  readonly made: (field: One['field']) => One;
  readonly onChange: (items: readonly One[]) => void;
}

const moveItem = <One,>(items: readonly One[], at: number, by: number): One[] => {
  const [one, ...rest] = [...items.slice(at, at + 1), ...items.toSpliced(at, 1)];
  return one === undefined ? rest : rest.toSpliced(at + by, 0, one);
};

interface TemplateItemProps<One extends TemplateItem> {
  readonly item: One;
  readonly word: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onPart: (part: Partial<TemplateItem>) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onLeaveOut: () => void;
}

/** Edits one field: label, width in a column, and position. */
function ItemRow<One extends TemplateItem>(props: TemplateItemProps<One>): ReactNode {
  const { item, word, first, last, onPart, onMove, onLeaveOut } = props;
  const act = (icon: ReactNode, label: string, onClick: () => void, disabled = false) => (
    <IconButton size="small" disabled={disabled} icon={icon} label={label} onClick={onClick} />
  );
  return (
    <div role="listitem" className="print-item">
      <Input
        value={item.label}
        placeholder={word}
        aria-label={t('print.labelOf', { name: word })}
        title={word}
        maxLength={30}
        onChange={({ target }) => onPart({ label: target.value })}
      />
      {item.width === undefined ? null : (
        <NumberField
          // A column without a width is as wide as its text.
          value={item.width === 0 ? null : item.width}
          placeholder={t('print.autoWidth')}
          min={0}
          max={100}
          // A suffix that comes and goes would take the focus.
          suffix={<span>{item.width === 0 ? '' : '%'}</span>}
          aria-label={t('print.widthOf', { name: word })}
          onChange={(width) => onPart({ width: width ?? 0 })}
        />
      )}
      {act(<ArrowUpOutlined aria-hidden />, t('print.up', { name: word }), () => onMove(-1), first)}
      {act(
        <ArrowDownOutlined aria-hidden />,
        t('print.down', { name: word }),
        () => onMove(1),
        last,
      )}
      {act(<DeleteOutlined aria-hidden />, t('print.leaveOut', { name: word }), onLeaveOut)}
    </div>
  );
}

/** Edits a section's fields in printing order: rename, move or omit. */
export function ItemList<One extends TemplateItem>(props: Props<One>): ReactNode {
  const { name, items, offered, nameOf, made, onChange } = props;
  const left = offered.filter((field) => items.every((item) => item.field !== field));
  const change = (at: number, part: Partial<TemplateItem>): void =>
    onChange(items.map((item, index) => (index === at ? { ...item, ...part } : item)));
  return (
    <div className="print-items">
      {/* A list holds items alone: what adds one stands beside it. */}
      <div className="print-items" role="list" aria-label={name}>
        {items.map((item, at) => (
          <ItemRow
            key={item.field}
            item={item}
            word={nameOf(item.field)}
            first={at === 0}
            last={at === items.length - 1}
            onPart={(part) => change(at, part)}
            onMove={(by) => onChange(moveItem(items, at, by))}
            onLeaveOut={() => onChange(items.toSpliced(at, 1))}
          />
        ))}
      </div>
      {left.length === 0 ? null : (
        <Select<One['field'] | null>
          value={null}
          placeholder={t('print.more')}
          aria-label={t('print.moreOf', { name })}
          showSearch={{ optionFilterProp: 'label' }}
          options={left.map((field) => ({ value: field, label: nameOf(field) }))}
          onChange={(field) => {
            if (field !== null) onChange([...items, made(field)]);
          }}
        />
      )}
    </div>
  );
}
