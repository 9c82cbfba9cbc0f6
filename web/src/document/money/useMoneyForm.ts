import type { DocumentReply, MoneyDocumentInput } from '@tradehouse/contract';
import { moneyDocuments } from '@tradehouse/contract';
import { computeMoneyDocument, documentKinds, hasBonus } from '@tradehouse/domain';
import type { MoneyKindCode } from '@tradehouse/domain';
import { call } from '../../app/net/client.ts';
import type { CallOptions } from '../../app/net/client.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';
import { digitsOf } from '../../control/currency.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { blankCommon, commonFromReply, currencyInput } from '../draft/commonHead.ts';
import type { CommonHead } from '../draft/commonHead.ts';
import { refusedField, refusedLines, refusedRate, wrongCells } from '../draft/refusals.ts';
import type { Refusal } from '../draft/refusals.ts';
import { useDocumentForm } from '../form/useDocumentForm.ts';
import type { DocumentForm } from '../form/useDocumentForm.ts';
import { settle } from '../grid/keys.ts';
import type { RowState } from '../grid/gridState.ts';
import { numberOf } from '../draft/priced.ts';
import { isUnread } from '../draft/settlement.ts';
import type { MoneyLines, WithAmount } from './moneyLines.ts';

/** The head of a document of money while it is being written. */
export interface MoneyHead extends CommonHead {
  readonly accountId: string | null;
  readonly discount: string;
  /** What is given on top of a prepayment; '' where nothing is. */
  readonly bonus: string;
}

export interface MoneyStart<Line> {
  readonly head: MoneyHead;
  readonly lines: readonly Line[];
  /** The Idempotency-Key of a draft that is gone on with. */
  readonly key?: string;
}

/** A head with nothing said, but for the account of kinds that have one. */
export const blankMoneyHead = (code: MoneyKindCode, accountId: string | null): MoneyHead => ({
  ...blankCommon,
  accountId: documentKinds[code].account === null ? null : accountId,
  discount: '',
  bonus: '',
});

/** A copy: a new number, the present time and no papers. */
export const copiedMoneyHead = (head: MoneyHead): MoneyHead => ({
  ...head,
  id: null,
  version: null,
  number: '',
  time: null,
  attachments: [],
});

/** Nothing is nothing typed. */
const typedOf = (amount: string | null): string =>
  numberOf(amount).isZero() ? '' : (amount ?? '');

export const moneyFromReply = <Line>(
  reply: DocumentReply,
  { fromReply }: Pick<MoneyLines<Line>, 'fromReply'>,
): MoneyStart<Line> => ({
  head: {
    ...commonFromReply(reply),
    accountId: reply.accountId,
    discount: typedOf(reply.discount),
    bonus: typedOf(reply.bonus),
  },
  lines: reply.lines.map(fromReply),
});

const moneyInput = (
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
  ...(head.handlerId === null ? {} : { handlerId: head.handlerId }),
  remark: head.remark,
  status: approved ? '1' : '0',
  ...(head.attachments.length === 0 ? {} : { attachments: head.attachments }),
  accountId: head.accountId,
  ...(head.discount === '' ? {} : { discount: head.discount }),
  ...(head.bonus === '' ? {} : { bonus: head.bonus }),
  lines,
});

/** A document of money while it is being written. */
export interface MoneyForm<Line> extends DocumentForm<MoneyHead, Line> {
  readonly code: MoneyKindCode;
  readonly of: MoneyLines<Line>;
}

/** Head and lines of a document of money, and the way they are saved. */
export function useMoneyForm<Line extends WithAmount>(
  code: MoneyKindCode,
  start: MoneyStart<Line>,
  of: MoneyLines<Line>,
): MoneyForm<Line> {
  const own = useSettings();
  const { shape } = of;
  const form = useDocumentForm<MoneyHead, Line>(start, {
    opened: of.opened,
    settle: (store) => settle(store, shape),
    sent: (rows) => rows.filter(({ value }) => !shape.isBlank(value)),
    problem: (head, rows, store) => {
      of.mark(head, rows, store);
      return problemOf(code, head, rows, digitsOf(null, head.currency, own)) ?? wrongCells(store);
    },
    send: (head, lines, approved, options) =>
      send(moneyInput(code, head, lines.map(of.toInput), approved), head, options),
    column: 'amount',
  });
  return { ...form, code, of };
}

const send = (input: MoneyDocumentInput, { id, version }: MoneyHead, options: CallOptions) =>
  id === null
    ? call(moneyDocuments.add, input, options)
    : call(moneyDocuments.update, { ...input, id, version: version ?? 0 }, options);

/** Total of the lines and what changes hands after the discount. */
export const moneyFigures = (lines: readonly WithAmount[], discount: string, digits: number) =>
  computeMoneyDocument(
    lines.map(({ amount }) => numberOf(amount)),
    numberOf(discount),
    digits,
  );

function problemOf(
  code: MoneyKindCode,
  head: MoneyHead,
  rows: readonly RowState<WithAmount>[],
  digits: number,
): Refusal | null {
  const kind = documentKinds[code];
  if (kind.partner?.required === true && head.partnerId === null)
    return refusedField('partnerId', t('editor.save.noPartner', { name: partnerLabel(kind) }));
  if (isUnread(head.discount) || isUnread(head.bonus))
    return refusedField('settlement', t('editor.save.wrongCells'));
  const bonusAlone = hasBonus(kind) && numberOf(head.bonus).gt(0);
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
