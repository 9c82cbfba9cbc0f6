import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
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
        {items.map((item, at) => {
          const word = nameOf(item.field);
          return (
            <div key={item.field} role="listitem" className="print-item">
              <Input
                value={item.label}
                placeholder={word}
                aria-label={t('print.labelOf', { name: word })}
                title={word}
                maxLength={30}
                onChange={({ target }) => change(at, { label: target.value })}
              />
              {item.width === undefined ? null : (
                <InputNumber<number>
                  value={item.width}
                  min={0}
                  max={100}
                  suffix="%"
                  aria-label={t('print.widthOf', { name: word })}
                  onChange={(width) => change(at, { width: width ?? 0 })}
                />
              )}
              <Button
                type="text"
                size="small"
                disabled={at === 0}
                icon={<ArrowUpOutlined aria-hidden />}
                aria-label={t('print.up', { name: word })}
                onClick={() => onChange(moved(items, at, -1))}
              />
              <Button
                type="text"
                size="small"
                disabled={at === items.length - 1}
                icon={<ArrowDownOutlined aria-hidden />}
                aria-label={t('print.down', { name: word })}
                onClick={() => onChange(moved(items, at, 1))}
              />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('print.leaveOut', { name: word })}
                onClick={() => onChange(items.toSpliced(at, 1))}
              />
            </div>
          );
        })}
      </div>
      {left.length === 0 ? null : (
        <Select<One['field'] | null>
          value={null}
          className="print-more"
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
