import { freights } from '@tradehouse/contract';
import type { BillLine } from '@tradehouse/contract';
import { decimal, plain } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { call, newKey, upload } from '../../app/net/client.ts';
import { reasonOf } from '../../app/net/envelope.ts';
import { notices } from '../../app/notices.ts';
import { usePaused } from '../../app/usePaused.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { ImportBody } from '../../control/importDialog/ImportBody.tsx';
import { TemplateLink } from '../../control/importDialog/TemplateLink.tsx';
import type { ReadCells } from '../../control/importDialog/readFile.ts';
import { useImportFile } from '../../control/importDialog/useImportFile.ts';
import type { ImportRules } from '../../control/importDialog/useImportFile.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { CarrierSelect } from '../../control/references.tsx';
import { StatusTag } from '../../control/StatusTag.tsx';
import { labelOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';
import {
  billColumns,
  billTitles,
  isBillMapping,
  readBill,
  readColumns,
} from './freightBillRows.ts';
import type { BillColumn, BillLineInput, ReadBillLine } from './freightBillRows.ts';

const label = (name: string): string => labelOf(freights.table, name);
const readCells: ReadCells = (file, choice) =>
  upload(freights.readCells, file, choice, { quiet: true });

const rules: ImportRules<BillColumn> = {
  importer: 'freight',
  columns: readColumns,
  titlesOf: () => billTitles,
  isEnough: isBillMapping,
  readCells,
};

/** A line of the bill with what it is of, once that is known; null: it can't be read. */
interface Shown extends ReadBillLine {
  readonly of: BillLine | null | undefined;
}

/** A line that names another currency than that of its freight can't be taken for it. */
const isOtherCurrency = ({ currency, of }: Pick<Shown, 'currency' | 'of'>): boolean =>
  currency !== undefined && of?.match === 'matched' && of.currency !== currency;

/** Asks which freight the lines are of. */
function usePreview(companyId: string | null, lines: readonly BillLineInput[]) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['freightBill', companyId, lines],
    queryFn: () =>
      call(
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

/** Reads a bill, shows what each line is of, and takes those that are of something, all or none. */
function useBilling(onClose: (changed: boolean) => void) {
  const [companyId, setCompany] = useState<string | null>(null);
  const file = useImportFile(rules, companyId ?? '');
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const { cells, source } = file.table;
  const reading = useMemo(() => readBill(cells, source), [cells, source]);
  const lines = useMemo(() => reading?.lines.flatMap(({ line }) => line ?? []) ?? [], [reading]);
  const asked = usePaused(lines);
  const { matches: told, error, isFetching, refetch } = usePreview(companyId, asked);
  const isAsking = isFetching || asked !== lines;
  // Those of what stood there before are of other lines.
  const matches = asked === lines ? told : undefined;
  const shown = useMemo((): readonly Shown[] => {
    let at = 0;
    return (
      reading?.lines.map((read) => ({
        ...read,
        of: read.line === null ? null : matches?.[at++],
      })) ?? []
    );
  }, [reading, matches]);
  const good = shown.flatMap((each) =>
    each.line !== null && each.of?.match === 'matched' && !isOtherCurrency(each) ? [each.line] : [],
  );
  const take = () =>
    run(async () => {
      if (companyId === null) return;
      setFailed(null);
      const input = { companyId, lines: good };
      const taken = await call(freights.takeBill, input, { key: newKey(), quiet: true }).catch(
        (refused: unknown) => setFailed(reasonOf(refused)),
      );
      // What was refused is not what it was when the preview was made.
      if (taken === undefined) return refetch();
      file.remember();
      void notices().message.success(t('freight.billed', { n: taken.changed }));
      onClose(true);
    });
  return {
    companyId,
    setCompany,
    file,
    left: reading?.left ?? 0,
    shown,
    good,
    failed: failed ?? (error === null ? null : reasonOf(error)),
    asking: isAsking,
    busy,
    take,
  };
}

/** What a line is of, in a word. */
function Match({ of, currency }: Pick<Shown, 'of' | 'currency'>): ReactNode {
  if (of === undefined) return null;
  const match = isOtherCurrency({ of, currency }) ? 'currency' : (of?.match ?? 'unread');
  return (
    <StatusTag meaning={match === 'matched' ? 'done' : 'refused'}>
      {t(`freight.match.${match}`)}
    </StatusTag>
  );
}

const columns: EntryColumn<Shown>[] = [
  { title: label('number'), dataIndex: 'number', width: 160, ellipsis: true },
  {
    title: t('freight.match'),
    key: 'match',
    width: 130,
    render: (_, { of, currency }) => <Match of={of} currency={currency} />,
  },
  {
    title: label('documentNumber'),
    key: 'documentNumber',
    width: 160,
    ellipsis: true,
    render: (_, { of }) => of?.documentNumber ?? '',
  },
  {
    title: label('estimated'),
    key: 'estimated',
    width: 110,
    align: 'right',
    render: (_, { of }) =>
      of?.match === 'matched' ? (
        <NumberText value={of.estimated} as="money" of={of.currency} />
      ) : null,
  },
  {
    title: label('amount'),
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
    title: label('difference'),
    key: 'difference',
    width: 110,
    align: 'right',
    render: (_, { line, of }) =>
      line !== null && of?.match === 'matched' && of.estimated !== null ? (
        <NumberText
          value={plain(decimal(line.amount).minus(of.estimated))}
          as="money"
          of={of.currency}
        />
      ) : null,
  },
];

const refusalsIn = (shown: readonly Shown[]) =>
  shown.flatMap(({ place, unread, surplus }) => [
    ...(unread === undefined
      ? []
      : [{ place, column: unread, reason: t('import.unread', { name: titleOf(unread) }) }]),
    ...(surplus === undefined
      ? []
      : [{ place, column: null, reason: t('table.surplus', { text: surplus }) }]),
  ]);
const titleOf = (column: BillColumn): string =>
  column === 'currency' ? t('import.column.currency') : label(column);
const fields = readColumns.map((column) => ({
  column,
  title: titleOf(column),
  isRequired: column === 'number' || column === 'amount',
}));

/** A carrier's bill from its file, or pasted. Lines that name nothing known are shown, and left out. */
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
        <Form.Item label={label('companyName')} htmlFor="bill-company" required>
          <CarrierSelect id="bill-company" value={companyId} onChange={setCompany} />
        </Form.Item>
      </Form>
      {failed === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={failed} />
      )}
      <ImportBody
        file={file}
        tools={<TemplateLink titles={() => billColumns.map(label)} />}
        fields={fields}
        needed={t('freight.noHeadings')}
        refusals={refusalsIn(shown)}
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
