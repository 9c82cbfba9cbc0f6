import type { GoodsKindCode } from '@tradehouse/domain';
import { Alert, Segmented, Typography } from 'antd';
import { useState } from 'react';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { ImportBody } from '../../control/importDialog/ImportBody.tsx';
import { TemplateLink } from '../../control/importDialog/TemplateLink.tsx';
import { t } from '../../phrase/index.ts';
import { columnTitle } from '../columns/factColumns.ts';
import type { Column } from '../columns/lineForm.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import type { How, ImportColumn, ImportRow } from './importRows.ts';
import type { LineWorld } from './lineService.ts';
import { useImport } from './useImport.ts';

interface Props {
  readonly code: GoodsKindCode;
  readonly columns: readonly Column[];
  readonly world: () => LineWorld;
  /** Cells that were pasted elsewhere; '' where none were. */
  readonly given: string;
  readonly onTake: (lines: readonly LineDraft[], how: How) => void;
  readonly onClose: () => void;
}

type Understood = ImportRow & { readonly line: LineDraft };
const hasLine = (row: ImportRow): row is Understood => row.line !== null;

const NUMBERS: ReadonlySet<ImportColumn> = new Set(['quantity', 'unitPrice', 'taxRate']);
const COLUMN_WIDTH = 130;

/** Columns that the file fills, each as the line shows it; the product always. */
const columnsOf = (
  filled: readonly ImportColumn[],
  columns: readonly Column[],
): EntryColumn<Understood>[] =>
  filled.map((id) => ({
    key: id,
    title: columnTitle(id),
    width: COLUMN_WIDTH,
    ellipsis: true,
    align: NUMBERS.has(id) ? 'right' : 'left',
    render: (_, { line, texts }) =>
      columns.find((column) => column.id === id)?.show(line) ?? texts[id] ?? '',
  }));

const refusalsIn = (rows: readonly ImportRow[], template: readonly ImportColumn[]) =>
  rows.flatMap(({ place, wrong }) =>
    template.flatMap((column) => {
      const reason = wrong[column];
      return reason === undefined ? [] : [{ place, column, reason }];
    }),
  );

/** Lines from a spreadsheet: pasted or from a file, each column given its meaning, every wrong cell shown before any is taken. */
export function ImportDialog(props: Props) {
  const { columns, given, onTake, onClose } = props;
  const { file, template, rows, busy, failed } = useImport(props);
  const [how, setHow] = useState<How>('append');
  const good = rows.filter(hasLine);
  const bad = rows.length - good.length;
  const filled = template.filter(
    (column) => column === 'barcode' || column === 'name' || file.mapping.includes(column),
  );
  return (
    <ChoiceModal
      width={1000}
      title={t('editor.import.title')}
      okText={t('editor.import.take', { count: good.length })}
      okDisabled={busy || good.length === 0 || bad > 0}
      typed={file.isGiven && file.pasted !== given}
      onOk={() => {
        file.remember();
        onTake(
          good.map(({ line }) => line),
          how,
        );
      }}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">
        {t('editor.import.hint', {
          columns: template.map((column) => columnTitle(column)).join(', '),
        })}
      </Typography.Paragraph>
      {failed === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={failed} />
      )}
      <ImportBody
        file={file}
        tools={
          <>
            <Segmented<How>
              value={how}
              onChange={setHow}
              options={(['append', 'replace'] as const).map((value) => ({
                value,
                label: t(`editor.import.${value}`),
              }))}
            />
            <TemplateLink titles={() => template.map((column) => columnTitle(column))} />
          </>
        }
        fields={template.map((column) => ({
          column,
          title: columnTitle(column),
          isRequired: column === 'barcode',
        }))}
        needed={t('editor.import.needed')}
        isBusy={busy}
        refusals={refusalsIn(rows, template)}
        rows={good}
        columns={columnsOf(filled, columns)}
        width={90 + COLUMN_WIDTH * filled.length}
        counts={t('editor.import.found', { good: good.length, bad })}
      />
    </ChoiceModal>
  );
}
