import { dayOrders } from '@tradehouse/domain';
import { Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../phrase/index.ts';
import { delimiters, encodings } from './importSource.ts';
import { decimalMarks } from './fileChoices.ts';
import type { ImportAnswers } from './fileChoices.ts';
import type { SourceRow } from './importSource.ts';
import type { ImportFile } from './useImportFile.ts';

/** Number of rows offered as headings. */
const MOST = 60;

const encodingName = (encoding: string): string =>
  encoding === 'unclear' ? t('import.encoding.unclear') : encoding.toUpperCase();

const rowLabel = ({ place, cells }: SourceRow): string =>
  t('import.headingRow.option', { place, cells: cells.filter((cell) => cell !== '').join(' | ') });

const answerOptions = {
  mark: () => decimalMarks.map((value) => ({ value, label: t(`import.mark.${value}`) })),
  order: () => dayOrders.map((value) => ({ value, label: t(`import.order.${value}`) })),
};

/** Selects decimal mark or day order, unless decided by the columns. */
function Answer<Name extends keyof ImportAnswers>({
  file,
  name,
}: {
  readonly file: ImportFile<string>;
  readonly name: Name;
}): ReactNode {
  const title = t(name === 'mark' ? 'import.mark' : 'import.order');
  return (
    <Form.Item label={title}>
      <Select<ImportAnswers[Name] | ''>
        aria-label={title}
        popupMatchSelectWidth={false}
        value={file.answers[name] ?? ''}
        options={[{ value: '', label: t('import.automatic') }, ...answerOptions[name]()]}
        onChange={(value) => file.answer(name, value === '' ? undefined : value)}
      />
    </Form.Item>
  );
}

/** Says how the file was read: encoding, delimiter, heading row, numbers and days. Each may be changed. */
export function ImportFacts({ file }: { readonly file: ImportFile<string> }): ReactNode {
  const { source, rows, above, isMessage } = file;
  const { name, encoding, delimiter, text, worksheets, worksheet } = source;
  return (
    <Form layout="vertical" component="div" className="import-facts">
      {name === '' ? null : (
        <Form.Item label={t('import.fileName')}>
          <span className="import-name">{name}</span>
        </Form.Item>
      )}
      {worksheets.length < 2 ? null : (
        <Form.Item label={t('import.worksheet')}>
          <Select
            aria-label={t('import.worksheet')}
            showSearch
            popupMatchSelectWidth={false}
            loading={file.busy}
            value={worksheet}
            options={worksheets.map((value) => ({ value, label: value }))}
            onChange={(value) => void file.setWorksheet(value)}
          />
        </Form.Item>
      )}
      {encoding === null ? null : (
        <Form.Item label={t('import.encoding')}>
          <Select
            aria-label={t('import.encoding')}
            value={encoding}
            {...(encoding === 'unclear' ? { status: 'error' as const } : {})}
            options={[...new Set([encoding, ...encodings])].map((value) => ({
              value,
              label: encodingName(value),
              disabled: value === 'unclear',
            }))}
            onChange={(value) => file.setOptions({ encoding: value })}
          />
        </Form.Item>
      )}
      {text === null || isMessage || rows.length === 0 ? null : (
        <Form.Item label={t('import.delimiter')}>
          <Select
            aria-label={t('import.delimiter')}
            value={delimiter}
            placeholder={t('import.delimiter.none')}
            options={delimiters.map((value) => ({
              value,
              label: t(`import.delimiter.${value === '\t' ? 'tab' : value}`),
            }))}
            onChange={(value) => file.setOptions({ delimiter: value ?? ',' })}
          />
        </Form.Item>
      )}
      {isMessage || rows.length === 0 ? null : (
        <Form.Item label={t('import.headingRow')}>
          <Select
            aria-label={t('import.headingRow')}
            value={above}
            popupMatchSelectWidth={false}
            options={[
              { value: 0, label: t('import.headingRow.none') },
              ...rows.slice(0, Math.max(MOST, above)).map((row, at) => ({
                value: at + 1,
                label: rowLabel(row),
              })),
            ]}
            onChange={file.setAbove}
          />
        </Form.Item>
      )}
      {isMessage || rows.length === 0
        ? null
        : file.asks.map((name) => <Answer key={name} file={file} name={name} />)}
    </Form>
  );
}
