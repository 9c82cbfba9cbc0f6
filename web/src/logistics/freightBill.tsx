import { freights } from '@tradehouse/contract';
import type { FreightBillLine } from '@tradehouse/contract';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { callEndpoint, newKey, uploadToEndpoint } from '../app/net/client.ts';
import { reasonOfError } from '../app/net/envelope.ts';
import { getNotices } from '../app/notices.ts';
import { usePaused } from '../app/usePaused.ts';
import { useBusy } from '../app/useBusy.ts';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { ImportBody } from '../control/importDialog/ImportBody.tsx';
import { TemplateLink } from '../control/importDialog/TemplateLink.tsx';
import type { ReadCells } from '../control/importDialog/readFile.ts';
import { useImportFile } from '../control/importDialog/useImportFile.ts';
import type { ImportRules } from '../control/importDialog/useImportFile.ts';
import { NumberText } from '../control/NumberText.tsx';
import { CarrierSelect } from '../control/references.tsx';
import { StatusTag } from '../control/StatusTag.tsx';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import {
  billColumns,
  billTitles,
  isBillMapping,
  isOtherCurrency,
  readBill,
  readColumns,
} from './freightBillRows.ts';
import type { BillColumn, BillLineInput, ReadBillLine } from './freightBillRows.ts';

const labelOfFreightBill = (name: string): string => labelOfColumn(freights.table, name);
const readFreightBillCells: ReadCells = (file, choice) =>
  uploadToEndpoint(freights.readCells, file, choice, { quiet: true });

const rules: ImportRules<BillColumn> = {
  importer: 'freight',
  asks: ['mark'],
  columns: readColumns,
  titlesOf: () => billTitles,
  isEnough: isBillMapping,
  readCells: readFreightBillCells,
};

/** Bill line with its freight, undefined until known; null: unreadable. */
interface FreightBillPreviewLine extends ReadBillLine {
  readonly of: FreightBillLine | null | undefined;
}

/** Queries the freight that matches the lines. */
function usePreview(companyId: string | null, lines: readonly BillLineInput[]) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['freightBill', companyId, lines],
    queryFn: () =>
      callEndpoint(
        freights.previewBill,
        { companyId: companyId ?? '', lines: [...lines] },
        { quiet: true },
      ),
    enabled: companyId !== null && lines.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
  return { matches: data?.lines, error, isFetching, refetch };
}

/** Reads a bill, shows matches, and registers all matched lines or none. */
function useBilling(onClose: (changed: boolean) => void) {
  const [companyId, setCompany] = useState<string | null>(null);
  const file = useImportFile(rules, companyId ?? '');
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const { cells, source } = file.table;
  const reading = useMemo(() => readBill(cells, source), [cells, source]);
  const lines = useMemo(() => reading?.lines.flatMap(({ line }) => line ?? []) ?? [], [reading]);
  const asked = usePaused(lines);
  const { matches: previewed, error, isFetching, refetch } = usePreview(companyId, asked);
  const isAsking = isFetching || asked !== lines;
  // Matches of the previous text belong to other lines.
  const matches = asked === lines ? previewed : undefined;
  const shown = useMemo((): readonly FreightBillPreviewLine[] => {
    let at = 0;
    return (
      reading?.lines.map((read) => ({
        ...read,
        of: read.line === null ? null : matches?.[at++],
      })) ?? []
    );
  }, [reading, matches]);
  const good = shown.flatMap((each) =>
    each.line !== null && each.of?.match === 'matched' && !isOtherCurrency(each, each.of)
      ? [each.line]
      : [],
  );
  const take = () =>
    run(async () => {
      if (companyId === null) return;
      setFailed(null);
      const input = { companyId, lines: good };
      const taken = await callEndpoint(freights.takeBill, input, {
        key: newKey(),
        quiet: true,
      }).catch((refused: unknown) => setFailed(reasonOfError(refused)));
      // A refusal means the data changed since the preview.
      if (taken === undefined) return refetch();
      file.remember();
      void getNotices().message.success(t('freight.billed', { n: taken.changed }));
      onClose(true);
    });
  return {
    companyId,
    setCompany,
    file,
    left: reading?.left ?? 0,
    shown,
    good,
    failed: failed ?? (error === null ? null : reasonOfError(error)),
    asking: isAsking,
    busy,
    take,
  };
}

