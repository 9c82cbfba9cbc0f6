import { PlusOutlined } from '@ant-design/icons';
import { expiryOf, plain } from '@tradehouse/domain';
import { Button, Input, Typography } from 'antd';
import { DatePicker } from '../../../control/DatePicker.tsx';
import type { TableColumnsType } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { EntryTable } from '../../../control/EntryTable.tsx';
import { quantityText } from '../../../control/format.ts';
import { GoodsName } from '../../../control/GoodsName.tsx';
import { t } from '../../../phrase/index.ts';
import { Amount, Reason, Serials } from './cells.tsx';
import { anotherLot, quantitiesOf, differenceOf, openOf } from './tallyDraft.ts';
import type { PartDraft } from './tallyDraft.ts';

interface Props {
  readonly rows: readonly PartDraft[];
  readonly onChange: (rows: readonly PartDraft[]) => void;
}
type Amend = (row: PartDraft, change: Partial<PartDraft>) => void;

/** The lines of a tally, a row for each lot of them. */
export function TallyLines({ rows, onChange }: Props): ReactNode {
  const amend: Amend = (row, change) =>
    onChange(rows.map((one) => (one.key === row.key ? { ...one, ...change } : one)));
  const split = ({ line }: PartDraft): void => {
    const own = rows.filter((one) => one.line.line === line.line);
    const after = rows.findLastIndex((one) => one.line.line === line.line) + 1;
    onChange(rows.toSpliced(after, 0, anotherLot(line, own.length)));
  };
  return (
    <EntryTable<PartDraft>
      rowKey="key"
      columns={columnsOf(rows, amend, split)}
      dataSource={[...rows]}
      scroll={{ x: 1090, y: 360 }}
    />
  );
}

const columnsOf = (
  rows: readonly PartDraft[],
  amend: Amend,
  split: (row: PartDraft) => void,
): TableColumnsType<PartDraft> => [
  {
    title: t('editor.column.name'),
    fixed: 'start',
    width: 150,
    render: (_, { line }) => <GoodsName {...line} />,
  },
  {
    title: t('tally.ordered'),
    width: 80,
    align: 'right',
    render: (_, { line }) => `${quantityText(line.ordered)} ${line.unit}`,
  },
  {
    title: t('tally.received'),
    width: 88,
    align: 'right',
    render: (_, { line }) => quantityText(line.received),
  },
  ...arrivedColumns(amend),
  {
    title: t('editor.column.lot'),
    width: 160,
    render: (_, row) => row.line.lotManaged && <Lot row={row} amend={amend} split={split} />,
  },
  {
    title: t('tally.difference'),
    width: 98,
    align: 'right',
    render: (_, row) => <Difference rows={rows} row={row} />,
  },
  {
    title: t('tally.reason'),
    width: 140,
    render: (_, row) => <Reason value={row.reason} onChange={(reason) => amend(row, { reason })} />,
  },
];

/** What arrived, and what of it is formal, defective and gift: quantities, or serials where there are. */
const arrivedColumns = (amend: Amend): TableColumnsType<PartDraft> => [
  {
    title: t('tally.arrived'),
    width: 86,
    align: 'right',
    render: (_, row) =>
      row.line.serialManaged ? (
        quantityText(plain(quantitiesOf(row).arrived))
      ) : (
        <Amount
          label={t('tally.arrived')}
          value={row.arrived}
          onChange={(arrived) => amend(row, { arrived })}
        />
      ),
  },
  {
    title: t('tally.formal'),
    width: 84,
    align: 'right',
    render: (_, row) =>
      row.line.serialManaged ? (
        <SerialsOf row={row} grade="formal" amend={amend} />
      ) : (
        <Formal row={row} />
      ),
  },
  ...(['defective', 'gift'] as const).map((grade) => ({
    title: t(`tally.${grade}`),
    width: 96,
    align: 'right' as const,
    render: (_: unknown, row: PartDraft) =>
      row.line.serialManaged ? (
        <SerialsOf row={row} grade={grade} amend={amend} />
      ) : (
        <Amount
          label={t(`tally.${grade}`)}
          value={row[grade]}
          onChange={(text) => amend(row, { [grade]: text })}
        />
      ),
  })),
];

/** What is left of what arrived. */
function Formal({ row }: { readonly row: PartDraft }) {
  const { formal } = quantitiesOf(row);
  const text = quantityText(plain(formal));
  return formal.isNegative() ? <Typography.Text type="danger">{text}</Typography.Text> : text;
}

interface SerialsProps {
  readonly row: PartDraft;
  readonly grade: 'formal' | 'defective' | 'gift';
  readonly amend: Amend;
}

const SerialsOf = ({ row, grade, amend }: SerialsProps): ReactNode => (
  <Serials
    grade={grade}
    value={row.serials[grade]}
    onChange={(text) => amend(row, { serials: { ...row.serials, [grade]: text } })}
  />
);

interface LotProps {
  readonly row: PartDraft;
  readonly amend: Amend;
  readonly split: (row: PartDraft) => void;
}

/** Lot and expiry; the day of production tells the expiry of what keeps a known while. */
function Lot({ row, amend, split }: LotProps) {
  const { shelfLifeDays } = row.line;
  return (
    <div className="tally-lot">
      <span>
        <Input
          aria-label={t('editor.column.lot')}
          placeholder={t('editor.column.lot')}
          value={row.lot}
          maxLength={100}
          onChange={(event) => amend(row, { lot: event.target.value })}
        />
        <Button
          icon={<PlusOutlined />}
          aria-label={t('tally.anotherLot')}
          title={t('tally.anotherLot')}
          onClick={() => split(row)}
        />
      </span>
      {shelfLifeDays !== null && (
        <DatePicker
          aria-label={t('editor.column.produced')}
          placeholder={t('editor.column.produced')}
          onChange={(day) =>
            amend(row, {
              expiry: day === null ? null : expiryOf(day.format('YYYY-MM-DD'), shelfLifeDays),
            })
          }
        />
      )}
      <DatePicker
        aria-label={t('editor.column.expiry')}
        placeholder={t('editor.column.expiry')}
        value={row.expiry === null ? null : dayjs(row.expiry)}
        onChange={(day) => amend(row, { expiry: day === null ? null : day.format('YYYY-MM-DD') })}
      />
    </div>
  );
}

/** In red what a line has more or less than expected; beside its first row, over all its lots. */
function Difference({
  rows,
  row,
}: {
  readonly rows: readonly PartDraft[];
  readonly row: PartDraft;
}) {
  const first = rows.find((one) => one.line.line === row.line.line);
  if (first?.key !== row.key) return null;
  const difference = differenceOf(rows, row.line);
  if (difference === null)
    return <small>{t('tally.open', { quantity: quantityText(plain(openOf(row.line))) })}</small>;
  if (difference.isZero()) return '0';
  const sign = difference.gt(0) ? '+' : '';
  return (
    <Typography.Text type="danger">{`${sign}${quantityText(plain(difference))}`}</Typography.Text>
  );
}
