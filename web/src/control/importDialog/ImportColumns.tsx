import { Alert, Button, Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { namedClear } from '../namedClear.tsx';
import { t } from '../../phrase/index.ts';
import { fileColumns } from './headingRow.ts';
import type { FileColumn } from './headingRow.ts';
import { columnLetter } from './importSource.ts';
import type { ImportFile } from './useImportFile.ts';

/** Field filled from a file column. */
export interface ImportField<Column extends string> {
  readonly column: Column;
  readonly title: string;
  readonly isRequired?: boolean;
}

/** Labels a file column by letter and heading, or else first text. */
const columnLabel = ({ place, title, sample }: FileColumn): string =>
  `${columnLetter(place)} · ${title === '' ? t('import.sample', { text: sample }) : title}`;

interface Props<Column extends string> {
  readonly file: ImportFile<Column>;
  readonly fields: readonly ImportField<Column>[];
  /** Names missing columns while the mapping is incomplete. */
  readonly needed: string;
}

/** Lists each field with its file column, and the unused columns. */
export function ImportColumns<Column extends string>({
  file,
  fields,
  needed,
}: Props<Column>): ReactNode {
  const columns = fileColumns(file.rows, file.above);
  const options = columns.map((column) => ({ value: column.place, label: columnLabel(column) }));
  const unused = columns.filter(
    ({ place, sample }) => sample !== '' && (file.mapping[place] ?? null) === null,
  );
  return (
    <>
      {file.isClear ? null : <Alert type="error" showIcon className="gap-below" title={needed} />}
      {file.isRecalled || file.isChanged ? (
        <Alert
          type="info"
          className="gap-below"
          title={t(file.isRecalled ? 'import.recalled' : 'import.changed')}
          action={
            <Button size="small" onClick={file.reset}>
              {t('import.reset')}
            </Button>
          }
        />
      ) : null}
      <Form layout="vertical" component="div" className="import-columns">
        {fields.map(({ column, title, isRequired = false }) => {
          const place = file.mapping.indexOf(column);
          return (
            <Form.Item key={column} label={title} required={isRequired}>
              <Select
                aria-label={t('import.columnFor', { field: title })}
                allowClear={namedClear()}
                showSearch
                optionFilterProp="label"
                popupMatchSelectWidth={false}
                value={place === -1 ? null : place}
                placeholder={t('import.noColumn')}
                {...(isRequired && place === -1 ? { status: 'error' as const } : {})}
                options={options}
                onChange={(next: number | undefined) => file.setColumn(column, next ?? null)}
              />
            </Form.Item>
          );
        })}
      </Form>
      {unused.length === 0 ? null : (
        <p className="import-unused">
          {t('import.unused', { columns: unused.map(columnLabel).join(t('import.comma')) })}
        </p>
      )}
    </>
  );
}
