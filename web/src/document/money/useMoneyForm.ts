import type { DocumentReply, MoneyDocumentInput } from '@tradehouse/contract';
import { moneyDocuments } from '@tradehouse/contract';
import { computeMoneyDocument, documentKinds, hasBonus } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import type { CallOptions } from '../../app/net/client.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';
import { currencyDigitsOf } from '../../control/currency.ts';
import { amountInCurrency } from '../../control/fieldNumber.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { blankCommon, commonFromReply, currencyInput } from '../draft/commonHead.ts';
import type { CommonHead } from '../draft/commonHead.ts';
import { refusedField, refusedLines, refusedRate, wrongCells } from '../draft/refusals.ts';
import type { SaveRefusal } from '../draft/refusals.ts';
import { useDocumentForm } from '../form/useDocumentForm.ts';
import type { DocumentForm } from '../form/useDocumentForm.ts';
import type { RowState } from '../grid/gridState.ts';
import { decimalFromDraft } from '../draft/priced.ts';
import { isUnread } from '../draft/settlement.ts';
import type { MoneyLines, WithAmount } from './moneyLines.ts';

/** Head of an unsaved money document. */
export interface MoneyHead extends CommonHead {
  readonly accountId: string | null;
  readonly discount: string;
  /** Bonus on top of a prepayment; '' if none. */
  readonly bonus: string;
  /** Payment fee; null: by the rate of the account. */
  readonly paymentFee: string | null;
  /** Rate fixed by the saved document for its account. */
  readonly feeRate: { readonly accountId: string | null; readonly rate: string } | null;
}

export interface MoneyStart<Line> {
  readonly head: MoneyHead;
  readonly lines: readonly Line[];
  /** Idempotency-Key of a resumed draft. */
  readonly key?: string;
}

/** Returns a blank head, with the account for kinds that have an account. */
export const blankMoneyHead = (code: MoneyKindCode, accountId: string | null): MoneyHead => ({
  ...blankCommon,
  accountId: documentKinds[code].account === null ? null : accountId,
  discount: '',
  bonus: '',
  paymentFee: null,
  feeRate: null,
});

/** A copy: a new number, the present time and no papers. */
export const copiedMoneyHead = (head: MoneyHead): MoneyHead => ({
  ...head,
  id: null,
  version: null,
  number: '',
  time: null,
  attachments: [],
  paymentFee: null,
  feeRate: null,
});

/** Nothing is nothing typed. */
const typedOf = (amount: string | null): string =>
  decimalFromDraft(amount).isZero() ? '' : (amount ?? '');

const feeFromReply = ({ accountId, paymentFee, paymentFeeRate: rate }: DocumentReply) =>
  rate === null
    ? { paymentFee: typedOf(paymentFee), feeRate: null }
    : { paymentFee: null, feeRate: { accountId, rate } };

export const moneyFromReply = <Line>(
  reply: DocumentReply,
  { fromReply }: Pick<MoneyLines<Line>, 'fromReply'>,
): MoneyStart<Line> => ({
  head: {
    ...commonFromReply(reply),
    accountId: reply.accountId,
    discount: typedOf(reply.discount),
    bonus: typedOf(reply.bonus),
    ...feeFromReply(reply),
  },
  lines: reply.lines.map(fromReply),
});

/** Returns a money document with blank fields named, because a change keeps unnamed fields. */
export const toMoneyDocumentInput = (
  code: MoneyKindCode,
  head: MoneyHead,
  lines: MoneyDocumentInput['lines'],
  approved: boolean,
): MoneyDocumentInput => ({
  kind: code,
  ...(head.number === '' ? {} : { number: head.number }),
  ...(head.time === null ? {} : { time: head.time }),
  partnerId: head.partnerId,
  ...currencyInput(head),
  handlerId: head.handlerId,
  remark: head.remark,
  status: approved ? '1' : '0',
  attachments: head.attachments,
  accountId: head.accountId,
  discount: head.discount === '' ? '0' : head.discount,
  bonus: head.bonus === '' ? '0' : head.bonus,
  ...feeInput(code, head),
  lines,
});

/** A fee by the rate of the account is left to the server. */
const feeInput = (code: MoneyKindCode, { paymentFee }: MoneyHead) =>
  documentKinds[code].paymentFees.length === 0 || paymentFee === null
    ? {}
    : { paymentFee: paymentFee === '' ? '0' : paymentFee };

export interface MoneyForm<Line> extends DocumentForm<MoneyHead, Line> {
  readonly code: MoneyKindCode;
  readonly of: MoneyLines<Line>;
}

/** Holds head and lines of a money document, and saves the document. */
export function useMoneyForm<Line extends WithAmount>(
  code: MoneyKindCode,
  start: MoneyStart<Line>,
  of: MoneyLines<Line>,
): MoneyForm<Line> {
  const own = useSettings();
  const { shape } = of;
  const form = useDocumentForm<MoneyHead, Line>(start, {
    rereadAmounts: (head) => ({
      ...head,
      discount: amountInCurrency(head.discount, head.currency),
      bonus: amountInCurrency(head.bonus, head.currency),
      paymentFee:
        head.paymentFee === null ? null : amountInCurrency(head.paymentFee, head.currency),
    }),
    opened: of.opened,
    shape,
    sent: (rows) => rows.filter(({ value }) => !shape.isBlank(value)),
    problem: (head, rows, store) => {
      of.mark(head, rows, store);
      return (
        findMoneyProblem(code, head, rows, currencyDigitsOf(null, head.currency, own)) ??
        wrongCells(store)
      );
    },
    send: (head, lines, approved, options) =>
      sendMoneyDocument(
        toMoneyDocumentInput(code, head, lines.map(of.toInput), approved),
        head,
        options,
      ),
    column: 'amount',
  });
  return { ...form, code, of };
}

const sendMoneyDocument = (
  input: MoneyDocumentInput,
  { id, version }: MoneyHead,
  options: CallOptions,
) =>
  id === null
    ? callEndpoint(moneyDocuments.add, input, options)
    : callEndpoint(moneyDocuments.update, { ...input, id, version: version ?? 0 }, options);

/** Computes the lines' total and the amount paid after discount. */
export const moneyFigures = (lines: readonly WithAmount[], discount: string, digits: number) =>
  computeMoneyDocument(
    lines.map(({ amount }) => decimalFromDraft(amount)),
    decimalFromDraft(discount),
    digits,
  );

function findMoneyProblem(
  code: MoneyKindCode,
  head: MoneyHead,
  rows: readonly RowState<WithAmount>[],
  digits: number,
): SaveRefusal | null {
  const kind = documentKinds[code];
  if (kind.partner?.required === true && head.partnerId === null)
    return refusedField('partnerId', t('editor.save.noPartner', { name: partnerLabel(kind) }));
  if (isUnread(head.discount) || isUnread(head.bonus) || isUnread(head.paymentFee ?? ''))
    return refusedField('settlement', t('editor.save.wrongCells'));
  const bonusAlone = hasBonus(kind) && decimalFromDraft(head.bonus).gt(0);
  if (rows.length === 0 && !bonusAlone) return refusedLines(t('editor.save.noLines'));
  const noRate = refusedRate(head);
  if (noRate !== null) return noRate;
  const lines = rows.map(({ value }) => value);
  const { paidNow, total } = moneyFigures(lines, head.discount, digits);
  if (kind.account === 'required' && head.accountId === null && !paidNow.isZero())
    return refusedField('accountId', t('editor.save.noAccount'));
  return paidNow.isNegative() && !total.isNegative()
    ? refusedField('discount', t('money.discountTooHigh'))
    : null;
}
