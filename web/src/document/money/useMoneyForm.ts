import type { DocumentReply, MoneyDocumentInput } from '@tradehouse/contract';
import { moneyDocuments, plainLine } from '@tradehouse/contract';
import { computeMoneyDocument, documentKinds } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { useMemo } from 'react';
import { call } from '../../app/net/client.ts';
import type { CallOptions } from '../../app/net/client.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { blankCommon, commonFromReply } from '../draft/commonHead.ts';
import type { CommonHead } from '../draft/commonHead.ts';
import { refusedField, refusedLines, wrongCells } from '../draft/refusals.ts';
import type { Refusal } from '../draft/refusals.ts';
import { useDocumentForm } from '../form/useDocumentForm.ts';
import type { DocumentForm } from '../form/useDocumentForm.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { settle } from '../grid/keys.ts';
import type { Shape } from '../grid/gridState.ts';
import { numberOf } from '../draft/priced.ts';
import { lineOfReply, lineToMoneyInput, moneyColumns } from './moneyLine.ts';
import type { SettledLine } from './moneyLine.ts';

/** The head of a receipt or payment while it is being written. */
export interface MoneyHead extends CommonHead {
  readonly accountId: string | null;
  readonly discount: string;
}

export interface MoneyStart {
  readonly head: MoneyHead;
  readonly lines: readonly SettledLine[];
  /** The Idempotency-Key of a draft that is gone on with. */
  readonly key?: string;
}

export const blankMoney = (accountId: string | null): MoneyStart => ({
  head: { ...blankCommon, accountId, discount: '' },
  lines: [],
});

export const moneyFromReply = (reply: DocumentReply): MoneyStart => ({
  head: {
    ...commonFromReply(reply),
    accountId: reply.accountId,
    discount: numberOf(reply.discount).isZero() ? '' : (reply.discount ?? ''),
  },
  lines: reply.lines.map(lineOfReply),
});

const moneyInput = (
  code: MoneyKindCode,
  head: MoneyHead,
  lines: readonly SettledLine[],
  approved: boolean,
): MoneyDocumentInput => ({
  kind: code,
  ...(head.number === '' ? {} : { number: head.number }),
  ...(head.time === null ? {} : { time: head.time }),
  partnerId: head.partnerId,
  ...(head.currency === '' ? {} : { currency: head.currency, exchangeRate: head.exchangeRate }),
  ...(head.handlerId === null ? {} : { handlerId: head.handlerId }),
  remark: head.remark,
  status: approved ? '1' : '0',
  ...(head.attachments.length === 0 ? {} : { attachments: head.attachments }),
  accountId: head.accountId,
  ...(head.discount === '' ? {} : { discount: head.discount }),
  lines: lines.map((line) => lineToMoneyInput(line, code)),
});

/** A receipt or payment while it is being written. */
export interface MoneyForm extends DocumentForm<MoneyHead, SettledLine> {
  readonly shape: Shape<SettledLine>;
}

/** A row with nothing to settle: lines come from the list of debts only, so it is never made by typing. */
const noLine: SettledLine = {
  line: null,
  settledDocumentId: null,
  number: '',
  debt: '0',
  settled: '0',
  open: '0',
  amount: '',
  ...plainLine.blank,
};

/** Head and lines of a receipt or payment, and the way they are saved. */
export function useMoneyForm(code: MoneyKindCode, start: MoneyStart): MoneyForm {
  const { currencyDigits } = useSettings();
  const shape = useMemo<Shape<SettledLine>>(
    () => ({
      columns: moneyColumns(code, currencyDigits),
      blank: () => noLine,
      isBlank: () => false,
      fixed: true,
    }),
    [code, currencyDigits],
  );
  const form = useDocumentForm<MoneyHead, SettledLine>(start, {
    opened: (lines) => lines,
    settle: (store) => settle(store, shape),
    sent: (rows) => rows,
    problem: (head, _, store) => problemOf(code, head, store, currencyDigits),
    send: (head, lines, approved, options) =>
      send(moneyInput(code, head, lines, approved), head, options),
    column: 'amount',
  });
  return { ...form, shape };
}

const send = (input: MoneyDocumentInput, { id, version }: MoneyHead, options: CallOptions) =>
  id === null
    ? call(moneyDocuments.add, input, options)
    : call(moneyDocuments.update, { ...input, id, version: version ?? 0 }, options);

/** Total of the lines and what changes hands after the discount. */
export const moneyFigures = (lines: readonly SettledLine[], discount: string, digits: number) =>
  computeMoneyDocument(
    lines.map(({ amount }) => numberOf(amount)),
    numberOf(discount),
    digits,
  );

function problemOf(
  code: MoneyKindCode,
  head: MoneyHead,
  store: GridStore<SettledLine>,
  digits: number,
): Refusal | null {
  const name = partnerLabel(documentKinds[code]);
  if (head.partnerId === null)
    return refusedField('partnerId', t('editor.save.noPartner', { name }));
  if (store.values().length === 0) return refusedLines(t('editor.save.noLines'));
  if (head.currency !== '' && !numberOf(head.exchangeRate).gt(0))
    return refusedField('exchangeRate', t('money.noRate', { currency: head.currency }));
  if (head.accountId === null) return refusedField('accountId', t('editor.save.noAccount'));
  const { paidNow, total } = moneyFigures(store.values(), head.discount, digits);
  if (paidNow.isNegative() && !total.isNegative())
    return refusedField('discount', t('money.discountTooHigh'));
  return wrongCells(store);
}
