import { toPlainDecimal, proposeLots, stockTypes, sum } from '@tradehouse/domain';
import type { LotProposal } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Select, Space, Table } from 'antd';
import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { choiceOf } from '../../record/labels.ts';
import { expiryFrom, isSplit, wholeAllocation } from '../draft/lineDraft.ts';
import type { AllocationDraft, LineDraft } from '../draft/lineDraft.ts';
import { typedAmount } from '../draft/numberInput.ts';
import {
  baseUnitOf,
  lotsInStock,
  proposedParts,
  todayOfBrowser,
  wantedOf,
} from '../draft/parts.ts';
import { decimalFromDraft } from '../draft/priced.ts';

interface Props {
  readonly line: LineDraft;
  /** True if parts come from stock; otherwise entered as new. */
  readonly choose: boolean;
  readonly onTake: (parts: readonly AllocationDraft[]) => void;
  readonly onClose: () => void;
}

interface LinePartRow extends AllocationDraft {
  readonly key: number;
  /** Quantity in stock; null for a new part. */
  readonly inStock: string | null;
}

const typeChoices = stockTypes.map((value) => ({
  value,
  label: t(`editor.stockType.${value}`),
}));

/** Returns a line's parts; a single part holds the full quantity. */
function partsOfLine(line: LineDraft): readonly AllocationDraft[] {
  return isSplit(line)
    ? line.allocations
    : line.allocations.map((part) => ({ ...part, quantity: toPlainDecimal(wantedOf(line)) }));
}

const samePart = (one: AllocationDraft, other: AllocationDraft): boolean =>
  one.lot === other.lot && one.stockType === other.stockType;

