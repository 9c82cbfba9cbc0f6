import type { GoodsKindCode } from '@tradehouse/domain';
import { Alert, Segmented, Typography } from 'antd';
import { useState } from 'react';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { ImportBody } from '../../control/importDialog/ImportBody.tsx';
import { TemplateLink } from '../../control/importDialog/TemplateLink.tsx';
import { t } from '../../phrase/index.ts';
import { columnTitle } from '../columns/factColumns.ts';
import type { GoodsLineColumn } from '../columns/lineForm.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import type { LineImportMode, ImportColumn, ImportRow } from './importRows.ts';
import type { LineLookupContext } from './lineService.ts';
import { useLineImport } from './useImport.ts';

interface Props {
  readonly code: GoodsKindCode;
  readonly columns: readonly GoodsLineColumn[];
  readonly world: () => LineLookupContext;
  /** Cells pasted elsewhere; '' if none. */
  readonly given: string;
  readonly onTake: (lines: readonly LineDraft[], how: LineImportMode) => void;
  readonly onClose: () => void;
}

type ImportableRow = ImportRow & { readonly line: LineDraft };
const hasLine = (row: ImportRow): row is ImportableRow => row.line !== null;

const NUMBERS: ReadonlySet<ImportColumn> = new Set(['quantity', 'unitPrice', 'taxRate']);
const COLUMN_WIDTH = 130;

/** Columns filled by the file, as shown in lines; always the product. */
const columnsOfLineImport = (
  filled: readonly ImportColumn[],
  columns: readonly GoodsLineColumn[],
): EntryColumn<ImportableRow>[] =>
  filled.map((id) => ({
    key: id,
    title: columnTitle(id),
    width: COLUMN_WIDTH,
    ellipsis: true,
    align: NUMBERS.has(id) ? 'right' : 'left',
    render: (_, { line, texts }) =>
      columns.find((column) => column.id === id)?.show(line) ?? texts[id] ?? '',
  }));

const refusalsOfLineImport = (rows: readonly ImportRow[], template: readonly ImportColumn[]) =>
  rows.flatMap(({ place, wrong }) =>
    template.flatMap((column) => {
      const reason = wrong[column];
      return reason === undefined ? [] : [{ place, column, reason }];
    }),
  );

/**
 * Imports lines from a paste or spreadsheet file: maps columns and shows every faulty cell before
 * insertion.
 */
export function ImportDialog(props: Props) {
  const { columns, given, onTake, onClose } = props;
  const { file, template, rows, busy, failed } = useLineImport(props);
  const [how, setHow] = useState<LineImportMode>('append');
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
            <Segmented<LineImportMode>
              aria-label={t('editor.import.how')}
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
        refusals={refusalsOfLineImport(rows, template)}
        rows={good}
        columns={columnsOfLineImport(filled, columns)}
        width={90 + COLUMN_WIDTH * filled.length}
        counts={t('editor.import.found', { good: good.length, bad })}
      />
    </ChoiceModal>
  );
}
