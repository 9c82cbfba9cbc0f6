import { plainHead } from '@tradehouse/contract';
import type { DocumentReply, GoodsDocumentInput, PlainHead } from '@tradehouse/contract';
import {
  ZERO,
  documentKinds,
  isPaymentKind,
  plain,
  prepaidPart,
  takesDeposit,
} from '@tradehouse/domain';
import type { GoodsKindCode, HeadAmount, PaymentKind, PaymentTerms } from '@tradehouse/domain';
import { blankCommon, commonFromReply, currencyInput } from './commonHead.ts';
import type { CommonHead } from './commonHead.ts';
import { isBlankLine, lineToInput } from './lineDraft.ts';
import type { LineDraft } from './lineDraft.ts';
import { blankSettlement, paidTyped, paysOut, sharesFees } from './settlement.ts';
import type { ServiceDraft, SettlementDraft } from './settlement.ts';

/** How bills of a partner are paid. */
export interface Agreed extends PaymentTerms {
  readonly kind: PaymentKind;
}

/** The head of a document while it is being written. */
export interface HeadDraft extends PlainHead, CommonHead {
  /** Members: what they have to spend, and what of that they were given on top; '' none. */
  readonly prepayment: string;
  readonly bonus: string;
  readonly salespersonIds: readonly string[];
  /** The activity whose locked stock it sells. */
  readonly activityId: string | null;
  /** How a bill is to be paid; null: as it is agreed with its partner. */
  readonly paymentKind: PaymentKind | null;
  /** Until when; null: as that says. */
  readonly dueOn: string | null;
  /** What is agreed with the partner that was chosen; null: it is not known here. */
  readonly agreed: Agreed | null;
  /** Transfers: the goods travel, and are received where they arrive. */
  readonly travels: boolean;
  /** The order's deposit that is still unused; '' where there is none. */
  readonly depositLeft: string;
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
  settlement: blankSettlement,
};

/** '0' and null are nothing typed. */
const typed = (value: string | null): string =>
  value === null || /^0(\.0+)?$/.test(value) ? '' : value;

/** Services that were agreed, ready to be changed. */
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
    discount: { by: 'amount', value: typed(reply.discount) },
    agreedDiscounts: [],
    service: { by: 'amount', value: typed(reply.serviceCharge) },
    services: servicesFrom(reply.services),
    otherFees: typed(reply.otherFees),
    freight: typed(reply.freight),
    // SAFETY: freight is shared in one of these ways; the reply says it in plain text.
    allocateBy: reply.allocateBy as SettlementDraft['allocateBy'],
    depositUsed: typed(reply.depositUsed),
    // What was paid is a fact of the document: editing its lines must not change it silently.
    paidNow: several ? null : paid,
    paidFor: '',
    accountId: reply.accountId,
    settlements: several
      ? reply.settlements.map(({ accountId, amount }) => ({ accountId, amount: amount ?? '' }))
      : [],
    payment: reply.payment === 'prepaid' ? 'prepaid' : 'now',
    prepaid: partOf(reply),
    received: typed(reply.received) === '' ? null : reply.received,
  };
}

const paymentKindOf = ({ paymentKind }: DocumentReply): PaymentKind | null =>
  paymentKind !== null && isPaymentKind(paymentKind) ? paymentKind : null;

/** What of a saved sale its member's prepayment paid: that it may go on paying, whatever else is left of it. */
function prepaidOf({ kind, payment, payable, settlements }: DocumentReply): string {
  if (payment !== 'prepaid' || paysOut(documentKinds[kind]) || payable === null) return '';
  return plain(prepaidPart({ payable, settlements }));
}

/** What of a saved return went back to its member's prepayment, where that was not all of it. */
const partOf = ({ kind, payment, payable, settlements }: DocumentReply): string | null =>
  payment === 'prepaid' && paysOut(documentKinds[kind]) && settlements.length > 0
    ? plain(prepaidPart({ payable, settlements }))
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
  depositLeft: typed(reply.depositLeft),
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
  settlement: {
    ...head.settlement,
    depositUsed: '',
    paidNow: null,
    paidFor: '',
    settlements: [],
    received: null,
  },
});

