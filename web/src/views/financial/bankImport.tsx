import { bankStatements } from '@tradehouse/contract';
import type { BankRowInput } from '@tradehouse/contract';
import { Alert, Form, Input, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { call, newKey, upload } from '../../app/net/client.ts';
import { reasonOf } from '../../app/net/envelope.ts';
import { notices } from '../../app/notices.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { ImportBody } from '../../control/importDialog/ImportBody.tsx';
import type { ReadCells } from '../../control/importDialog/readFile.ts';
import { useImportFile } from '../../control/importDialog/useImportFile.ts';
import type { ImportRules } from '../../control/importDialog/useImportFile.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { AccountSelect } from '../../control/references.tsx';
import { CurrencyInput } from '../../document/form/CurrencyFields.tsx';
import { labelOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';
import { LeftOutRows, Questions } from './bankDoubts.tsx';
import { readBankFile } from './bankFile.ts';
import { bankColumns, bankTitlesFor } from './bankHeadings.ts';
import type { BankColumn } from './bankHeadings.ts';
import { isBankMapping, readBankRows } from './bankRows.ts';
import type { BankAnswers, ReadBankRow } from './bankRows.ts';

const label = (name: string): string => labelOf(bankStatements.table, name);
const readCells: ReadCells = (file, choice) =>
  upload(bankStatements.readCells, file, choice, { quiet: true });

const rules: ImportRules<BankColumn> = {
  importer: 'bank',
  columns: bankColumns,
  titlesOf: (rows) => bankTitlesFor(rows.map(({ cells }) => cells)),
  isEnough: isBankMapping,
  messageRows: ({ text, rows }) => {
    const file = readBankFile(text ?? '', rows);
    return file.isMessage ? file.rows : null;
  },
  readCells,
};

/** A bank's file with its rows as understood, and the user's answers to what they leave open. */
function useReading(accountId: string | null) {
  const file = useImportFile(rules, accountId ?? '');
  const [answered, setAnswers] = useState<{ readonly of: unknown; readonly answers: BankAnswers }>({
    of: null,
    answers: {},
  });
  const { source, rows, above, mapping } = file;
  const answers = useMemo(
    () => ({
      // Answers are of one file, and no other.
      ...(answered.of === source ? answered.answers : {}),
      isSheet: source.isSheet,
      is1904: source.is1904,
    }),
    [answered, source],
  );
  const bank = useMemo(() => readBankFile(source.text ?? '', rows), [source, rows]);
  const reading = useMemo(
    () => readBankRows(bank, above, mapping, answers),
    [bank, above, mapping, answers],
  );
  return {
    file,
    bank,
    reading,
    answer: (given: BankAnswers): void =>
      setAnswers({ of: source, answers: { ...answers, ...given } }),
  };
}

type Reading = ReturnType<typeof useReading>;

/** Asks whether rows that look like known ones booked on another day are payments of their own. */
const areOwnPayments = async (places: readonly number[]): Promise<boolean> =>
  await notices().modal.confirm({
    title: t('bank.rebooked', { count: places.length, rows: places.join(', ') }),
    content: t('bank.rebookedHint'),
    okText: t('bank.takeRebooked'),
    cancelText: t('bank.leaveRebooked'),
  });

/** Brings the statement in, whole or not at all; `onClose` is told the new one. */
function useBringing(onClose: (id: string | null) => void) {
  const [accountId, setAccount] = useState<string | null>(null);
  const { file, bank, reading, answer } = useReading(accountId);
  const [typedName, setName] = useState<string | null>(null);
  const [typedCurrency, setCurrency] = useState<string | null>(null);
  const [typedClosing, setClosing] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const good = reading?.rows.filter(hasRow) ?? [];
  const closing = typedClosing ?? reading?.closing ?? '';
  const currency = typedCurrency ?? reading?.currency ?? '';
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
        call(bankStatements.add, { ...input, ...more }, { key: newKey(), quiet: true }).catch(
          (error: unknown) => setFailed(reasonOf(error)),
        );
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
        void notices().message.success(t('bank.added', { added, known }));
        onClose(id);
      }
    });
  return {
    file,
    bank,
    reading,
    answer,
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

type Bringing = ReturnType<typeof useBringing>;

/** Which account it is of, what it is called, and what the bank says was left. */
const Head = ({
  accountId,
  setAccount,
  name,
  setName,
  currency,
  setCurrency,
  closing,
  setClosing,
}: Bringing): ReactNode => (
  <Form layout="vertical" className="bank-head">
    <Form.Item label={label('accountName')} required>
      <AccountSelect value={accountId} onChange={setAccount} aria-label={label('accountName')} />
    </Form.Item>
    <Form.Item label={label('name')} required>
      <Input
        value={name}
        maxLength={100}
        aria-label={label('name')}
        onChange={(event) => setName(event.target.value)}
      />
    </Form.Item>
    <Form.Item label={label('currency')} tooltip={t('bank.currencyHint')}>
      <CurrencyInput value={currency} aria-label={label('currency')} onChange={setCurrency} />
    </Form.Item>
    <Form.Item label={label('closing')} tooltip={t('bank.closingHint')}>
      <DecimalInput
        value={closing}
        aria-label={label('closing')}
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

type Understood = ReadBankRow & { readonly row: BankRowInput };
const hasRow = (read: ReadBankRow): read is Understood => read.row !== null;

/** Columns of the rows as they come in: the direction is said in words, beside the signed amount. */
const columnsIn = (currency: string): EntryColumn<Understood>[] => [
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

const refusalsIn = (reading: Reading['reading']) =>
  reading?.rows.flatMap(({ place, row, problem, column }) =>
    row === null ? [{ place, column, reason: problem ?? '' }] : [],
  ) ?? [];

/** A statement from what a bank gives out: a table of commas or tabs, a spreadsheet, OFX, MT940, CAMT.053. Nothing is posted by it. */
export function ImportStatement({
  onClose,
}: {
  readonly onClose: (id: string | null) => void;
}): ReactNode {
  const bringing = useBringing(onClose);
  const { file, bank, reading, answer, accountId, name, rows, currency, failed } = bringing;
  const refusals = refusalsIn(reading);
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
      <Head {...bringing} />
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
        {reading === null ? null : <Questions asks={reading.asks} answer={answer} />}
      </ImportBody>
    </ChoiceModal>
  );
}
