import { bankStatements } from '@tradehouse/contract';
import { remapColumn } from '@tradehouse/domain';
import { Alert, Form, Input, Select, Table, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { call, newKey, upload } from '../../app/net/client.ts';
import { reasonOf } from '../../app/net/envelope.ts';
import { notices } from '../../app/notices.ts';
import { useBusy } from '../../app/useBusy.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { DecimalInput } from '../../control/DecimalInput.tsx';
import { FileButton } from '../../control/FileButton.tsx';
import { AccountSelect } from '../../control/references.tsx';
import { CurrencyInput } from '../../document/form/CurrencyFields.tsx';
import { isSheetFile, textOfFile } from '../../document/lines/importFile.ts';
import { labelOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';
import { LeftOutRows, Questions } from './bankDoubts.tsx';
import { readBankFile } from './bankFile.ts';
import { bankColumns } from './bankHeadings.ts';
import type { BankColumn } from './bankHeadings.ts';
import { bankHeadings, readBankRows } from './bankRows.ts';
import type { BankAnswers, BankMapping, ReadBankRow } from './bankRows.ts';

const label = (name: string): string => labelOf(bankStatements.table, name);
const readCells = async (file: File): Promise<readonly (readonly string[])[]> =>
  (await upload(bankStatements.readCells, file, {}, { quiet: true })).rows;

/** A text of a bank with the meaning of its columns, which the user may change, and answers to what its rows leave open. */
function useReading() {
  const [text, setText] = useState('');
  const [said, setSaid] = useState<BankMapping | null>(null);
  const [answers, setAnswers] = useState<BankAnswers>({});
  const file = useMemo(() => readBankFile(text), [text]);
  const { above, mapping } = useMemo(() => bankHeadings(file), [file]);
  const columns = said ?? mapping;
  const reading = useMemo(
    () => readBankRows(file, above, columns, answers),
    [file, above, columns, answers],
  );
  return {
    text,
    file,
    columns,
    currency: file.currency,
    others: file.others,
    reading,
    read: (next: string, isSheet = false): void => {
      setText(next);
      setSaid(null);
      setAnswers({ isSheet });
    },
    say: (place: number, column: BankColumn | null): void =>
      setSaid(remapColumn(columns, place, column)),
    answer: (given: BankAnswers): void => setAnswers({ ...answers, ...given }),
  };
}

type Reading = ReturnType<typeof useReading>;

/** Brings the statement in, whole or not at all; `onClose` is told the new one. */
function useBringing({ reading, currency: told }: Reading, onClose: (id: string | null) => void) {
  const [accountId, setAccount] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [typed, setCurrency] = useState<string | null>(null);
  const [closing, setClosing] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const rows = reading?.rows.flatMap(({ row }) => row ?? []) ?? [];
  const end = closing ?? reading?.closing ?? '';
  const currency = typed ?? told;
  const take = () =>
    run(async () => {
      if (accountId === null) return;
      const input = {
        accountId,
        name: name.trim(),
        ...(currency === '' ? {} : { currency }),
        closing: end === '' ? null : end,
        rows,
      };
      const made = await call(bankStatements.add, input, { key: newKey(), quiet: true }).catch(
        (error: unknown) => setFailed(reasonOf(error)),
      );
      if (made === undefined) return;
      const { id, added, known } = made;
      if (id === null) setFailed(t('bank.allKnown', { known }));
      else {
        void notices().message.success(t('bank.added', { added, known }));
        onClose(id);
      }
    });
  return {
    accountId,
    setAccount,
    name,
    setName,
    currency,
    setCurrency,
    closing: end,
    setClosing,
    failed,
    setFailed,
    busy,
    take,
    count: rows.length,
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

const choices = bankColumns.map((value) => ({ value, label: t(`bank.column.${value}`) }));

/** The rows that were read, under what each column holds. */
function ReadRows({ file, columns, reading, others, say, answer }: Reading): ReactNode {
  const cells = file.rows;
  if (cells.length === 0) return null;
  const bad = reading?.rows.filter(({ row }) => row === null).length ?? 0;
  const shown: readonly ReadBankRow[] =
    reading?.rows ?? cells.map((row) => ({ ...row, row: null, problem: null }));
  return (
    <>
      <Alert
        type={reading === null || bad > 0 ? 'error' : 'success'}
        showIcon
        className="gap-below"
        title={
          reading === null
            ? t('bank.sayColumns')
            : t('bank.found', { good: reading.rows.length - bad, bad })
        }
        description={reading === null ? null : <LeftOutRows left={reading.left} others={others} />}
      />
      {reading !== null && <Questions asks={reading.asks} answer={answer} />}
      <Table<ReadBankRow>
        size="small"
        rowKey="place"
        pagination={shown.length > 50 ? { pageSize: 50 } : false}
        scroll={{ x: columns.length * 140, y: 260 }}
        dataSource={[...shown]}
        columns={[
          { title: t('invoice.row'), dataIndex: 'place', width: 60 },
          ...(bad > 0
            ? [
                {
                  title: t('invoice.problem'),
                  dataIndex: 'problem',
                  width: 140,
                  render: (problem: string | null) => <span className="below">{problem}</span>,
                },
              ]
            : []),
          ...columns.map((column, place) => ({
            key: String(place),
            width: 140,
            ellipsis: true,
            title: (
              <Select<BankColumn>
                size="small"
                allowClear
                showSearch
                optionFilterProp="label"
                className="bank-column"
                value={column}
                options={choices}
                placeholder={t('bank.column.none')}
                aria-label={t('bank.columnOf', { n: place + 1 })}
                onChange={(value) => say(place, value ?? null)}
              />
            ),
            render: (_: unknown, { cells: texts }: ReadBankRow) => texts[place] ?? '',
          })),
        ]}
      />
    </>
  );
}

/** A statement from what a bank gives out: a table of commas or tabs, a spreadsheet, OFX, MT940, CAMT.053. Nothing is posted by it. */
export function ImportStatement({
  onClose,
}: {
  readonly onClose: (id: string | null) => void;
}): ReactNode {
  const list = useReading();
  const bringing = useBringing(list, onClose);
  const { busy, accountId, name, failed, count } = bringing;
  const bad = list.reading?.rows.some(({ row }) => row === null) ?? true;
  const readFile = (file: File): Promise<void> =>
    textOfFile(file, readCells).then(
      (text) => {
        list.read(text, isSheetFile(file));
        bringing.setName(file.name);
        bringing.setFailed(null);
      },
      (error: unknown) => bringing.setFailed(reasonOf(error)),
    );
  return (
    <ChoiceModal
      width={1000}
      title={t('bank.import')}
      okText={t('bank.take', { count })}
      okDisabled={busy || bad || count === 0 || accountId === null || name.trim() === ''}
      typed={list.text !== ''}
      onOk={() => void bringing.take()}
      onCancel={() => onClose(null)}
    >
      <Typography.Paragraph type="secondary">{t('bank.importHint')}</Typography.Paragraph>
      <Head {...bringing} />
      <FileButton
        label={t('bank.file')}
        accept=".csv,.txt,.tsv,.xlsx,.ods,.ofx,.qfx,.sta,.mt940,.940,.xml"
        busy={busy}
        onFile={(file) => void readFile(file)}
      >
        {t('bank.file')}
      </FileButton>
      <Input.TextArea
        className="gap-above gap-below"
        rows={list.file.rows.length === 0 ? 6 : 2}
        value={list.text}
        aria-label={t('editor.import.paste')}
        placeholder={t('editor.import.paste')}
        onChange={(event) => list.read(event.target.value)}
      />
      {failed === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={failed} />
      )}
      <ReadRows {...list} />
    </ChoiceModal>
  );
}
