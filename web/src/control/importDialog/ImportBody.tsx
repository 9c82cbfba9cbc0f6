import { Spin } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import type { EntryColumn } from '../EntryTable.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import type { ImportField } from './ImportColumns.tsx';
import { ImportFacts } from './ImportFacts.tsx';
import { ImportInput } from './ImportInput.tsx';
import { RefusedCells, RowCounts, UnderstoodRows } from './ImportRows.tsx';
import type { Refusal } from './ImportRows.tsx';
import type { ImportFile } from './useImportFile.ts';
import './importDialog.css';

interface HeadProps<Column extends string> {
  readonly file: ImportFile<Column>;
  readonly accept?: string;
  /** Stands beside the button that chooses a file. */
  readonly tools?: ReactNode;
  readonly fields: readonly ImportField<Column>[];
  /** Says what is missing while the columns are not clear. */
  readonly needed: string;
}

interface Props<Column extends string, Row> extends HeadProps<Column> {
  readonly refusals: readonly Refusal<Column>[];
  /** Rows that come in. */
  readonly rows: readonly Row[];
  readonly columns: readonly EntryColumn<Row>[];
  /** Pixels that the columns of the rows need. */
  readonly width: number;
  /** Counts of rows in the importer's own words. */
  readonly counts?: string;
  /** Some rows were read well and yet don't come in. */
  readonly isDoubtful?: boolean;
  /** The rows are still being looked up. */
  readonly isBusy?: boolean;
  /** Says which rows were left out. */
  readonly leftOut?: ReactNode;
  /** Questions that the rows leave open. */
  readonly children?: ReactNode;
}

/** Types of files that hold a table, as an input takes them. */
export const TABLE_TYPES = '.xlsx,.ods,.csv,.txt,.tsv';

/** The file of an import, how it was read, and its columns. */
export function ImportHead<Column extends string>({
  file,
  accept = TABLE_TYPES,
  tools,
  fields,
  needed,
}: HeadProps<Column>): ReactNode {
  // SAFETY: these parts read the file only, or set rows and encodings; no column's name is given to them.
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

/** Everything that imports of files have in common: the file, how it was read, its columns, its refused cells and its rows. */
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
