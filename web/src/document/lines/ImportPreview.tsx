import { Select, Table, Typography } from 'antd';
import type { TableColumnsType } from 'antd';
import { t } from '../../phrase/index.ts';
import { columnTitle } from '../columns/factColumns.ts';
import type { Meaning } from './importMapping.ts';
import type { ImportColumn, ImportRow } from './importRows.ts';

interface Props {
  readonly rows: readonly ImportRow[];
  /** The headings of the columns, by their place. */
  readonly titles: readonly string[];
  readonly meaning: Meaning;
  readonly template: readonly ImportColumn[];
  readonly onMeaning: (place: number, column: ImportColumn | null) => void;
}

const NUMBERS: ReadonlySet<ImportColumn> = new Set(['quantity', 'unitPrice', 'taxRate']);

/** What is chosen where a column is not taken. */
const NOTHING = '-';

/** The cells as they were read: what each column holds stands above it and can be said otherwise; wrong rows come first. */
export function ImportPreview({ rows, titles, meaning, template, onMeaning }: Props) {
  const width = Math.max(meaning.length, ...rows.map(({ cells }) => cells.length));
  const head = (place: number, column: ImportColumn | null) => (
    <>
      <Select<string>
        size="small"
        className="import-meaning"
        popupMatchSelectWidth={false}
        aria-label={t('editor.import.holds', { at: place + 1 })}
        value={column ?? NOTHING}
        options={[
          { value: NOTHING, label: t('editor.import.nothing') },
          ...template.map((one) => ({ value: one, label: columnTitle(one) })),
        ]}
        onChange={(value) => onMeaning(place, template.find((one) => one === value) ?? null)}
      />
      {titles[place] !== undefined && (
        <Typography.Text type="secondary" ellipsis>
          {titles[place]}
        </Typography.Text>
      )}
    </>
  );
  const columns: TableColumnsType<ImportRow> = [
    { title: '#', width: 56, dataIndex: 'place' },
    ...Array.from({ length: width }, (_, place) => {
      const column = meaning[place] ?? null;
      return {
        key: place,
        title: head(place, column),
        align: column !== null && NUMBERS.has(column) ? ('right' as const) : ('left' as const),
        render: (_text: unknown, row: ImportRow) => (
          <Cell row={row} text={row.cells[place] ?? ''} column={column} />
        ),
      };
    }),
  ];
  const sorted = rows.toSorted(
    (one, other) =>
      Number(one.line !== null) - Number(other.line !== null) || one.place - other.place,
  );
  return (
    <Table<ImportRow>
      size="small"
      style={{ marginTop: 8 }}
      rowKey="place"
      columns={columns}
      dataSource={sorted}
      scroll={{ x: 56 + 130 * width, y: 280 }}
      pagination={{ pageSize: 50, showSizeChanger: false, hideOnSinglePage: true }}
    />
  );
}

interface CellProps {
  readonly row: ImportRow;
  readonly text: string;
  readonly column: ImportColumn | null;
}

/** A cell's text, with the reason where it is wrong; a code with the product it names; greyed where it is not taken. */
function Cell({ row: { wrong, line }, text, column }: CellProps) {
  if (column === null) return <Typography.Text disabled>{text}</Typography.Text>;
  const reason = wrong[column];
  if (reason !== undefined)
    return (
      <Typography.Text type="danger">
        {text} — {reason}
      </Typography.Text>
    );
  if (column !== 'barcode') return text;
  return (
    <>
      {text} <Typography.Text type="secondary">{line?.product?.productName}</Typography.Text>
    </>
  );
}
