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
  /** Width in pixels needed by the columns. */
  readonly width: number;
  readonly children: ReactNode;
}

/** Titled table that scrolls sideways, also by keyboard. */
const WideTable = ({ title, width, children }: WideProps): ReactNode => (
  <section className="gap-below">
    <h3 className="import-heading">{title}</h3>
    <div
      className="import-scroll"
      // SAFETY: React accepts custom properties, though its style type omits custom properties.
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

/** Refused cell and the reason. */
export interface CellRefusal<Column extends string> {
  readonly place: number;
  /** Null: the whole row is refused. */
  readonly column: Column | null;
  readonly reason: string;
}

interface RefusedProps<Column extends string> {
  readonly file: ImportFile<Column>;
  readonly refusals: readonly CellRefusal<Column>[];
}
const SHOWN_CELL = 60;

const rowColumn = {
  title: t('import.row'),
  dataIndex: 'place',
  width: 90,
  render: (place: number) => t('import.rowAt', { place }),
};

export function RefusedCells<Column extends string>({
  file,
  refusals,
}: RefusedProps<Column>): ReactNode {
  if (refusals.length === 0) return null;
  const titles = new Map(fileColumns(file.rows, file.above).map((one) => [one.place, one.title]));
  const cellsAt = new Map(file.rows.map(({ place, cells }) => [place, cells]));
  const placeOf = ({ column }: CellRefusal<Column>): number =>
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
  /** Default: the rows as understood. */
  readonly title?: string;
  readonly rows: readonly Row[];
  readonly columns: readonly EntryColumn<Row>[];
  readonly width: number;
}

/** Shows days, amounts and directions as the import understood the rows. */
export function UnderstoodRows<Row extends { readonly place: number }>({
  title = t('import.understood'),
  rows,
  columns,
  width,
}: UnderstoodProps<Row>): ReactNode {
  if (rows.length === 0) return null;
  return (
    <WideTable title={title} width={width}>
      <EntryTable<Row>
        rowKey="place"
        pagination={rows.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        dataSource={[...rows]}
        columns={[rowColumn, ...columns]}
      />
    </WideTable>
  );
}

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
