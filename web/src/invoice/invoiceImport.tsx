import { invoices } from '@tradehouse/contract';
import type { ImportedInvoice } from '@tradehouse/contract';
import { decimal, invoiceDirections, toPlainDecimal } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Popconfirm, Segmented, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { callEndpoint, newKey, uploadToEndpoint } from '../app/net/client.ts';
import { reasonOfError } from '../app/net/envelope.ts';
import { getNotices } from '../app/notices.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useBusy } from '../app/useBusy.ts';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { timeText } from '../control/format.ts';
import { ImportBody } from '../control/importDialog/ImportBody.tsx';
import { TemplateLink } from '../control/importDialog/TemplateLink.tsx';
import type { ReadCells } from '../control/importDialog/readFile.ts';
import { useImportFile } from '../control/importDialog/useImportFile.ts';
import type { ImportRules } from '../control/importDialog/useImportFile.ts';
import { NumberText } from '../control/NumberText.tsx';
import { choiceOf } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import {
  importColumns,
  isInvoiceMapping,
  readColumns,
  readRows,
  titleOfInvoiceColumn,
  titlesOfInvoiceFile,
} from './invoiceRows.ts';
import type { InvoiceColumn, ReadInvoiceRow } from './invoiceRows.ts';

type ImportedInvoiceDirection = ImportedInvoice['direction'];

const readInvoiceCells: ReadCells = (file, choice) =>
  uploadToEndpoint(invoices.readCells, file, choice, { quiet: true });

/** Lists name both sides of an invoice; the direction determines the partner's side. */
const buildInvoiceImportRules = (
  direction: ImportedInvoiceDirection,
): ImportRules<InvoiceColumn> => ({
  importer: 'invoice',
  asks: ['mark', 'order'],
  columns: readColumns,
  titlesOf: () => titlesOfInvoiceFile(direction),
  isEnough: isInvoiceMapping,
  readCells: readInvoiceCells,
});
const rules = {
  issued: buildInvoiceImportRules('issued'),
  received: buildInvoiceImportRules('received'),
};

/** Server errors in the rows of one read. */
interface InvoiceImportFaults {
  readonly of: readonly ReadInvoiceRow[] | null;
  readonly found: readonly { readonly place: number; readonly reason: string }[];
}

/** Reads a list, shows wrong rows, and registers all rows or none. */
function useInvoiceImport(onClose: (changed: boolean) => void) {
  const { currency } = useSettings();
  const [direction, setDirection] = useState<ImportedInvoiceDirection>('issued');
  const file = useImportFile(rules[direction], direction);
  const [faults, setFaults] = useState<InvoiceImportFaults>({ of: null, found: [] });
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const { cells, source } = file.table;
  const rows = useMemo(
    () => readRows(cells, direction, { ...source, currency }) ?? [],
    [cells, source, direction, currency],
  );
  const good = rows.filter(isParsedInvoiceRow);
  const found = faults.of === rows ? faults.found : [];
  const take = () =>
    run(async () => {
      setFailed(null);
      const reply = await callEndpoint(
        invoices.bring,
        { rows: good.map(({ row }) => row) },
        { key: newKey(), quiet: true },
      ).catch((error: unknown) => setFailed(reasonOfError(error)));
      if (reply === undefined) return;
      setFaults({
        of: rows,
        found: reply.faults.map(({ row, message }) => ({
          place: good[row - 1]?.place ?? row,
          reason: message,
        })),
      });
      if (reply.added === 0) return;
      file.remember();
      void getNotices().message.success(t('invoice.registered', { n: reply.added }));
      onClose(true);
    });
  const refusals = [
    ...rows.flatMap(({ place, row, column, problem, isLeftOut }) =>
      row === null && !isLeftOut ? [{ place, column, reason: problem ?? '' }] : [],
    ),
    ...found.map((fault) => ({ ...fault, column: null })),
  ];
  const isReady = good.length > 0 && refusals.length === found.length;
  return { file, direction, setDirection, rows, good, refusals, isReady, failed, busy, take };
}

type ParsedInvoiceRow = ReadInvoiceRow & { readonly row: ImportedInvoice };
const isParsedInvoiceRow = (read: ReadInvoiceRow): read is ParsedInvoiceRow => read.row !== null;

