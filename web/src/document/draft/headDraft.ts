import { plainHead } from '@tradehouse/contract';
import type { DocumentReply, GoodsDocumentInput, PlainHead } from '@tradehouse/contract';
import {
  ZERO,
  documentKinds,
  isPaymentKind,
  paysOut,
  toPlainDecimal,
  prepaidPart,
  takesDeposit,
} from '@tradehouse/domain';
import type { GoodsKindCode, HeadAmount, PaymentKind, PaymentTerms } from '@tradehouse/domain';
import { blankCommon, commonFromReply, currencyInput } from './commonHead.ts';
import type { CommonHead } from './commonHead.ts';
import type { KeptDigits } from './keptDigits.ts';
import { isUntouchedLine, lineToInput } from './lineDraft.ts';
import type { LineDraft } from './lineDraft.ts';
import { blankSettlement, paidTyped, sharesFees } from './settlement.ts';
import type { ServiceDraft, SettlementDraft } from './settlement.ts';

/** Payment terms agreed with a partner. */
export interface AgreedPaymentTerms extends PaymentTerms {
  readonly kind: PaymentKind;
}

/** Head of an unsaved goods document. */
export interface HeadDraft extends PlainHead, CommonHead {
  /** Members: available prepayment and its bonus part; '' none. */
  readonly prepayment: string;
  readonly bonus: string;
  readonly salespersonIds: readonly string[];
  /** Activity whose locked stock is sold. */
  readonly activityId: string | null;
  /** Payment kind of a bill; null: as agreed with the partner. */
  readonly paymentKind: PaymentKind | null;
  /** Due date; null: by the payment kind. */
  readonly dueOn: string | null;
  /** Terms agreed with the chosen partner; null: unknown here. */
  readonly agreed: AgreedPaymentTerms | null;
  /** Transfers: goods are in transit until received at their target. */
  readonly travels: boolean;
  /** Order's unused deposit; '' if none. */
  readonly depositLeft: string;
  /** Further decimals of amounts saved with the document, or of returned documents. */
  readonly keptDigits: KeptDigits;
  readonly settlement: SettlementDraft;
}

export const blankHead: HeadDraft = {
  ...blankCommon,
  prepayment: '',
  bonus: '',
  salespersonIds: [],
  ...plainHead.blank,
  activityId: null,
  paymentKind: null,
  dueOn: null,
  agreed: null,
  travels: false,
  depositLeft: '',
  keptDigits: [],
  settlement: blankSettlement,
};

/** '0' and null are nothing typed. */
const toTypedHeadAmount = (value: string | null): string =>
  value === null || /^0(\.0+)?$/.test(value) ? '' : value;

/** Returns agreed services as editable drafts. */
export const servicesFrom = (services: DocumentReply['services']): readonly ServiceDraft[] =>
  services.map(({ serviceId, name, quantity, fee }) => ({
    serviceId,
    name,
    quantity,
    fee: fee ?? '',
  }));

function settlementOf(reply: DocumentReply): SettlementDraft {
  const order = takesDeposit(documentKinds[reply.kind]);
  const several = reply.settlements.length >= 2;
  const paid = order ? reply.depositTaken : reply.paidNow;
  return {
    discount: { by: 'amount', value: toTypedHeadAmount(reply.discount) },
    agreedDiscounts: [],
    service: { by: 'amount', value: toTypedHeadAmount(reply.serviceCharge) },
    services: servicesFrom(reply.services),
    otherFees: toTypedHeadAmount(reply.otherFees),
    freight: toTypedHeadAmount(reply.freight),
    // SAFETY: freight is shared in one of these ways, typed as plain text in the reply.
    allocateBy: reply.allocateBy as SettlementDraft['allocateBy'],
    depositUsed: toTypedHeadAmount(reply.depositUsed),
    // The paid amount is a fact: line edits must not silently change the payment.
    paidNow: several ? null : paid,
    paidFor: '',
    accountId: reply.accountId,
    settlements: several
      ? reply.settlements.map(({ accountId, amount }) => ({ accountId, amount: amount ?? '' }))
      : [],
    payment: reply.payment === 'prepaid' ? 'prepaid' : 'now',
    prepaid: prepaidPartOfReturn(reply),
    received: toTypedHeadAmount(reply.received) === '' ? null : reply.received,
  };
}

const paymentKindOf = ({ paymentKind }: DocumentReply): PaymentKind | null =>
  paymentKind !== null && isPaymentKind(paymentKind) ? paymentKind : null;

/** Returns a member's prepayment spent on a saved sale: usable again, whatever else remains. */
function prepaidOf({ kind, payment, payable, settlements }: DocumentReply): string {
  if (payment !== 'prepaid' || paysOut(documentKinds[kind]) || payable === null) return '';
  return toPlainDecimal(prepaidPart({ payable, settlements }));
}

/** Returns a saved return's refund to the member's prepayment, if partial. */
const prepaidPartOfReturn = ({
  kind,
  payment,
  payable,
  settlements,
}: DocumentReply): string | null =>
  payment === 'prepaid' && paysOut(documentKinds[kind]) && settlements.length > 0
    ? toPlainDecimal(prepaidPart({ payable, settlements }))
    : null;

/** A saved document's head, ready to be written on. */
export const headFromReply = (reply: DocumentReply): HeadDraft => ({
  ...commonFromReply(reply),
  prepayment: prepaidOf(reply),
  bonus: '',
  salespersonIds: reply.salespersonIds,
  ...plainHead.givenOf(reply.kind, reply),
  activityId: reply.activityId,
  paymentKind: paymentKindOf(reply),
  dueOn: reply.dueOn,
  agreed: null,
  travels: reply.travels,
  depositLeft: toTypedHeadAmount(reply.depositLeft),
  keptDigits: [],
  settlement: settlementOf(reply),
});