/** Shows a line's match in a word. */
function Match({
  of,
  ...read
}: Pick<FreightBillPreviewLine, 'of' | 'currency' | 'amount' | 'heading'>): ReactNode {
  if (of === undefined) return null;
  const match = isOtherCurrency(read, of) ? 'currency' : (of?.match ?? 'unread');
  return (
    <StatusTag meaning={match === 'matched' ? 'done' : 'refused'}>
      {t(`freight.match.${match}`)}
    </StatusTag>
  );
}

const columns: EntryColumn<FreightBillPreviewLine>[] = [
  { title: labelOfFreightBill('number'), dataIndex: 'number', width: 160, ellipsis: true },
  {
    title: t('freight.match'),
    key: 'match',
    width: 130,
    render: (_, { of, currency, amount, heading }) => (
      <Match {...{ of, currency, amount, heading }} />
    ),
  },
  {
    title: labelOfFreightBill('documentNumber'),
    key: 'documentNumber',
    width: 160,
    ellipsis: true,
    render: (_, { of }) => of?.documentNumber ?? '',
  },
  {
    title: labelOfFreightBill('estimated'),
    key: 'estimated',
    width: 110,
    align: 'right',
    render: (_, { of }) =>
      of?.match === 'matched' ? (
        <NumberText value={of.estimated} as="money" of={of.currency} />
      ) : null,
  },
  {
    title: labelOfFreightBill('amount'),
    key: 'amount',
    width: 110,
    align: 'right',
    render: (_, { line, amount, of }) =>
      line === null ? (
        amount
      ) : (
        <NumberText value={line.amount} as="money" {...(of ? { of: of.currency } : {})} />
      ),
  },
  {
    title: labelOfFreightBill('difference'),
    key: 'difference',
    width: 110,
    align: 'right',
    render: (_, { line, of }) =>
      line !== null && of?.match === 'matched' && of.estimated !== null ? (
        <NumberText
          value={toPlainDecimal(decimal(line.amount).minus(of.estimated))}
          as="money"
          of={of.currency}
        />
      ) : null,
  },
];

const collectFreightBillRefusals = (shown: readonly FreightBillPreviewLine[]) =>
  shown.flatMap(({ place, unread, surplus }) => [
    ...(unread === undefined
      ? []
      : [
          {
            place,
            column: unread,
            reason: t('import.unread', { name: titleOfFreightBillColumn(unread) }),
          },
        ]),
    ...(surplus === undefined
      ? []
      : [{ place, column: null, reason: t('table.surplus', { text: surplus }) }]),
  ]);
const titleOfFreightBillColumn = (column: BillColumn): string =>
  column === 'currency' ? t('import.column.currency') : labelOfFreightBill(column);
const fields = readColumns.map((column) => ({
  column,
  title: titleOfFreightBillColumn(column),
  isRequired: column === 'number' || column === 'amount',
}));

/** Imports a carrier's bill from a file or pasted text. Unmatched lines are shown and left out. */
export function BillDialog({
  onClose,
}: {
  readonly onClose: (changed: boolean) => void;
}): ReactNode {
  const billing = useBilling(onClose);
  const { file, companyId, setCompany, shown, good, left, failed, busy, asking } = billing;
  const rows = shown.filter(({ line }) => line !== null);
  return (
    <ChoiceModal
      width={1000}
      title={t('freight.import')}
      okText={t('freight.take', { count: good.length })}
      okDisabled={busy || asking || companyId === null || good.length === 0}
      typed={file.isGiven}
      onOk={() => void billing.take()}
      onCancel={() => onClose(false)}
    >
      <Typography.Paragraph type="secondary">{t('freight.importHint')}</Typography.Paragraph>
      <Form layout="vertical" component="div" className="form-grid three">
        <Form.Item label={labelOfFreightBill('companyName')} htmlFor="bill-company" required>
          <CarrierSelect id="bill-company" value={companyId} onChange={setCompany} />
        </Form.Item>
      </Form>
      {failed === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={failed} />
      )}
      <ImportBody
        file={file}
        tools={<TemplateLink titles={() => billColumns.map(labelOfFreightBill)} />}
        fields={fields}
        needed={t('freight.noHeadings')}
        refusals={collectFreightBillRefusals(shown)}
        rows={rows}
        columns={columns}
        width={870}
        {...(companyId === null || asking
          ? {}
          : {
              counts: t('freight.found', {
                good: good.length,
                bad: shown.length - good.length,
                left,
              }),
              isDoubtful: good.length < rows.length,
            })}
      />
    </ChoiceModal>
  );
}
