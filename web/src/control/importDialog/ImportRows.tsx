import { Alert } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import { EntryTable } from '../EntryTable.tsx';
import type { EntryColumn } from '../EntryTable.tsx';
import { fileColumns } from './headingRow.ts';
import { columnLetter } from './importSource.ts';
import type { ImportFile } from './useImportFile.ts';

interface WideProps {
  readonly title: string;
  /** Pixels that the columns need. */
  readonly width: number;
  readonly children: ReactNode;
}

/** A titled table that moves sideways, by the keyboard too. */
const WideTable = ({ title, width, children }: WideProps): ReactNode => (
  <section className="gap-below">
    <h3 className="import-heading">{title}</h3>
    <div
      className="import-scroll"
      // SAFETY: React takes custom properties, though its type of styles does not name them.
      style={{ '--import-width': `${width}px` } as CSSProperties}
      // It scrolls sideways, so the arrow keys must get there.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={title}
    >
      {children}
    </div>
  </section>
);

/** A cell that was refused, and why. */
export interface Refusal<Column extends string> {
  readonly place: number;
  /** Null: the whole row is refused. */
  readonly column: Column | null;
  readonly reason: string;
}

interface RefusedProps<Column extends string> {
  readonly file: ImportFile<Column>;
  readonly refusals: readonly Refusal<Column>[];
}
const SHOWN_CELL = 60;

const rowColumn = {
  title: t('import.row'),
  dataIndex: 'place',
  width: 90,
  render: (place: number) => t('import.rowAt', { place }),
};

/** Lists each refused cell with its row, its column, its text and the reason. */
export function RefusedCells<Column extends string>({
  file,
  refusals,
}: RefusedProps<Column>): ReactNode {
  if (refusals.length === 0) return null;
  const titles = new Map(fileColumns(file.rows, file.above).map((one) => [one.place, one.title]));
  const cellsAt = new Map(file.rows.map(({ place, cells }) => [place, cells]));
  const placeOf = ({ column }: Refusal<Column>): number =>
    column === null ? -1 : file.mapping.indexOf(column);
  const shown = refusals.map((refusal, key) => {
    const at = placeOf(refusal);
    const text = cellsAt.get(refusal.place)?.[at] ?? '';
    return {
      ...refusal,
      key,
      at: at === -1 ? '' : `${columnLetter(at)} ${titles.get(at) ?? ''}`.trim(),
      text: text.length > SHOWN_CELL ? `${text.slice(0, SHOWN_CELL)}…` : text,
    };
  });
  return (
    <WideTable title={t('import.refused', { count: refusals.length })} width={700}>
      <EntryTable
        rowKey="key"
        pagination={shown.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        dataSource={shown}
        columns={[
          rowColumn,
          { title: t('import.cellColumn'), dataIndex: 'at', width: 180, ellipsis: true },
          { title: t('import.cellText'), dataIndex: 'text', width: 180, ellipsis: true },
          {
            title: t('import.reason'),
            dataIndex: 'reason',
            render: (reason: string) => <span className="below">{reason}</span>,
          },
        ]}
      />
    </WideTable>
  );
}

interface UnderstoodProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly EntryColumn<Row>[];
  readonly width: number;
}

/** Shows the rows as they were understood: days, amounts and directions as they will come in. */
export function UnderstoodRows<Row extends { readonly place: number }>({
  rows,
  columns,
  width,
}: UnderstoodProps<Row>): ReactNode {
  if (rows.length === 0) return null;
  return (
    <WideTable title={t('import.understood')} width={width}>
      <EntryTable<Row>
        rowKey="place"
        pagination={rows.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        dataSource={[...rows]}
        columns={[rowColumn, ...columns]}
      />
    </WideTable>
  );
}

/** Counts the rows that come in, and those that are wrong. */
export const RowCounts = ({
  title,
  type,
  description,
}: {
  readonly title: string;
  readonly type: 'error' | 'warning' | 'success';
  readonly description: ReactNode;
}): ReactNode => (
  <Alert type={type} showIcon className="gap-below" title={title} description={description} />
);