/** Holds a line's parts as rows: stock lots once read, or entered parts. */
function useLineParts({ line, choose }: Props) {
  const { product } = line;
  const [rows, setRows] = useState<readonly LinePartRow[]>(() =>
    choose ? [] : partsOfLine(line).map((part, key) => ({ ...part, key, inStock: null })),
  );
  const [proposal, setProposal] = useState<LotProposal | null>(null);
  const { data, isFetching, error } = useQuery({
    queryKey: ['lots', line.barcode, line.warehouseId],
    queryFn: () => (product === null ? [] : lotsInStock(product, line.warehouseId)),
    enabled: choose,
    staleTime: 0,
  });

  useEffect(() => {
    if (data === undefined) return;
    const own = partsOfLine(line);
    setRows(
      data.map(({ lot, expiry, stockType, quantity }, key) => {
        const part = { ...wholeAllocation, lot, expiry: expiry ?? '', stockType };
        const taken = own.find((one) => samePart(one, part));
        return { ...part, key, inStock: toPlainDecimal(quantity), quantity: taken?.quantity ?? '' };
      }),
    );
    // The line stands still while its dialog is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data]);

  const propose = (): void => {
    const next = proposeLots(data ?? [], wantedOf(line), todayOfBrowser());
    setProposal(next);
    const parts = proposedParts(next);
    setRows(
      rows.map((row) => ({
        ...row,
        quantity: parts.find((part) => samePart(part, row))?.quantity ?? '',
      })),
    );
  };
  const add = (): void => {
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
    setRows([...rows, { ...wholeAllocation, key, inStock: null }]);
  };
  const ready = !choose || data !== undefined;
  return { rows, setRows, proposal, propose, add, ready, reading: choose && isFetching, error };
}

/** Collects rows with a quantity, and their sum; null while a row is faulty. */
function takenOf(rows: readonly LinePartRow[], lots: boolean) {
  const wrong = rows.find(
    ({ quantity, inStock }) =>
      'wrong' in typedAmount(quantity) ||
      (inStock !== null && decimalFromDraft(quantity).greaterThan(inStock)),
  );
  const taken = rows.filter(({ quantity }) => quantity !== '' && quantity !== '0');
  const total =
    wrong === undefined ? sum(taken.map(({ quantity }) => decimalFromDraft(quantity))) : null;
  const unnamed = lots && taken.some(({ lot }) => lot.trim() === '');
  return { wrong, taken, total, complete: total !== null && !total.isZero() && !unnamed };
}

/**
 * Edits a line's lots and stock types in base units. On issues, chosen from stock (soonest expiry first
 * with one click); on receipts, entered with production date or expiry.
 */
export function PartsDialog(props: Props) {
  const { line, choose, onTake, onClose } = props;
  const { product } = line;
  const lots = product?.lotManaged === true;
  const shelfLife = product?.shelfLifeDays ?? null;
  const parts = useLineParts(props);
  const { rows, proposal } = parts;
  const { wrong, taken, total, complete } = takenOf(rows, lots);
  const unit = product === null ? '' : baseUnitOf(product).unit;
  return (
    <ChoiceModal
      width={choose ? 720 : 860}
      title={t('editor.parts.title', { name: product?.productName ?? '' })}
      ready={parts.ready}
      okText={t('editor.parts.take', {
        total: total === null ? '?' : quantityText(toPlainDecimal(total)),
        unit,
      })}
      okDisabled={!complete}
      onOk={() => onTake(taken)}
      onCancel={onClose}
    >
      <Space wrap style={{ marginBottom: 8 }}>
        <span>
          {t('editor.parts.wanted', {
            quantity: quantityText(toPlainDecimal(wantedOf(line))),
            unit,
          })}
        </span>
        {choose && lots && (
          <Button onClick={parts.propose} disabled={rows.length === 0}>
            {t('editor.parts.propose')}
          </Button>
        )}
        {!choose && <Button onClick={parts.add}>{t('editor.parts.add')}</Button>}
      </Space>
      {parts.error !== null && <Alert type="error" showIcon title={parts.error.message} />}
      {proposal !== null && <Explanation proposal={proposal} unit={unit} />}
      <Table<LinePartRow>
        size="small"
        rowKey="key"
        columns={columnsOfPartsDialog({
          choose,
          lots,
          shelfLife,
          unit,
          rows,
          wrong,
          onChange: parts.setRows,
        })}
        dataSource={[...rows]}
        loading={parts.reading}
        pagination={false}
        scroll={{ y: 360 }}
        locale={{ emptyText: t('editor.lot.none') }}
      />
    </ChoiceModal>
  );
}

interface LinePartFields {
  readonly choose: boolean;
  readonly lots: boolean;
  /** Days; null if unknown. */
  readonly shelfLife: number | null;
  readonly unit: string;
  readonly rows: readonly LinePartRow[];
  readonly wrong: LinePartRow | undefined;
  readonly onChange: (rows: readonly LinePartRow[]) => void;
}

type PartColumn = false | TableColumnType<LinePartRow>;

/** Returns the columns of parts: chosen from stock, or entered. */
function columnsOfPartsDialog(fields: LinePartFields): TableColumnType<LinePartRow>[] {
  const { choose, unit, rows, wrong, onChange } = fields;
  const amend = (row: LinePartRow, change: Partial<AllocationDraft>): void =>
    onChange(rows.map((one) => (one.key === row.key ? { ...one, ...change } : one)));
  const field: FieldOf = (row, name, read = (text) => ({ [name]: text })) => (
    <Input
      type={name === 'expiry' || name === 'produced' ? 'date' : 'text'}
      aria-label={t(`editor.column.${name}`)}
      inputMode={name === 'quantity' ? 'decimal' : 'text'}
      status={name === 'quantity' && row === wrong ? 'error' : ''}
      value={row[name]}
      onChange={(event) => amend(row, read(event.target.value.trim()))}
    />
  );
  const columns: readonly PartColumn[] = [
    ...lotColumns(fields, field),
    {
      title: t('editor.column.stockType'),
      width: 120,
      render: (_, row) =>
        choose ? (
          t(`editor.stockType.${row.stockType}`)
        ) : (
          <Select
            style={{ width: '100%' }}
            aria-label={t('editor.column.stockType')}
            value={row.stockType}
            options={typeChoices}
            onChange={(stockType) => amend(row, { stockType })}
          />
        ),
    },
    choose && {
      title: t('editor.column.stock'),
      width: 100,
      align: 'right',
      render: (_, { inStock }) => quantityText(inStock ?? '0'),
    },
    {
      title: `${t('editor.column.quantity')} (${unit})`,
      width: 120,
      render: (_, row) => field(row, 'quantity'),
    },
    !choose && {
      width: 80,
      render: (_, row) => (
        <Button
          type="link"
          size="small"
          disabled={rows.length === 1}
          onClick={() => onChange(rows.filter((one) => one !== row))}
        >
          {t('act.remove')}
        </Button>
      ),
    },
  ];
  return columns.filter((column) => column !== false);
}

/** Renders an input of a part; `read` parses the text. */
type FieldOf = (
  row: LinePartRow,
  name: 'lot' | 'produced' | 'expiry' | 'quantity',
  read?: (text: string) => Partial<AllocationDraft>,
) => ReactNode;

const lotColumns = (
  { choose, lots, shelfLife }: LinePartFields,
  field: FieldOf,
): readonly PartColumn[] => [
  lots && {
    title: t('editor.column.lot'),
    width: 150,
    render: (_, row) => (choose ? row.lot : field(row, 'lot')),
  },
  lots &&
    !choose &&
    shelfLife !== null && {
      title: t('editor.column.produced'),
      width: 130,
      render: (_, row) => field(row, 'produced', (day) => expiryFrom(day, shelfLife)),
    },
  lots && {
    title: t('editor.column.expiry'),
    width: 150,
    render: (_, row) => (choose ? expiryWords(row) : field(row, 'expiry')),
  },
];

/** Describes a lot's expiry, and if expired. */
function expiryWords({ expiry }: LinePartRow): string {
  if (expiry === '') return t('empty.none');
  return expiry < todayOfBrowser() ? `${expiry} · ${choiceOf('level', 'expired')}` : expiry;
}

/** Explains the lot proposal: soonest expiry, skipped lots, shortage. */
function Explanation({
  proposal,
  unit,
}: {
  readonly proposal: LotProposal;
  readonly unit: string;
}) {
  const { parts, missing, expired } = proposal;
  const sentences = [
    parts.length === 0
      ? null
      : t('editor.parts.why', {
          lots: parts
            .map(({ lot, expiry, quantity }) =>
              t('editor.parts.whyOne', {
                lot,
                expiry: expiry ?? t('empty.none'),
                quantity: quantityText(toPlainDecimal(quantity)),
              }),
            )
            .join(', '),
        }),
    expired.length === 0
      ? null
      : t('editor.parts.expired', { lots: expired.map(({ lot }) => lot).join(', ') }),
    missing.isZero()
      ? null
      : t('editor.parts.missing', { quantity: quantityText(toPlainDecimal(missing)), unit }),
  ].filter((sentence) => sentence !== null);
  return (
    <Alert
      type={missing.isZero() ? 'info' : 'warning'}
      showIcon
      style={{ marginBottom: 8 }}
      title={sentences.join(' ')}
    />
  );
}
