import { Spin } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import type { EntryColumn } from '../EntryTable.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import type { ImportField } from './ImportColumns.tsx';
import { ImportFacts } from './ImportFacts.tsx';
import { ImportInput } from './ImportInput.tsx';
import { RefusedCells, RowCounts, UnderstoodRows } from './ImportRows.tsx';
import type { CellRefusal } from './ImportRows.tsx';
import type { ImportFile } from './useImportFile.ts';
import './importDialog.css';

interface ImportHeadProps<Column extends string> {
  readonly file: ImportFile<Column>;
  readonly accept?: string;
  /** Controls beside the file button. */
  readonly tools?: ReactNode;
  readonly fields: readonly ImportField<Column>[];
  /** Names missing columns while the mapping is incomplete. */
  readonly needed: string;
}

interface Props<Column extends string, Row> extends ImportHeadProps<Column> {
  readonly refusals: readonly CellRefusal<Column>[];
  readonly rows: readonly Row[];
  readonly columns: readonly EntryColumn<Row>[];
  /** Width in pixels needed by the row columns. */
  readonly width: number;
  /** Counts of rows in the importer's own words. */
  readonly counts?: string;
  /** Some rows were read well and yet don't come in. */
  readonly isDoubtful?: boolean;
  /** The rows are still being looked up. */
  readonly isBusy?: boolean;
  readonly leftOut?: ReactNode;
  /** Questions left open by the rows. */
  readonly children?: ReactNode;
}

/** File types that hold a table, as an `accept` value. */
export const TABLE_TYPES = '.xlsx,.ods,.csv,.txt,.tsv';

/** Shows an import's file, reading options and columns. */
export function ImportHead<Column extends string>({
  file,
  accept = TABLE_TYPES,
  tools,
  fields,
  needed,
}: ImportHeadProps<Column>): ReactNode {
  // SAFETY: these parts only read the file, or set rows and encodings; none receives column names.
  const anyFile = file as unknown as ImportFile<string>;
  return (
    <>
      <ImportInput file={anyFile} accept={accept}>
        {tools}
      </ImportInput>
      {file.isGiven ? <ImportFacts file={anyFile} /> : null}
      {file.isMessage || file.rows.length === 0 ? null : (
        <ImportColumns file={file} fields={fields} needed={needed} />
      )}
    </>
  );
}

/** Shows the parts common to all file imports: file, reading options, columns, refused cells and rows. */
export function ImportBody<Column extends string, Row extends { readonly place: number }>(
  props: Props<Column, Row>,
): ReactNode {
  const { file, refusals, rows } = props;
  const bad = new Set(refusals.map(({ place }) => place)).size;
  return (
    <>
      <ImportHead {...props} />
      {props.isBusy === true ? <Spin /> : null}
      {file.isClear && file.rows.length > 0 && props.isBusy !== true ? (
        <>
          <RowCounts
            title={props.counts ?? t('import.counts', { good: rows.length, bad })}
            type={bad > 0 ? 'error' : props.isDoubtful === true ? 'warning' : 'success'}
            description={props.leftOut}
          />
          {props.children}
          <RefusedCells file={file} refusals={refusals} />
          <UnderstoodRows rows={rows} columns={props.columns} width={props.width} />
        </>
      ) : null}
    </>
  );
}