/** Undoes the user's last imported list as a whole. */
function LastImport({ onUndone }: { readonly onUndone: () => void }): ReactNode {
  const { timeZone } = useSettings();
  const [busy, run] = useBusy();
  const { data: last } = useQuery({
    queryKey: ['list', invoices.lastImport.path],
    queryFn: () => callEndpoint(invoices.lastImport, {}, { quiet: true }),
    staleTime: 0,
  });
  if (last === undefined || last === null) return null;
  const undo = () =>
    run(async () => {
      const { changed } = await callEndpoint(invoices.undoImport, { id: last.id });
      void getNotices().message.success(t('invoice.undone', { n: changed }));
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

const isNamed = (column: InvoiceColumn): column is (typeof importColumns)[number] =>
  importColumns.some((named) => named === column);
const listInvoiceImportFields = () =>
  readColumns.map((column) => ({
    column,
    title: isNamed(column) ? titleOfInvoiceColumn(column) : t(`import.column.${column}`),
    isRequired: column === 'partnerName',
  }));

const toInvoiceAmountColumn = (
  title: string,
  key: string,
  of: (row: ImportedInvoice) => string,
): EntryColumn<ParsedInvoiceRow> => ({
  title,
  key,
  width: 120,
  align: 'right',
  render: (_, { row }) => <NumberText value={of(row)} as="money" />,
});

const columnsNow = (): EntryColumn<ParsedInvoiceRow>[] => [
  {
    title: titleOfInvoiceColumn('number'),
    dataIndex: ['row', 'number'],
    width: 180,
    ellipsis: true,
  },
  {
    title: titleOfInvoiceColumn('direction'),
    key: 'direction',
    width: 80,
    render: (_, { row }) => choiceOf('direction', row.direction),
  },
  { title: titleOfInvoiceColumn('invoiceDate'), dataIndex: ['row', 'invoiceDate'], width: 110 },
  {
    title: titleOfInvoiceColumn('partnerName'),
    dataIndex: ['row', 'partnerName'],
    width: 160,
    ellipsis: true,
  },
  toInvoiceAmountColumn(titleOfInvoiceColumn('net'), 'net', ({ net }) => net),
  toInvoiceAmountColumn(titleOfInvoiceColumn('tax'), 'tax', ({ tax }) => tax),
  toInvoiceAmountColumn(titleOfInvoiceColumn('gross'), 'gross', ({ net, tax }) =>
    toPlainDecimal(decimal(net).plus(tax)),
  ),
  {
    title: titleOfInvoiceColumn('invoiceKind'),
    key: 'invoiceKind',
    width: 120,
    render: (_, { row }) => choiceOf('invoiceKind', row.invoiceKind),
  },
  {
    title: titleOfInvoiceColumn('billNumbers'),
    dataIndex: ['row', 'billNumbers'],
    width: 150,
    ellipsis: true,
  },
  {
    title: titleOfInvoiceColumn('remark'),
    dataIndex: ['row', 'remark'],
    width: 150,
    ellipsis: true,
  },
];

/** Shows rows left out because the invoices are void. */
function LeftOut({ rows }: Pick<InvoiceImportState, 'rows'>): ReactNode {
  const left = rows.filter(({ isLeftOut }) => isLeftOut).map(({ place }) => place);
  return t('invoice.leftOut', { count: left.length, places: left.slice(0, 10).join(', ') });
}

type InvoiceImportState = ReturnType<typeof useInvoiceImport>;

/**
 * Imports invoices from a list with headings, pasted or from a file. No tax authority is queried; the list
 * is trusted.
 */
export function ImportInvoices({
  onClose,
}: {
  readonly onClose: (changed: boolean) => void;
}): ReactNode {
  const { file, direction, rows, good, refusals, failed, ...bringing } = useInvoiceImport(onClose);
  return (
    <ChoiceModal
      width={1000}
      title={t('invoice.import')}
      okText={good.length > 0 ? t('invoice.take', { count: good.length }) : t('invoice.takeNone')}
      okDisabled={bringing.busy || !bringing.isReady}
      typed={file.isGiven}
      onOk={() => void bringing.take()}
      onCancel={() => onClose(false)}
    >
      <LastImport onUndone={() => onClose(true)} />
      <Typography.Paragraph type="secondary">
        {t('invoice.importHint', { columns: importColumns.map(titleOfInvoiceColumn).join(', ') })}
      </Typography.Paragraph>
      {failed === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={failed} />
      )}
      <ImportBody
        file={file}
        tools={
          <>
            <Segmented
              value={direction}
              aria-label={titleOfInvoiceColumn('direction')}
              options={invoiceDirections.map((value) => ({
                value,
                label: choiceOf('direction', value),
              }))}
              onChange={bringing.setDirection}
            />
            <TemplateLink titles={() => importColumns.map(titleOfInvoiceColumn)} />
          </>
        }
        fields={listInvoiceImportFields()}
        needed={t('invoice.noHeadings')}
        refusals={refusals}
        rows={good}
        columns={columnsNow()}
        width={1260}
        leftOut={rows.some(({ isLeftOut }) => isLeftOut) ? <LeftOut rows={rows} /> : null}
      />
    </ChoiceModal>
  );
}
