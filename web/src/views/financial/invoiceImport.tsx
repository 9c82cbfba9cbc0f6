import { invoices } from '@tradehouse/contract';
import type { ImportedInvoice } from '@tradehouse/contract';
import { invoiceDirections } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Popconfirm, Segmented, Space, Table, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { call, newKey, upload } from '../../app/net/client.ts';
import { reasonOf } from '../../app/net/envelope.ts';
import { notices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { timeText } from '../../control/format.ts';
import { cellsIn } from '../../document/lines/importRows.ts';
import { isSheetFile, textOfFile } from '../../document/lines/importFile.ts';
import { SheetFile } from '../../document/lines/SheetFile.tsx';
import { choiceOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';
import { importColumns, readRows, titleOf } from './invoiceRows.ts';
import type { ReadRow } from './invoiceRows.ts';

type Faults = ReadonlyMap<number, string>;

const readCells = async (file: File): Promise<readonly (readonly string[])[]> =>
  (await upload(invoices.readCells, file, {}, { quiet: true })).rows;

const columnsOf = (faults: Faults) => [
  { title: t('invoice.row'), dataIndex: 'place', width: 60 },
  {
    title: t('invoice.problem'),
    key: 'problem',
    width: 260,
    render: (_: unknown, { place, problem }: ReadRow) => {
      const text = problem ?? faults.get(place);
      return text === undefined ? null : <span className="below">{text}</span>;
    },
  },
  ...importColumns.map((column) => ({
    title: titleOf(column),
    key: column,
    width: 130,
    ellipsis: true,
    render: (_: unknown, { texts }: ReadRow) => texts[column] ?? '',
  })),
];

/** Reads a list, shows every wrong row, and registers it whole or not at all. */
function useBringing(onClose: (changed: boolean) => void) {
  const { currency } = useSettings();
  const [text, setText] = useState('');
  const [isSheet, setSheet] = useState(false);
  const [direction, setDirection] = useState<ImportedInvoice['direction']>('issued');
  const [faults, setFaults] = useState<Faults>(new Map());
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const rows = useMemo(
    () => (text.trim() === '' ? [] : readRows(cellsIn(text), direction, { isSheet, currency })),
    [text, isSheet, direction, currency],
  );
  const read = (next: string, fromSheet = false): void => {
    setText(next);
    setSheet(fromSheet);
    setFaults(new Map());
    setFailed(null);
  };
  const take = () =>
    run(async () => {
      const good = rows?.flatMap(({ row }) => row ?? []) ?? [];
      const { added, faults: found } = await call(
        invoices.bring,
        { rows: good },
        { key: newKey(), quiet: true },
      ).catch((error: unknown) => {
        setFailed(reasonOf(error));
        return { added: 0, faults: [] };
      });
      const sent = rows?.filter(({ row }) => row !== null);
      setFaults(new Map(found.map(({ row, message }) => [sent?.[row - 1]?.place ?? row, message])));
      if (added === 0) return;
      void notices().message.success(t('invoice.registered', { n: added }));
      onClose(true);
    });
  const readFile = (file: File): Promise<void> =>
    textOfFile(file, readCells).then(
      (found) => read(found, isSheetFile(file)),
      (error: unknown) => setFailed(reasonOf(error)),
    );
  return { text, direction, setDirection, faults, failed, busy, rows, read, readFile, take };
}

type Bringing = ReturnType<typeof useBringing>;

/** Which direction, from which file, and an empty one with the headings that are understood. */
function ListTools({ direction, setDirection, readFile }: Bringing): ReactNode {
  return (
    <Space wrap className="gap-below gap-above">
      <Segmented
        value={direction}
        aria-label={titleOf('direction')}
        options={invoiceDirections.map((value) => ({
          value,
          label: choiceOf('direction', value),
        }))}
        onChange={setDirection}
      />
      <SheetFile
        label={t('editor.import.file')}
        titles={() => importColumns.map(titleOf)}
        onFile={(file) => void readFile(file)}
      />
    </Space>
  );
}

const unreadIn = (rows: Bringing['rows']): number =>
  rows?.filter(({ row, isLeftOut }) => row === null && !isLeftOut).length ?? 0;
const goodIn = (rows: Bringing['rows']): number =>
  rows?.filter(({ row }) => row !== null).length ?? 0;

/** The rows that were read, each with what is wrong with it. */
function ReadList({ rows, faults }: Pick<Bringing, 'rows' | 'faults'>): ReactNode {
  if (rows === null)
    return <Alert type="error" showIcon className="gap-below" title={t('invoice.noHeadings')} />;
  if (rows.length === 0) return null;
  const bad = unreadIn(rows) + faults.size;
  return (
    <>
      <Alert
        type={bad === 0 ? 'success' : 'error'}
        showIcon
        className="gap-below"
        title={t('editor.import.found', { good: goodIn(rows) - faults.size, bad })}
      />
      <Table<ReadRow>
        size="small"
        rowKey="place"
        pagination={rows.length > 50 ? { pageSize: 50 } : false}
        scroll={{ x: 1200, y: 300 }}
        dataSource={[...rows]}
        columns={columnsOf(faults)}
      />
    </>
  );
}

/** The list one brought last, to be taken back as it came. */
function LastImport({ onUndone }: { readonly onUndone: () => void }): ReactNode {
  const { timeZone } = useSettings();
  const [busy, run] = useBusy();
  const { data: last } = useQuery({
    queryKey: ['list', invoices.lastImport.path],
    queryFn: () => call(invoices.lastImport, {}, { quiet: true }),
    staleTime: 0,
  });
  if (last === undefined || last === null) return null;
  const undo = () =>
    run(async () => {
      const { changed } = await call(invoices.undoImport, { id: last.id });
      void notices().message.success(t('invoice.undone', { n: changed }));
      onUndone();
    }).catch(() => undefined);
  return (
    <Alert
      type="info"
      className="gap-below"
      title={t('invoice.lastImport', {
        count: last.invoices,
        time: timeText(last.createTime, timeZone),
      })}
      action={
        <Popconfirm
          title={t('invoice.undoAsk', { count: last.invoices })}
          onConfirm={() => void undo()}
        >
          <Button size="small" danger loading={busy}>
            {t('invoice.undo')}
          </Button>
        </Popconfirm>
      }
    />
  );
}

/** Invoices from a list: pasted or from a file, under headings. No tax office is asked; what the list says is taken. */
export function ImportInvoices({
  onClose,
}: {
  readonly onClose: (changed: boolean) => void;
}): ReactNode {
  const list = useBringing(onClose);
  const { text, rows, failed } = list;
  const bad = unreadIn(rows);
  const good = goodIn(rows);
  return (
    <ChoiceModal
      width={1000}
      title={t('invoice.import')}
      okText={good > 0 ? t('invoice.take', { count: good }) : t('invoice.takeNone')}
      okDisabled={list.busy || good === 0 || bad > 0}
      typed={text !== ''}
      onOk={() => void list.take()}
      onCancel={() => onClose(false)}
    >
      <LastImport onUndone={() => onClose(true)} />
      <Typography.Paragraph type="secondary">
        {t('invoice.importHint', { columns: importColumns.map(titleOf).join(', ') })}
      </Typography.Paragraph>
      <Input.TextArea
        rows={rows === null || rows.length === 0 ? 8 : 3}
        value={text}
        aria-label={t('editor.import.paste')}
        placeholder={t('editor.import.paste')}
        onChange={(event) => list.read(event.target.value)}
      />
      <ListTools {...list} />
      {failed === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={failed} />
      )}
      <ReadList {...list} />
    </ChoiceModal>
  );
}
