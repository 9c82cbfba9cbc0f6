import { invoices } from '@tradehouse/contract';
import type { ImportedInvoice } from '@tradehouse/contract';
import { decimal, invoiceDirections, plain } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Popconfirm, Segmented, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { call, newKey, upload } from '../../app/net/client.ts';
import { reasonOf } from '../../app/net/envelope.ts';
import { notices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { timeText } from '../../control/format.ts';
import { ImportBody } from '../../control/importDialog/ImportBody.tsx';
import { TemplateLink } from '../../control/importDialog/TemplateLink.tsx';
import type { ReadCells } from '../../control/importDialog/readFile.ts';
import { useImportFile } from '../../control/importDialog/useImportFile.ts';
import type { ImportRules } from '../../control/importDialog/useImportFile.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { choiceOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';
import {
  importColumns,
  isInvoiceMapping,
  readColumns,
  readRows,
  titleOf,
  titlesFor,
} from './invoiceRows.ts';
import type { InvoiceColumn, ReadRow } from './invoiceRows.ts';

type Direction = ImportedInvoice['direction'];

const readCells: ReadCells = (file, choice) =>
  upload(invoices.readCells, file, choice, { quiet: true });

/** Lists name both sides of an invoice: which of them is the partner depends on its direction. */
const rulesFor = (direction: Direction): ImportRules<InvoiceColumn> => ({
  importer: 'invoice',
  columns: readColumns,
  titlesOf: () => titlesFor(direction),
  isEnough: isInvoiceMapping,
  readCells,
});
const rules = { issued: rulesFor('issued'), received: rulesFor('received') };

/** Faults that the server found in the rows of a reading. */
interface Faults {
  readonly of: readonly ReadRow[] | null;
  readonly found: readonly { readonly place: number; readonly reason: string }[];
}

/** Reads a list, shows every wrong row, and registers it whole or not at all. */
function useBringing(onClose: (changed: boolean) => void) {
  const { currency } = useSettings();
  const [direction, setDirection] = useState<Direction>('issued');
  const file = useImportFile(rules[direction], direction);
  const [faults, setFaults] = useState<Faults>({ of: null, found: [] });
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const { cells, source } = file.table;
  const rows = useMemo(
    () => readRows(cells, direction, { ...source, currency }) ?? [],
    [cells, source, direction, currency],
  );
  const good = rows.filter(hasRow);
  const found = faults.of === rows ? faults.found : [];
  const take = () =>
    run(async () => {
      setFailed(null);
      const reply = await call(
        invoices.bring,
        { rows: good.map(({ row }) => row) },
        { key: newKey(), quiet: true },
      ).catch((error: unknown) => setFailed(reasonOf(error)));
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
      void notices().message.success(t('invoice.registered', { n: reply.added }));
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

type Understood = ReadRow & { readonly row: ImportedInvoice };
const hasRow = (read: ReadRow): read is Understood => read.row !== null;

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

const isNamed = (column: InvoiceColumn): column is (typeof importColumns)[number] =>
  importColumns.some((named) => named === column);
const fieldsNow = () =>
  readColumns.map((column) => ({
    column,
    title: isNamed(column) ? titleOf(column) : t(`import.column.${column}`),
    isRequired: column === 'partnerName',
  }));

const amount = (
  title: string,
  key: string,
  of: (row: ImportedInvoice) => string,
): EntryColumn<Understood> => ({
  title,
  key,
  width: 120,
  align: 'right',
  render: (_, { row }) => <NumberText value={of(row)} as="money" />,
});

const columnsNow = (): EntryColumn<Understood>[] => [
  { title: titleOf('number'), dataIndex: ['row', 'number'], width: 180, ellipsis: true },
  {
    title: titleOf('direction'),
    key: 'direction',
    width: 80,
    render: (_, { row }) => choiceOf('direction', row.direction),
  },
  { title: titleOf('invoiceDate'), dataIndex: ['row', 'invoiceDate'], width: 110 },
  { title: titleOf('partnerName'), dataIndex: ['row', 'partnerName'], width: 160, ellipsis: true },
  amount(titleOf('net'), 'net', ({ net }) => net),
  amount(titleOf('tax'), 'tax', ({ tax }) => tax),
  amount(titleOf('gross'), 'gross', ({ net, tax }) => plain(decimal(net).plus(tax))),
  {
    title: titleOf('invoiceKind'),
    key: 'invoiceKind',
    width: 120,
    render: (_, { row }) => choiceOf('invoiceKind', row.invoiceKind),
  },
  { title: titleOf('billNumbers'), dataIndex: ['row', 'billNumbers'], width: 150, ellipsis: true },
  { title: titleOf('remark'), dataIndex: ['row', 'remark'], width: 150, ellipsis: true },
];

/** Says which invoices were left out because they are void. */
function LeftOut({ rows }: Pick<Bringing, 'rows'>): ReactNode {
  const left = rows.filter(({ isLeftOut }) => isLeftOut).map(({ place }) => place);
  return t('invoice.leftOut', { count: left.length, places: left.slice(0, 10).join(', ') });
}

type Bringing = ReturnType<typeof useBringing>;

/** Invoices from a list: pasted or from a file, under headings. No tax office is asked; what the list says is taken. */
export function ImportInvoices({
  onClose,
}: {
  readonly onClose: (changed: boolean) => void;
}): ReactNode {
  const { file, direction, rows, good, refusals, failed, ...bringing } = useBringing(onClose);
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
        {t('invoice.importHint', { columns: importColumns.map(titleOf).join(', ') })}
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
              aria-label={titleOf('direction')}
              options={invoiceDirections.map((value) => ({
                value,
                label: choiceOf('direction', value),
              }))}
              onChange={bringing.setDirection}
            />
            <TemplateLink titles={() => importColumns.map(titleOf)} />
          </>
        }
        fields={fieldsNow()}
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
