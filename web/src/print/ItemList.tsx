import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { NumberField } from '../control/NumberField.tsx';
import { IconButton } from '../control/IconButton.tsx';
import { t } from '../phrase/index.ts';

interface Item {
  readonly field: string;
  readonly label: string;
  /** In percent of the table, where it is a column. */
  readonly width?: number;
}

interface Props<One extends Item> {
  /** What the list is read out as. */
  readonly name: string;
  readonly items: readonly One[];
  readonly offered: readonly One['field'][];
  /** What a field is called unless the company calls it otherwise. */
  readonly nameOf: (field: One['field']) => string;
  readonly made: (field: One['field']) => One;
  readonly onChange: (items: readonly One[]) => void;
}

const moved = <One,>(items: readonly One[], at: number, by: number): One[] => {
  const [one, ...rest] = [...items.slice(at, at + 1), ...items.toSpliced(at, 1)];
  return one === undefined ? rest : rest.toSpliced(at + by, 0, one);
};

interface RowProps<One extends Item> {
  readonly item: One;
  readonly word: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onPart: (part: Partial<Item>) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onLeaveOut: () => void;
}

/** One field: its own label, its width where it is a column, and where it goes. */
function ItemRow<One extends Item>(props: RowProps<One>): ReactNode {
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
          value={item.width}
          min={0}
          max={100}
          suffix="%"
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

/** Fields of a section, in the order they are printed: each may be named otherwise, moved or left out. */
export function ItemList<One extends Item>(props: Props<One>): ReactNode {
  const { name, items, offered, nameOf, made, onChange } = props;
  const left = offered.filter((field) => items.every((item) => item.field !== field));
  const change = (at: number, part: Partial<Item>): void =>
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
            onMove={(by) => onChange(moved(items, at, by))}
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
