import { PlusOutlined } from '@ant-design/icons';
import { expiryOf, toPlainDecimal } from '@tradehouse/domain';
import { Button, Input, Typography } from 'antd';
import { DatePicker } from '../../../control/DatePicker.tsx';
import type { TableColumnsType } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { EntryTable } from '../../../control/EntryTable.tsx';
import { quantityText } from '../../../control/format.ts';
import { GoodsName } from '../../../control/GoodsName.tsx';
import { t } from '../../../phrase/index.ts';
import { TallyAmountInput, TallyReasonInput, Serials } from './cells.tsx';
import {
  anotherLot,
  quantitiesOf,
  computeTallyDifference,
  openQuantityOfLine,
} from './tallyDraft.ts';
import type { PartDraft } from './tallyDraft.ts';

interface Props {
  readonly rows: readonly PartDraft[];
  readonly onChange: (rows: readonly PartDraft[]) => void;
}
type TallyChangeHandler = (row: PartDraft, change: Partial<PartDraft>) => void;

/** Edits tally lines, one row for each lot. */
export function TallyLines({ rows, onChange }: Props): ReactNode {
  const amend: TallyChangeHandler = (row, change) =>
    onChange(rows.map((one) => (one.key === row.key ? { ...one, ...change } : one)));
  const split = ({ line }: PartDraft): void => {
    const own = rows.filter((one) => one.line.line === line.line);
    const after = rows.findLastIndex((one) => one.line.line === line.line) + 1;
    onChange(rows.toSpliced(after, 0, anotherLot(line, own.length)));
  };
  return (
    <EntryTable<PartDraft>
      rowKey="key"
      columns={columnsOfTallyLines(rows, amend, split)}
      dataSource={[...rows]}
      scroll={{ x: 1090, y: 360 }}
    />
  );
}

const columnsOfTallyLines = (
  rows: readonly PartDraft[],
  amend: TallyChangeHandler,
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
    render: (_, row) => <TallyLineDifference rows={rows} row={row} />,
  },
  {
    title: t('tally.reason'),
    width: 140,
    render: (_, row) => (
      <TallyReasonInput value={row.reason} onChange={(reason) => amend(row, { reason })} />
    ),
  },
];

/** Columns for received, formal, defective and gift goods: quantities, or serials if managed. */
const arrivedColumns = (amend: TallyChangeHandler): TableColumnsType<PartDraft> => [
  {
    title: t('tally.arrived'),
    width: 86,
    align: 'right',
    render: (_, row) =>
      row.line.serialManaged ? (
        quantityText(toPlainDecimal(quantitiesOf(row).arrived))
      ) : (
        <TallyAmountInput
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
        <TallyAmountInput
          label={t(`tally.${grade}`)}
          value={row[grade]}
          onChange={(text) => amend(row, { [grade]: text })}
        />
      ),
  })),
];

/** Shows the formal remainder of the received quantity. */
function Formal({ row }: { readonly row: PartDraft }) {
  const { formal } = quantitiesOf(row);
  const text = quantityText(toPlainDecimal(formal));
  return formal.isNegative() ? <Typography.Text type="danger">{text}</Typography.Text> : text;
}

interface SerialsProps {
  readonly row: PartDraft;
  readonly grade: 'formal' | 'defective' | 'gift';
  readonly amend: TallyChangeHandler;
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
  readonly amend: TallyChangeHandler;
  readonly split: (row: PartDraft) => void;
}

/** Edits lot and expiry; with a shelf life, the production day gives the expiry. */
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

/** Shows a line's deviation from the expected quantity in red, over all lots, on its first row. */
function TallyLineDifference({
  rows,
  row,
}: {
  readonly rows: readonly PartDraft[];
  readonly row: PartDraft;
}) {
  const first = rows.find((one) => one.line.line === row.line.line);
  if (first?.key !== row.key) return null;
  const difference = computeTallyDifference(rows, row.line);
  if (difference === null)
    return (
      <small>
        {t('tally.open', { quantity: quantityText(toPlainDecimal(openQuantityOfLine(row.line))) })}
      </small>
    );
  if (difference.isZero()) return '0';
  const sign = difference.gt(0) ? '+' : '';
  return (
    <Typography.Text type="danger">{`${sign}${quantityText(toPlainDecimal(difference))}`}</Typography.Text>
  );
}
