import type { LineReply } from '@tradehouse/contract';
import { Input } from 'antd';
import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { EntryTable } from '../../../control/EntryTable.tsx';
import { quantityText } from '../../../control/format.ts';
import { GoodsName } from '../../../control/GoodsName.tsx';
import { t } from '../../../phrase/index.ts';
import { pickState } from './picks.ts';
import type { Picks } from './picks.ts';

interface Props {
  readonly lines: readonly LineReply[];
  readonly picks: Picks;
  readonly disabled: boolean;
  readonly onChange: (picks: Picks) => void;
}

/** Shows ordered and picked quantities; complete lines are green. */
export const PickLines = ({ lines, picks, disabled, onChange }: Props): ReactNode => (
  <EntryTable<LineReply>
    rowKey="line"
    rowClassName={(line) => `pick-${pickState(line, picks)}`}
    columns={columnsOfPickLines(picks, disabled, onChange)}
    dataSource={[...lines]}
    scroll={{ x: 520, y: 360 }}
  />
);

const columnsOfPickLines = (
  picks: Picks,
  disabled: boolean,
  onChange: Props['onChange'],
): TableColumnsType<LineReply> => [
  {
    title: t('editor.column.name'),
    render: (_, line) => (
      <>
        <GoodsName {...line} name={`${line.productName} ${line.attributes}`} />
        {line.allocations.map((part) => (
          <small
            key={`${part.lot} ${part.stockType} ${part.serials[0] ?? ''}`}
            className="pick-part"
          >
            {[part.lot, part.expiry ?? '', part.serials.join(', ')]
              .filter((one) => one !== '')
              .join(' ')}
          </small>
        ))}
      </>
    ),
  },
  {
    title: t('editor.column.quantity'),
    width: 100,
    align: 'right',
    render: (_, { quantity, unit }) => `${quantityText(quantity)} ${unit}`,
  },
  {
    title: t('delivery.picked'),
    width: 96,
    render: (_, line) => (
      <Input
        className="decimal"
        inputMode="decimal"
        aria-label={t('delivery.picked')}
        disabled={disabled}
        status={pickState(line, picks) === 'wrong' ? 'error' : ''}
        value={picks.get(line.line) ?? ''}
        onChange={(event) => onChange(new Map([...picks, [line.line, event.target.value.trim()]]))}
      />
    ),
  },
  {
    title: t('delivery.kilograms'),
    width: 80,
    align: 'right',
    render: (_, { weight }) => quantityText(weight),
  },
];
