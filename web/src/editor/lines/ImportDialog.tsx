import type { Kind } from '@tradehouse/domain';
import { Alert, Button, Input, Segmented, Space, Table, Typography } from 'antd';
import type { TableColumnsType } from 'antd';
import { useState } from 'react';
import { saveFile } from '../../app/client.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { FileButton } from '../../control/FileButton.tsx';
import { t } from '../../phrase/index.ts';
import { lookUp } from '../product/productSearch.ts';
import type { Column } from './lineForm.ts';
import { textOfFile } from './importFile.ts';
import {
  cellsIn,
  codesIn,
  columnsOf,
  fromHeadings,
  importedRows,
  templateOf,
} from './importRows.ts';
import type { How, ImportColumn, ImportRow } from './importRows.ts';
import type { LineDraft } from './lineDraft.ts';
import type { LineWorld } from './lineService.ts';

interface Props {
  readonly kind: Kind;
  readonly columns: readonly Column[];
  readonly world: () => LineWorld;
  readonly onTake: (lines: readonly LineDraft[], how: How) => void;
  readonly onClose: () => void;
}

/** As many as a document may have. */
const MOST = 5000;

/** A column's title here, and what else it is called, in the other language too. */
const titlesOf = (column: ImportColumn): readonly string[] => [
  t(`editor.column.${column}`),
  ...t(`editor.import.also.${column}`).split('|'),
];

/** Lines from a spreadsheet: pasted or from a text file, read into a preview that shows every cell that is wrong. */
export function ImportDialog({ kind, columns, world, onTake, onClose }: Props) {
  const [text, setText] = useState('');
  const [how, setHow] = useState<How>('append');
  const [rows, setRows] = useState<readonly ImportRow[] | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [strange, setStrange] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const template = templateOf(kind);

  const read = async (given: string): Promise<void> => {
    setFailed(null);
    const sheet = cellsIn(given);
    const all = fromHeadings(sheet, template, titlesOf);
    const { columns: meaning, headed, passedOver } = columnsOf(all, template, titlesOf);
    setStrange(passedOver);
    const cells = headed ? all.slice(1) : all;
    if (cells.length > MOST) return setFailed(t('editor.import.most', { most: MOST }));
    setBusy(true);
    try {
      const { pricing, warehouseId, ...rest } = world();
      const products = await lookUp(codesIn(cells, meaning), { ...rest, warehouseId });
      const above = sheet.length - cells.length;
      const unknown = (code: string): string =>
        code === ''
          ? t('form.missing', { name: t('editor.column.barcode') })
          : t('editor.scan.unknown');
      const imported = { products, columns, pricing, warehouseId, above, unknown };
      setRows(importedRows(cells, meaning, imported));
    } catch (error) {
      setFailed((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const change = (given: string): void => {
    setText(given);
    setRows(null);
  };
  const readFile = async (file: File): Promise<void> => {
    change('');
    setFailed(null);
    setStrange([]);
    try {
      const given = await textOfFile(file, world().kind);
      setText(given);
      await read(given);
    } catch (error) {
      setFailed((error as Error).message);
    }
  };
  const good = (rows ?? []).flatMap(({ line }) => line ?? []);
  const bad = (rows ?? []).length - good.length;

  return (
    <ChoiceModal
      width={1000}
      title={t('editor.import.title')}
      okText={t('editor.import.take', { count: good.length })}
      okDisabled={good.length === 0 || bad > 0}
      onOk={() => onTake(good, how)}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">
        {t('editor.import.hint', {
          columns: template.map((column) => t(`editor.column.${column}`)).join(', '),
        })}
      </Typography.Paragraph>
      <Input.TextArea
        rows={rows === null ? 10 : 3}
        value={text}
        aria-label={t('editor.import.paste')}
        placeholder={t('editor.import.paste')}
        onChange={(event) => change(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (text !== '' || pasted === '') return;
          event.preventDefault();
          setText(pasted);
          void read(pasted);
        }}
      />
      <Space wrap style={{ margin: '8px 0' }}>
        <Button loading={busy} disabled={text.trim() === ''} onClick={() => void read(text)}>
          {t('editor.import.read')}
        </Button>
        <FileButton
          label={t('editor.import.file')}
          accept=".xlsx,.csv,.txt,.tsv"
          onFile={(file) => void readFile(file)}
        >
          {t('editor.import.file')}
        </FileButton>
        <Button
          type="link"
          onClick={() =>
            saveFile(
              new Blob([
                `\uFEFF${template.map((column) => t(`editor.column.${column}`)).join(',')}\r\n`,
              ]),
              `${t('editor.import.template')}.csv`,
            )
          }
        >
          {t('editor.import.template')}
        </Button>
        <Segmented<How>
          value={how}
          onChange={setHow}
          options={(['append', 'replace'] as const).map((value) => ({
            value,
            label: t(`editor.import.${value}`),
          }))}
        />
      </Space>
      {failed !== null && <Alert type="error" showIcon className="gap-below" title={failed} />}
      {rows !== null && strange.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="gap-below"
          title={t('editor.import.passedOver', { columns: strange.join(', ') })}
        />
      )}
      {rows !== null && (
        <>
          <Alert
            type={bad === 0 ? 'success' : 'error'}
            showIcon
            title={t('editor.import.found', { good: good.length, bad })}
          />
          <Preview rows={rows} template={template} />
        </>
      )}
    </ChoiceModal>
  );
}

const NUMBERS: ReadonlySet<ImportColumn> = new Set(['quantity', 'unitPrice', 'taxRate']);

function Preview({
  rows,
  template,
}: {
  readonly rows: readonly ImportRow[];
  readonly template: readonly ImportColumn[];
}) {
  const used = template.filter((column) => rows.some(({ texts }) => texts[column] !== undefined));
  const columns: TableColumnsType<ImportRow> = [
    { title: '#', width: 56, dataIndex: 'place' },
    ...used.map((column) => ({
      title: t(`editor.column.${column}`),
      align: NUMBERS.has(column) ? ('right' as const) : ('left' as const),
      render: (_: unknown, { texts, wrong, line }: ImportRow) => {
        const reason = wrong[column];
        const shown =
          column === 'name' ? (line?.product?.productName ?? texts.name) : texts[column];
        return reason === undefined ? (
          shown
        ) : (
          <Typography.Text type="danger">
            {shown} — {reason}
          </Typography.Text>
        );
      },
    })),
  ];
  // What is wrong stands first.
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
      scroll={{ x: 800, y: 280 }}
      pagination={{ pageSize: 50, showSizeChanger: false, hideOnSinglePage: true }}
    />
  );
}