/** A copied line is a new line without a source and no day before `today`; lots and serials stay with the goods they name. */
export const copiedLine = (line: LineDraft, today: string): LineDraft => ({
  ...line,
  line: null,
  source: null,
  expectedOn: notBefore(today, line.expectedOn),
  allocations: line.allocations.slice(0, 1).map((part) => ({ ...part, quantity: '', serials: [] })),
});

const says = <Part extends object>(condition: boolean, part: Part): Part | Record<never, never> =>
  condition ? part : {};

/** The lines that are sent, in order, with the rows they came from: a refusal names a line by its place among them. */
export const sentRows = <Row extends { readonly value: LineDraft }>(
  rows: readonly Row[],
): readonly Row[] => rows.filter(({ value }) => !isBlankLine(value));

/** A goods document as the server takes it. Only what the kind has is sent. */
export function goodsInput(
  code: GoodsKindCode,
  head: HeadDraft,
  lines: readonly LineDraft[],
  approved: boolean,
): GoodsDocumentInput {
  const kind = documentKinds[code];
  return {
    kind: code,
    ...says(head.number !== '', { number: head.number }),
    ...says(head.time !== null, { time: head.time ?? '' }),
    ...says(kind.partner !== null, { partnerId: head.partnerId }),
    ...says(head.handlerId !== null, { handlerId: head.handlerId }),
    ...says(kind.people === 'salesperson', { salespersonIds: [...head.salespersonIds] }),
    remark: head.remark,
    status: approved ? '1' : '0',
    ...says(head.attachments.length > 0, { attachments: head.attachments }),
    ...plainHead.inBody(code, head),
    ...says(head.activityId !== null && documentKinds[code].activities, {
      activityId: head.activityId,
    }),
    // Retail in another currency is what older versions wrote: it keeps it, and is given back in it.
    ...says(kind.amounts.includes('paidNow'), currencyInput(head)),
    ...says(kind.travels, { travels: head.travels }),
    ...says(kind.amounts.includes('debt'), {
      ...(head.paymentKind === null ? {} : { paymentKind: head.paymentKind }),
      dueOn: head.dueOn,
    }),
    ...settlementInput(code, head.settlement),
    lines: lines.map((line) => lineToInput(line, code)),
  };
}

function settlementInput(code: GoodsKindCode, draft: SettlementDraft): Partial<GoodsDocumentInput> {
  const kind = documentKinds[code];
  const has = (amount: HeadAmount): boolean => kind.amounts.includes(amount);
  const { discount, service, settlements } = draft;
  const paid = paidTyped(draft);
  const several = settlements.length > 0;
  const paidField = takesDeposit(kind) ? 'depositTaken' : 'paidNow';
  const cash = has('change');
  return {
    ...says(has('discount') && discount.value !== '', {
      [discount.by === 'rate' ? 'discountRate' : 'discount']: discount.value,
    }),
    ...says(has('service') && service.value !== '', {
      [service.by === 'rate' ? 'serviceRate' : 'serviceCharge']: service.value,
    }),
    ...says(has('services') && draft.services.length > 0, {
      services: draft.services.flatMap(({ serviceId, quantity, fee }) =>
        serviceId === null ? [] : [{ serviceId, quantity, ...says(fee !== '', { fee }) }],
      ),
    }),
    ...says(has('otherFees') && draft.otherFees !== '', { otherFees: draft.otherFees }),
    ...says(has('freight') && draft.freight !== '', { freight: draft.freight }),
    ...says(sharesFees(kind), { allocateBy: draft.allocateBy }),
    ...says(has('deposit') && draft.depositUsed !== '', {
      depositUsed: draft.depositUsed ?? '0',
    }),
    ...says(kind.account !== null && !several && draft.payment === 'now', {
      accountId: draft.accountId,
    }),
    ...says(several, {
      settlements: settlements.flatMap(({ accountId, amount }) =>
        accountId === null ? [] : [{ accountId, amount }],
      ),
    }),
    ...says(has('paidNow') && !cash && paid !== null, { [paidField]: plain(paid ?? ZERO) }),
    ...says(kind.prepaid, { payment: draft.payment }),
    ...says(cash && draft.payment === 'now' && draft.received !== null, {
      received: draft.received === '' ? '0' : (draft.received ?? '0'),
    }),
  };
}
