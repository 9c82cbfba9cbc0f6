import { orderStages, paymentKinds } from '@tradehouse/domain';
import type { AnyKindCode, DocumentKind } from '@tradehouse/domain';
import { Type } from 'typebox';
import { Note, Optional, toLiteralUnion } from '../field.ts';
import { FileName, MOST_FILES } from '../file/files.ts';
import { invoicePage } from '../invoice/invoicePage.ts';
import { AmountString, Closed, Day, DecimalString, Id, Instant, Nullable } from '../resource.ts';
import { defineChoicesFilter } from '../table.ts';
import type { TableColumn, Filter } from '../table.ts';
import * as is from '../fieldTypes.ts';
import type { FieldType } from '../fieldTypes.ts';
import {
  isRequestKind,
  isAssemblyKind,
  everyRule,
  deposits,
  anyRule,
  foreign,
  isFulfillableKind,
  isGoodsKind,
  hasHeadAmount,
  isInvoicedKind,
  itemised,
  hasSourceKinds,
  isMoneyKind,
  negateRule,
  isOrderKind,
  hasPartnerDebt,
  mayUsePrepayment,
  isPricedKind,
  isPromotedKind,
  hasPurchaseProgress,
  isReturnableKind,
  isSettlementKind,
  hasOrderStages,
  isWarehouseMoveKind,
  taxed,
  transfersMoney,
  hasTransit,
  withAccount,
  withActivity,
  withBonus,
  withPaymentFee,
  withPartner,
  withSalespeople,
} from './rules.ts';
import type { KindRule } from './rules.ts';
import { KindReply, OrderLifeReply, ServiceInput, ServiceReply, SettlementInput } from './parts.ts';

/** Appearance of a list column, beside its type's defaults. */
type HeadColumnLooks = Partial<Omit<TableColumn, 'type'>>;

/**
 * Field of a document's head, in list order. Everything follows from the declaration: save and read bodies,
 * columns, detail and list queries, printing, and a plain field's path through save, form and paper. A
 * field that needs more is `byHand`.
 */
export interface HeadField {
  readonly is: FieldType;
  /**
   * Column of `document`. Without one, `reads` names the reader that computes the field: detail, lists,
   * both, or paper alone.
   */
  readonly keeps?: string;
  readonly reads?: 'detail' | 'list' | 'both' | 'paper';
  /** Kinds with the field; absent: every kind. */
  readonly kinds?: KindRule;
  /**
   * Bodies with the field: goods, money, or any. `plain`: no further logic; control, save and paper follow
   * from the declaration, with the control in the head or behind "more".
   */
  readonly enters?: {
    readonly body: 'goods' | 'money' | 'any';
    readonly plain: 'head' | 'more' | null;
  };
  /** List column on kinds with the field; null: no column. */
  readonly lists?:
    | HeadColumnLooks
    | ((kind: DocumentKind, code: AnyKindCode) => HeadColumnLooks | null);
  /** Filter of the field's name; filters with another name or test are in `tables.ts`. */
  readonly filters?: Filter;
  /** Part of the paper, on kinds with the field or on `kinds`. */
  readonly prints?: { readonly as: 'fact' | 'sum'; readonly kinds?: KindRule };
}

const inGoods = { body: 'goods', plain: null } as const;
const inAny = { body: 'any', plain: null } as const;
const plainInHead = { body: 'goods', plain: 'head' } as const;
const plainBehindMore = { body: 'goods', plain: 'more' } as const;
const fact = { as: 'fact' } as const;
const sum = { as: 'sum' } as const;
const optional = { optional: true } as const;
const hidden = { hidden: true } as const;

/** Statuses on the wire: 0 draft, 1 approved, 3 partial, 2 complete. */
const documentStatuses = ['0', '1', '3', '2'] as const;
const progressStatuses = ['0', '3', '2'] as const;
/** 0 under way, 1 completed: the order's rest is given up. */
const orderLocks = ['0', '1'] as const;
/** 0 not asked, 1 asked, 2 confirmed. */
const confirmStatuses = ['0', '1', '2'] as const;
/** 0 not pushed, 1 pushed, 2 changed since. */
const pushStatuses = ['0', '1', '2'] as const;

