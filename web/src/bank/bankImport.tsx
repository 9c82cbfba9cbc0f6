import { bankStatements } from '@tradehouse/contract';
import type { BankRowInput } from '@tradehouse/contract';
import { toOwnCode } from '@tradehouse/domain';
import { Alert, Form, Input, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { callEndpoint, newKey, uploadToEndpoint } from '../app/net/client.ts';
import { reasonOfError } from '../app/net/envelope.ts';
import { getNotices } from '../app/notices.ts';
import { useSettings } from '../app/settings/settings.ts';
import { useBusy } from '../app/useBusy.ts';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import { DecimalInput } from '../control/DecimalInput.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { ImportBody } from '../control/importDialog/ImportBody.tsx';
import type { ReadCells } from '../control/importDialog/readFile.ts';
import { useImportFile } from '../control/importDialog/useImportFile.ts';
import type { ImportRules } from '../control/importDialog/useImportFile.ts';
import { NumberText } from '../control/NumberText.tsx';
import { AccountSelect } from '../control/references.tsx';
import { CurrencyInput } from '../document/form/CurrencyFields.tsx';
import { labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import { LeftOutRows, Questions } from './bankDoubts.tsx';
import { readBankFile } from './bankFile.ts';
import { bankColumns, bankTitlesFor } from './bankHeadings.ts';
import type { BankColumn } from './bankHeadings.ts';
import { isBankMapping, readBankRows } from './bankRows.ts';
import type { ReadBankRow } from './bankRows.ts';

const labelOfBankStatement = (name: string): string => labelOfColumn(bankStatements.table, name);
const readBankCells: ReadCells = (file, choice) =>
  uploadToEndpoint(bankStatements.readCells, file, choice, { quiet: true });

const rules: ImportRules<BankColumn> = {
  importer: 'bank',
  asks: ['mark', 'order'],
  columns: bankColumns,
  titlesOf: (rows) => bankTitlesFor(rows.map(({ cells }) => cells)),
  isEnough: isBankMapping,
  messageRows: ({ text, rows }) => {
    const file = readBankFile(text ?? '', rows);
    return file.isMessage ? file.rows : null;
  },
  readCells: readBankCells,
};

/** Reads a bank file into rows, with the user's answers to open questions. */
function useReading(accountId: string | null) {
  const file = useImportFile(rules, accountId ?? '');
  const { source, rows, above, mapping, format } = file;
  const bank = useMemo(() => readBankFile(source.text ?? '', rows), [source, rows]);
  const reading = useMemo(
    () => readBankRows(bank, above, mapping, format),
    [bank, above, mapping, format],
  );
  return { file, bank, reading };
}

type BankReadingState = ReturnType<typeof useReading>;

/** Asks if rows resembling known ones booked on another day are separate payments. */
const areOwnPayments = async (places: readonly number[]): Promise<boolean> =>
  await getNotices().modal.confirm({
    title: t('bank.rebooked', { count: places.length, rows: places.join(', ') }),
    content: t('bank.rebookedHint'),
    okText: t('bank.takeRebooked'),
    cancelText: t('bank.leaveRebooked'),
  });

/** Imports a statement, whole or not at all; passes its id to `onClose`. */
function useBankImport(onClose: (id: string | null) => void) {
  const [accountId, setAccount] = useState<string | null>(null);
  const { file, bank, reading } = useReading(accountId);
  const [typedName, setName] = useState<string | null>(null);
  const [typedCurrency, setCurrency] = useState<string | null>(null);
  const [typedClosing, setClosing] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const good = reading?.rows.filter(isParsedBankRow) ?? [];
  const closing = typedClosing ?? reading?.closing ?? '';
  const { currency: own } = useSettings();
  const currency = typedCurrency ?? toOwnCode(reading?.currency ?? '', own);
  const name = typedName ?? file.source.name;
  const take = () =>
    run(async () => {
      if (accountId === null) return;
      const input = {
        accountId,
        name: name.trim(),
        ...(currency === '' ? {} : { currency }),
        closing: closing === '' ? null : closing,
        rows: good.map(({ row }) => row),
      };
      const bring = (more: { readonly takeRebooked?: boolean } = {}) =>
        callEndpoint(
          bankStatements.add,
          { ...input, ...more },
          { key: newKey(), quiet: true },
        ).catch((error: unknown) => setFailed(reasonOfError(error)));
      setFailed(null);
      const made = await bring();
      if (made === undefined) return;
      file.remember();
      const places = made.rebooked.map((at) => good[at - 1]?.place ?? at);
      const more =
        places.length > 0 && (await areOwnPayments(places))
          ? await bring({ takeRebooked: true })
          : null;
      const id = more?.id ?? made.id;
      const [added, known] = [made.added + (more?.added ?? 0), made.known - (more?.added ?? 0)];
      if (id === null) setFailed(t('bank.allKnown', { known }));
      else {
        void getNotices().message.success(t('bank.added', { added, known }));
        onClose(id);
      }
    });
  return {
    file,
    bank,
    reading,
    accountId,
    setAccount,
    name,
    setName,
    currency,
    setCurrency,
    closing,
    setClosing,
    failed,
    busy,
    take,
    rows: good,
  };
}

type BankImportState = ReturnType<typeof useBankImport>;

/** Account, name and closing balance of the statement. */
const BankImportHead = ({
  accountId,
  setAccount,
  name,
  setName,
  currency,
  setCurrency,
  closing,
  setClosing,
}: BankImportState): ReactNode => (
  <Form layout="vertical" className="bank-head">
    <Form.Item label={labelOfBankStatement('accountName')} required>
      <AccountSelect
        value={accountId}
        onChange={setAccount}
        aria-label={labelOfBankStatement('accountName')}
      />
    </Form.Item>
    <Form.Item label={labelOfBankStatement('name')} required>
      <Input
        value={name}
        maxLength={100}
        aria-label={labelOfBankStatement('name')}
        onChange={(event) => setName(event.target.value)}
      />
    </Form.Item>
    <Form.Item label={labelOfBankStatement('currency')} tooltip={t('bank.currencyHint')}>
      <CurrencyInput
        value={currency}
        // A name of several currencies waits for a code.
        status={/^([A-Z]{3})?$/.test(currency) ? '' : 'error'}
        aria-label={labelOfBankStatement('currency')}
        onChange={setCurrency}
      />
    </Form.Item>
    <Form.Item label={labelOfBankStatement('closing')} tooltip={t('bank.closingHint')}>
      <DecimalInput
        currency={currency}
        value={closing}
        aria-label={labelOfBankStatement('closing')}
        onChange={(value) => setClosing(value ?? '')}
      />
    </Form.Item>
  </Form>
);

const fields = bankColumns.map((column) => ({
  column,
  title: t(`bank.column.${column}`),
  isRequired: column === 'date',
}));

type ParsedBankRow = ReadBankRow & { readonly row: BankRowInput };
const isParsedBankRow = (read: ReadBankRow): read is ParsedBankRow => read.row !== null;

/** Columns of imported rows: the direction in words beside the signed amount. */
const columnsIn = (currency: string): EntryColumn<ParsedBankRow>[] => [
  { title: t('bank.column.date'), dataIndex: ['row', 'date'], width: 110 },
  {
    title: t('bank.direction'),
    key: 'direction',
    width: 90,
    render: (_, { row: { amount } }) =>
      t(amount.startsWith('-') ? 'bank.column.outgo' : 'bank.column.income'),
  },
  {
    title: t('bank.column.amount'),
    key: 'amount',
    width: 130,
    align: 'right',
    render: (_, { row: { amount } }) => (
      <NumberText value={amount} as="money" {...(currency === '' ? {} : { of: currency })} />
    ),
  },
  {
    title: t('bank.column.partner'),
    dataIndex: ['row', 'partnerName'],
    width: 180,
    ellipsis: true,
  },
  { title: t('bank.column.purpose'), dataIndex: ['row', 'purpose'], width: 200, ellipsis: true },
  {
    title: t('bank.column.reference'),
    dataIndex: ['row', 'reference'],
    width: 160,
    ellipsis: true,
  },
];

const collectBankRowRefusals = (reading: BankReadingState['reading']) =>
  reading?.rows.flatMap(({ place, row, problem, column }) =>
    row === null ? [{ place, column, reason: problem ?? '' }] : [],
  ) ?? [];

/**
 * Imports a statement from a bank file: comma- or tab-separated table, spreadsheet, OFX, MT940, CAMT.053.
 * Posts nothing.
 */
export function ImportStatement({
  onClose,
}: {
  readonly onClose: (id: string | null) => void;
}): ReactNode {
  const bringing = useBankImport(onClose);
  const { file, bank, reading, accountId, name, rows, currency, failed } = bringing;
  const refusals = collectBankRowRefusals(reading);
  const hasLeftOut =
    reading !== null &&
    (bank.others > 0 || Object.values(reading.left).some((places) => places.length > 0));
  const isReady = reading !== null && refusals.length === 0 && rows.length > 0;
  return (
    <ChoiceModal
      width={1000}
      title={t('bank.import')}
      okText={t('bank.take', { count: rows.length })}
      okDisabled={bringing.busy || !isReady || accountId === null || name.trim() === ''}
      typed={file.isGiven}
      onOk={() => void bringing.take()}
      onCancel={() => onClose(null)}
    >
      <Typography.Paragraph type="secondary">{t('bank.importHint')}</Typography.Paragraph>
      <BankImportHead {...bringing} />
      {failed === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={failed} />
      )}
      <ImportBody
        file={file}
        accept=".csv,.txt,.tsv,.xlsx,.ods,.ofx,.qfx,.sta,.mt940,.940,.xml"
        fields={fields}
        needed={t('bank.sayColumns')}
        refusals={refusals}
        rows={rows}
        columns={columnsIn(currency)}
        width={940}
        leftOut={hasLeftOut ? <LeftOutRows left={reading.left} others={bank.others} /> : null}
      >
        {reading === null ? null : <Questions asks={reading.asks} answer={file.answer} />}
      </ImportBody>
    </ChoiceModal>
  );
}