const notBefore = (today: string, day: string | null): string | null =>
  day !== null && day < today ? null : day;

/** A copy: a new number, the present time, no links, no deposit and no day before `today`, the company's. */
export const copiedHead = (head: HeadDraft, today: string): HeadDraft => ({
  ...head,
  id: null,
  version: null,
  number: '',
  time: null,
  dueOn: null,
  requiredOn: notBefore(today, head.requiredOn),
  expectedOn: notBefore(today, head.expectedOn),
  attachments: [],
  depositLeft: '',
  keptDigits: [],
  settlement: {
    ...head.settlement,
    depositUsed: '',
    paidNow: null,
    paidFor: '',
    settlements: [],
    received: null,
  },
});

/**
 * Copies a line without its source and without days before `today`; lots and serials stay with their goods.
 */
export const copiedLine = (line: LineDraft, today: string): LineDraft => ({
  ...line,
  line: null,
  source: null,
  expectedOn: notBefore(today, line.expectedOn),
  allocations: line.allocations.slice(0, 1).map((part) => ({ ...part, quantity: '', serials: [] })),
});

const includeHeadPartIf = <Part extends object>(
  condition: boolean,
  part: Part,
): Part | Record<never, never> => (condition ? part : {});

/**
 * Returns the lines to send, in order, with their rows: a refusal names a line by position. Typed content
 * without goods is included, so that the save refuses the line instead of dropping the content.
 */
export const sentRows = <Row extends { readonly value: LineDraft }>(
  rows: readonly Row[],
): readonly Row[] => rows.filter(({ value }) => !isUntouchedLine(value));

/** Returns a goods document with every field of the kind, because a change keeps unnamed fields. */
export function toGoodsDocumentInput(
  code: GoodsKindCode,
  head: HeadDraft,
  lines: readonly LineDraft[],
  approved: boolean,
): GoodsDocumentInput {
  const kind = documentKinds[code];
  return {
    kind: code,
    ...includeHeadPartIf(head.number !== '', { number: head.number }),
    ...includeHeadPartIf(head.time !== null, { time: head.time ?? '' }),
    ...includeHeadPartIf(kind.partner !== null, { partnerId: head.partnerId }),
    handlerId: head.handlerId,
    ...includeHeadPartIf(kind.people === 'salesperson', {
      salespersonIds: [...head.salespersonIds],
    }),
    remark: head.remark,
    status: approved ? '1' : '0',
    attachments: head.attachments,
    ...plainHead.inBody(code, head),
    ...includeHeadPartIf(kind.activities, { activityId: head.activityId }),
    // Older versions wrote retail in foreign currency: the currency remains, also for refunds.
    ...includeHeadPartIf(kind.amounts.includes('paidNow'), currencyInput(head)),
    ...includeHeadPartIf(kind.travels, { travels: head.travels }),
    ...includeHeadPartIf(kind.amounts.includes('debt'), {
      ...(head.paymentKind === null ? {} : { paymentKind: head.paymentKind }),
      dueOn: head.dueOn,
    }),
    ...settlementInput(code, head.settlement),
    lines: lines.map((line) => lineToInput(line, code)),
  };
}

const orZero = (amount: string): string => (amount === '' ? '0' : amount);

function settlementInput(code: GoodsKindCode, draft: SettlementDraft): Partial<GoodsDocumentInput> {
  const kind = documentKinds[code];
  const has = (amount: HeadAmount): boolean => kind.amounts.includes(amount);
  const { discount, service, settlements } = draft;
  const paid = paidTyped(draft);
  const several = settlements.length > 0;
  const paidField = takesDeposit(kind) ? 'depositTaken' : 'paidNow';
  const cash = has('change');
  return {
    ...includeHeadPartIf(has('discount'), {
      [discount.by === 'rate' ? 'discountRate' : 'discount']: orZero(discount.value),
    }),
    ...includeHeadPartIf(has('service'), {
      [service.by === 'rate' ? 'serviceRate' : 'serviceCharge']: orZero(service.value),
    }),
    ...includeHeadPartIf(has('services'), {
      services: draft.services.flatMap(({ serviceId, quantity, fee }) =>
        serviceId === null
          ? []
          : [{ serviceId, quantity, ...includeHeadPartIf(fee !== '', { fee }) }],
      ),
    }),
    ...includeHeadPartIf(has('otherFees'), { otherFees: orZero(draft.otherFees) }),
    ...includeHeadPartIf(has('freight'), { freight: orZero(draft.freight) }),
    ...includeHeadPartIf(sharesFees(kind), { allocateBy: draft.allocateBy }),
    ...includeHeadPartIf(has('deposit'), { depositUsed: orZero(draft.depositUsed ?? '') }),
    ...includeHeadPartIf(kind.account !== null && !several, {
      accountId: draft.payment === 'now' ? draft.accountId : null,
    }),
    ...includeHeadPartIf(several, {
      settlements: settlements.flatMap(({ accountId, amount }) =>
        accountId === null ? [] : [{ accountId, amount }],
      ),
    }),
    ...includeHeadPartIf(has('paidNow') && !cash && paid !== null, {
      [paidField]: toPlainDecimal(paid ?? ZERO),
    }),
    ...includeHeadPartIf(kind.prepaid, { payment: draft.payment }),
    ...includeHeadPartIf(cash && draft.payment === 'now' && draft.received !== null, {
      received: orZero(draft.received ?? ''),
    }),
  };
}