const state = { sortable: false, width: 100 } as const;
const ofPartner = { is: is.words, reads: 'paper', kinds: withPartner, prints: fact } as const;
const defineHeadAmount = (rule: KindRule) => ({ is: is.amount, kinds: rule }) as const;

const wordy = { sortable: false, width: 130, matters: 'most' } as const;
/** Words gathered from the lines for lists only. */
const listedWords = (kinds: KindRule) =>
  ({ is: is.words, reads: 'list', kinds, lists: wordy }) as const;

/** External number. */
const outside = {
  is: is.textType(100),
  kinds: taxed,
  enters: plainBehindMore,
  lists: { ...optional, code: true, width: 150 },
  prints: { ...fact, kinds: isGoodsKind },
} as const;

export const headFields = {
  id: { is: is.id, keeps: 'id', lists: hidden },
  version: { is: is.integer, keeps: 'version', lists: hidden },
  kind: { is: is.withReplySchema(is.words, KindReply), keeps: 'kind' },
  partnerId: {
    is: is.reference,
    keeps: 'partner_id',
    kinds: withPartner,
    enters: inAny,
    lists: hidden,
  },
  partnerName: {
    is: is.words,
    reads: 'both',
    kinds: withPartner,
    lists: { width: 140 },
    prints: fact,
  },
  partnerContacts: ofPartner,
  partnerPhone: ofPartner,
  partnerAddress: ofPartner,
  partnerTaxNumber: ofPartner,
  partnerBank: ofPartner,
  partnerBankAccount: ofPartner,
  /** Absent in a body: numbered while saving. Links appear beside the number, a word each. */
  number: {
    is: is.textType(50),
    keeps: 'number',
    enters: inAny,
    lists: (kind, code) => ({
      code: true,
      width: 170 + (hasSourceKinds(kind, code) ? 35 : 0) + (isReturnableKind(kind, code) ? 35 : 0),
    }),
    prints: fact,
  },
  sourceNumbers: {
    is: is.key,
    reads: 'list',
    kinds: hasSourceKinds,
    lists: { ...optional, width: 170 },
    prints: fact,
  },
  hasReturn: { is: is.flag, reads: 'list', kinds: isReturnableKind, lists: hidden },
  /** Assemblies: goods made or taken apart, with quantities. */
  madeGoods: { ...listedWords(isAssemblyKind), lists: { ...wordy, width: 180 } },
  /** Kinds without prices: the lines' warehouses. */
  warehouseNames: listedWords(isWarehouseMoveKind),
  targetWarehouseNames: listedWords(({ targetWarehouse }) => targetWarehouse),
  /** Income and expenditure: the items of their lines. */
  itemNames: listedWords(itemised),
  receivingAccounts: listedWords(transfersMoney),
  summary: { is: is.words, reads: 'list', kinds: isGoodsKind, lists: { width: 260 } },
  /** The business time; absent in a new document means now. */
  time: {
    is: is.withInputSchema(is.instant, Optional(Instant)),
    keeps: 'business_time',
    enters: inAny,
    lists: { width: 150 },
    prints: fact,
  },
  businessDate: {
    is: is.withReplySchema(is.day, Day),
    keeps: 'business_date',
    lists: hidden,
    prints: fact,
  },
  warehouseName: {
    is: is.words,
    reads: 'paper',
    kinds: ({ warehouse }) => warehouse,
    prints: fact,
  },
  creatorId: { is: is.id, keeps: 'creator_id', lists: hidden },
  creatorName: {
    is: is.words,
    reads: 'both',
    lists: (kind, code) => ({ width: 90, matters: isRequestKind(kind, code) ? 'some' : 'least' }),
    prints: fact,
  },
  /** Creator's institution at the time of writing. */
  institutionName: {
    is: is.words,
    reads: 'both',
    kinds: isRequestKind,
    lists: { ...optional, width: 120 },
    prints: fact,
  },
  /** Requisitions: by when the goods are needed; not before the document's own day. */
  requiredOn: {
    is: is.day,
    keeps: 'required_on',
    kinds: isRequestKind,
    enters: plainInHead,
    lists: { ...optional, width: 110 },
    filters: { by: 'range', columns: ['requiredOn'], control: 'dates' },
    prints: fact,
  },
  /** Orders: when the goods are to come, or are promised to go. */
  expectedOn: {
    is: is.day,
    keeps: 'expected_on',
    kinds: isOrderKind,
    enters: plainInHead,
    lists: { ...optional, width: 110 },
    filters: { by: 'range', columns: ['expectedOn'], control: 'dates' },
    prints: fact,
  },
  handlerId: {
    is: is.reference,
    keeps: 'handler_id',
    enters: inAny,
    lists: (kind, code) => (isMoneyKind(kind, code) ? hidden : null),
  },
  handlerName: {
    is: is.words,
    reads: 'both',
    kinds: isMoneyKind,
    lists: { width: 100 },
    prints: fact,
  },
  payment: {
    is: is.withOptionalInput(is.requiredChoiceType(['now', 'prepaid'])),
    keeps: 'payment',
    kinds: mayUsePrepayment,
    enters: inGoods,
    lists: { ...optional, width: 90 },
    prints: fact,
  },
  /** Payment kind of a bill; absent in a body: unchanged, or the partner's. */
  paymentKind: {
    is: is.withOptionalInput(
      is.withReplySchema(is.requiredChoiceType(paymentKinds), Nullable(Type.String())),
    ),
    keeps: 'payment_kind',
    kinds: hasHeadAmount('debt'),
    enters: inGoods,
    lists: { ...optional, width: 100 },
    filters: defineChoicesFilter('paymentKind', paymentKinds),
    prints: fact,
  },
  /** Due day; null or absent in a body: by payment kind and partner's terms. */
  dueOn: {
    is: is.day,
    keeps: 'due_on',
    kinds: hasHeadAmount('debt'),
    enters: inGoods,
    lists: { ...optional, width: 110 },
    filters: { by: 'range', columns: ['dueOn'], control: 'dates' },
    prints: fact,
  },
  /** Transfers: goods stay in transit until received. */
  travels: { is: is.flag, keeps: 'travels', kinds: hasTransit, enters: inGoods },
  salespersonIds: {
    is: is.withInputSchema(
      is.withReplySchema(is.reference, Type.Array(Id)),
      Optional(Type.Array(Id, { maxItems: 20 })),
    ),
    keeps: 'salesperson_ids',
    kinds: withSalespeople,
    enters: inGoods,
  },
  salespersonNames: {
    is: is.words,
    reads: 'both',
    kinds: withSalespeople,
    lists: { ...optional, sortable: false, width: 120 },
    prints: fact,
  },
  /** Activity whose locked stock is sold. */
  activityId: {
    is: is.reference,
    keeps: 'activity_id',
    kinds: withActivity,
    enters: inGoods,
  },
  taxMode: { is: is.words, keeps: 'tax_mode' },
  inForce: { is: is.flag, keeps: 'in_force' },
  createdAt: { is: is.instant, keeps: 'created_at' },
  updatedAt: { is: is.instant, keeps: 'updated_at' },
  updaterName: { is: is.words, reads: 'detail' },
  totalQuantity: {
    is: is.quantity,
    keeps: 'total_quantity',
    kinds: isGoodsKind,
    // The sum of an assembly counts goods and parts together.
    lists: (kind, code) => ({
      sum: true,
      width: 90,
      ...(isAssemblyKind(kind, code) ? optional : {}),
    }),
    prints: sum,
  },
  weight: { is: is.quantity, reads: 'paper', kinds: isGoodsKind, prints: sum },
  goodsAmount: {
    is: is.amount,
    keeps: 'goods_amount',
    kinds: everyRule(isGoodsKind, isPricedKind),
    lists: (kind, code) => ({
      width: 110,
      ...(taxed(kind, code) ? { matters: 'least', echoes: 'totalAmount' } : {}),
      ...(isWarehouseMoveKind(kind, code) ? { zeroIsNone: true } : {}),
    }),
    prints: sum,
  },
  taxAmount: { is: is.amount, keeps: 'tax_amount', kinds: taxed, prints: sum },
  totalAmount: {
    is: is.amount,
    keeps: 'total_amount',
    kinds: anyRule(
      everyRule(isGoodsKind, taxed),
      everyRule(isMoneyKind, anyRule(hasHeadAmount('discount'), negateRule(withAccount))),
    ),
    lists: { width: 110 },
    prints: { ...sum, kinds: anyRule(taxed, isMoneyKind) },
  },
  discountRate: {
    is: is.percent,
    keeps: 'discount_rate',
    kinds: everyRule(isGoodsKind, hasHeadAmount('discount')),
    enters: inGoods,
    lists: { ...optional, width: 90 },
    prints: sum,
  },
  /** In a body: rate or amount of the discount. The amount counts if the rate makes it, is 0 or is kept. */
  discount: {
    is: is.amount,
    keeps: 'discount',
    kinds: hasHeadAmount('discount'),
    enters: inAny,
    lists: (kind, code) => (isGoodsKind(kind, code) ? optional : {}),
    prints: sum,
  },
  afterDiscount: { ...defineHeadAmount(deposits), reads: 'both', lists: optional, prints: sum },
  serviceRate: {
    is: is.withInputSchema(is.percent, Optional(AmountString)),
    keeps: 'service_rate',
    kinds: hasHeadAmount('service'),
    enters: inGoods,
    lists: { ...optional, width: 90 },
  },
  serviceCharge: {
    ...defineHeadAmount(hasHeadAmount('service')),
    keeps: 'service_charge',
    enters: inGoods,
    lists: optional,
    prints: sum,
  },
  services: {
    is: is.withInputSchema(
      is.withReplySchema(is.words, Type.Array(ServiceReply)),
      Optional(Type.Array(ServiceInput, { maxItems: 50 })),
    ),
    reads: 'detail',
    kinds: hasHeadAmount('services'),
    enters: inGoods,
    prints: sum,
  },
  /** Total of the services. */
  serviceFees: {
    ...defineHeadAmount(hasHeadAmount('services')),
    keeps: 'service_fees',
    lists: optional,
    prints: sum,
  },
  otherFees: {
    ...defineHeadAmount(hasHeadAmount('otherFees')),
    keeps: 'other_fees',
    enters: inGoods,
    lists: optional,
    prints: sum,
  },
  freight: {
    ...defineHeadAmount(hasHeadAmount('freight')),
    keeps: 'freight',
    enters: inGoods,
    lists: optional,
    prints: sum,
  },
  allocateBy: {
    is: is.withInputSchema(is.words, Optional(toLiteralUnion(['amount', 'weight', 'quantity']))),
    keeps: 'allocate_by',
    enters: inGoods,
  },
  payable: {
    ...defineHeadAmount(hasHeadAmount('debt')),
    keeps: 'payable',
    lists: ({ amounts }) => (amounts.includes('deposit') ? optional : { echoes: 'totalAmount' }),
    prints: {
      ...sum,
      kinds: anyRule(hasHeadAmount('debt'), hasHeadAmount('change'), hasHeadAmount('services')),
    },
  },
  written: { ...defineHeadAmount(isPricedKind), reads: 'paper', prints: sum },
  accountId: {
    is: is.reference,
    reads: 'both',
    kinds: withAccount,
    enters: inAny,
    lists: hidden,
  },
  accountName: {
    is: is.words,
    reads: 'both',
    kinds: withAccount,
    lists: (kind, code) => ({ ...(isGoodsKind(kind, code) ? optional : {}), width: 110 }),
    prints: fact,
  },
  /** In a body two accounts or more; the sum is `paidNow`. A single account goes into `accountId`. */
  settlements: {
    is: is.withInputSchema(
      is.withReplySchema(
        is.words,
        Type.Array(Closed({ accountId: Id, accountName: Type.String(), amount: is.amount.reply })),
      ),
      Optional(Type.Array(SettlementInput, { maxItems: 20 })),
    ),
    reads: 'detail',
    kinds: withAccount,
    enters: inGoods,
  },
  depositUsed: {
    ...defineHeadAmount(hasHeadAmount('deposit')),
    keeps: 'deposit_used',
    enters: inGoods,
    lists: optional,
    prints: sum,
  },
  /** Orders: the deposit paid or received with the order. */
  depositTaken: {
    ...defineHeadAmount(deposits),
    reads: 'both',
    enters: inGoods,
    lists: { matters: 'some' },
    prints: sum,
  },
  depositLeft: { ...defineHeadAmount(deposits), reads: 'both', lists: {} },
  /** Absent in a new document: the default of the kind and the settings. */
  paidNow: {
    ...defineHeadAmount(
      everyRule(
        hasHeadAmount('paidNow'),
        negateRule(deposits),
        negateRule(hasHeadAmount('change')),
      ),
    ),
    keeps: 'paid_now',
    enters: inGoods,
    lists: (kind, code) => (hasHeadAmount('debt')(kind, code) ? { matters: 'least' } : {}),
    prints: sum,
  },
  /** Retail: the cash handed over. */
  received: {
    ...defineHeadAmount(hasHeadAmount('change')),
    keeps: 'received',
    enters: inGoods,
    lists: {},
    prints: sum,
  },
  changeGiven: {
    ...defineHeadAmount(hasHeadAmount('change')),
    keeps: 'change_given',
    lists: {},
    prints: sum,
  },
  /**
   * Bonus granted with a prepayment, or taken back by a refund; the bonus part of a member's payment or
   * repayment.
   */
  bonus: {
    is: is.amount,
    keeps: 'bonus',
    kinds: withBonus,
    enters: { body: 'money', plain: null },
    lists: (kind, code) => (isMoneyKind(kind, code) ? {} : optional),
    prints: sum,
  },
  /**
   * Fee kept by a bank or payment service, borne by the company. In a body only of receipts and payments;
   * absent: by the rate of the account.
   */
  paymentFee: {
    is: is.amountWithoutTotal,
    keeps: 'payment_fee',
    kinds: withPaymentFee,
    enters: { body: 'money', plain: null },
    lists: (kind, code) => (isMoneyKind(kind, code) ? {} : optional),
    prints: { ...sum, kinds: everyRule(isMoneyKind, withPaymentFee) },
  },
  /** Rate of a fee that follows the amount; null: a typed fee, or fees of several accounts. */
  paymentFeeRate: {
    is: is.withReplySchema(is.percent, Nullable(DecimalString)),
    reads: 'detail',
    kinds: withPaymentFee,
  },
  debt: {
    ...defineHeadAmount(hasHeadAmount('debt')),
    keeps: 'debt',
    // Open debt matters more if also listed.
    lists: ({ amounts }) => (amounts.includes('deposit') ? { matters: 'least' } : {}),
    prints: sum,
  },
  settled: { ...defineHeadAmount(hasHeadAmount('debt')), keeps: 'settled', prints: sum },
  openDebt: {
    ...defineHeadAmount(hasHeadAmount('debt')),
    reads: 'both',
    lists: ({ amounts }) => (amounts.includes('deposit') ? {} : optional),
    prints: sum,
  },
  /**
   * Exchange gain (above zero) or loss on amounts taken from earlier documents, between two days' rates, in
   * the company's own currency.
   */
  exchangeDifference: {
    ...defineHeadAmount(anyRule(isSettlementKind, hasHeadAmount('deposit'))),
    reads: 'detail',
    prints: sum,
  },
  /** Amount of a bill without an invoice. */
  uninvoiced: {
    is: is.moneyType('money'),
    reads: 'list',
    kinds: isInvoicedKind,
    lists: { ...optional, sortable: false, width: 110 },
  },
  invoiceNumbers: {
    is: is.key,
    reads: 'list',
    kinds: isInvoicedKind,
    lists: { ...optional, sortable: false, width: 170, page: invoicePage },
  },
  partnerDebtBefore: { is: is.amount, reads: 'paper', prints: { ...sum, kinds: hasPartnerDebt } },
  partnerDebt: { is: is.amount, reads: 'paper', prints: { ...sum, kinds: hasPartnerDebt } },
  currency: {
    is: is.withInputSchema(is.key, Optional(Type.String({ pattern: '^[A-Z]{3}$' }))),
    keeps: 'currency',
    kinds: foreign,
    enters: inAny,
    lists: { ...optional, width: 70 },
    prints: { ...fact, kinds: isPricedKind },
  },
  exchangeRate: {
    is: is.withInputSchema(is.quantity, Optional(AmountString)),
    keeps: 'exchange_rate',
    kinds: foreign,
    enters: inAny,
    lists: { ...optional, width: 90 },
  },
  /** Code of a promotion's coupon. */
  couponCode: {
    is: is.textType(40),
    keeps: 'coupon_code',
    kinds: isPromotedKind,
    enters: plainBehindMore,
    // A coupon reveals a promotion, hence a price of sales.
    lists: { ...optional, code: true, width: 120, mask: 'sale' },
    prints: fact,
  },
  externalOrder: { ...outside, keeps: 'external_order' },
  externalTracking: { ...outside, keeps: 'external_tracking' },
  remark: {
    is: is.withInputSchema(is.words, Optional(Note(1000))),
    keeps: 'remark',
    enters: inAny,
    lists: (kind, code) => ({ ...(isGoodsKind(kind, code) ? optional : {}), width: 200 }),
    prints: fact,
  },
  attachments: {
    is: is.withInputSchema(
      is.withReplySchema(is.words, Type.Array(Closed({ id: Type.String(), name: Type.String() }))),
      Optional(Type.Array(FileName, { maxItems: MOST_FILES })),
    ),
    reads: 'detail',
    enters: inAny,
  },
  auditorName: {
    is: is.words,
    reads: 'both',
    lists: { ...optional, width: 90 },
    prints: fact,
  },
  auditedAt: {
    is: is.instantOrNone,
    keeps: 'approved_at',
    lists: { ...optional, width: 150 },
    prints: fact,
  },
  purchaseStatus: {
    is: is.choiceType(progressStatuses),
    reads: 'both',
    // The order's stage mostly covers this, too.
    lists: (kind, code) =>
      hasPurchaseProgress(kind, code) ? { ...state, width: 90, matters: 'some' } : null,
  },
  orderLock: {
    is: is.choiceType(orderLocks),
    reads: 'list',
    kinds: isOrderKind,
    lists: { ...state, ...optional },
  },
  confirmStatus: {
    is: is.choiceType(confirmStatuses),
    reads: 'list',
    kinds: isOrderKind,
    lists: { ...state, ...optional },
  },
  pushStatus: {
    is: is.choiceType(pushStatuses),
    reads: 'list',
    kinds: isOrderKind,
    lists: { ...state, ...optional },
  },
  /** Furthest step of a sales order; status is coarser. */
  stage: {
    is: is.choiceType(orderStages),
    reads: 'list',
    kinds: hasOrderStages,
    lists: { ...state, ...optional },
  },
  /** Order's life beside approval; null for further kinds. */
  life: {
    is: is.withReplySchema(is.words, Nullable(OrderLifeReply)),
    reads: 'detail',
    kinds: isOrderKind,
  },
  /** In a body '1' saves and approves; needs the approve button. */
  status: {
    is: is.withInputSchema(is.choiceType(documentStatuses), Optional(toLiteralUnion(['0', '1']))),
    reads: 'both',
    enters: inAny,
    lists: (kind, code) => ({
      ...(isFulfillableKind(kind, code) ? {} : { choices: documentStatuses.slice(0, 2) }),
      sortable: false,
      width: 90,
    }),
    prints: fact,
  },
  closed: { is: is.flag, keeps: 'closed', lists: hidden },
} as const satisfies Readonly<Record<string, HeadField>>;
