import { orderStages, paymentKinds } from '@tradehouse/domain';
import type { AnyKindCode, Kind } from '@tradehouse/domain';
import { Type } from 'typebox';
import { Note, Optional, literals } from '../field.ts';
import { FileName, MOST_FILES } from '../file/files.ts';
import { invoicePage } from '../money/invoicePage.ts';
import { AmountString, Closed, Day, Id, Instant, Nullable } from '../resource.ts';
import { choicesOf } from '../table.ts';
import type { Column, Filter } from '../table.ts';
import * as is from '../fieldTypes.ts';
import type { FieldType } from '../fieldTypes.ts';
import {
  asks,
  assembles,
  both,
  deposits,
  either,
  foreign,
  fulfilled,
  goods,
  has,
  invoiced,
  itemised,
  linked,
  money,
  not,
  ordered,
  owes,
  prepaid,
  priced,
  purchased,
  returnable,
  settling,
  staged,
  stored,
  taxed,
  transfersMoney,
  travels,
  withAccount,
  withActivity,
  withBonus,
  withPartner,
  withSalespeople,
} from './rules.ts';
import type { Rule } from './rules.ts';
import { KindReply, OrderLifeReply, ServiceInput, ServiceReply, SettlementInput } from './parts.ts';

/** How a column looks in a list, beside what follows from its type. */
type Looks = Partial<Omit<Column, 'type'>>;

/**
 * A field of a document's head, in the order of a list's columns. What follows from a declaration is written nowhere
 * else: the bodies of saving and reading, columns, what a detail and a list read, what may be printed, and for a plain
 * field its way through save, form and paper. A field that needs more is `byHand`.
 */
export interface HeadField {
  readonly is: FieldType;
  /** The column of `document` that keeps it. Else who finds it out: for the detail, lists, both, or paper alone. */
  readonly keeps?: string;
  readonly reads?: 'detail' | 'list' | 'both' | 'paper';
  /** Which kinds have it; absent: every one. */
  readonly kinds?: Rule;
  /**
   * Who may say it: in bodies of goods, of money, or in any. `plain`: nothing hangs on it, so that it has a control, a place in the
   * save and on paper by itself; it stands in the head, or behind "more".
   */
  readonly enters?: {
    readonly body: 'goods' | 'money' | 'any';
    readonly plain: 'head' | 'more' | null;
  };
  /** Its column in lists, of the kinds that have it; null: those of this kind have none. */
  readonly lists?: Looks | ((kind: Kind, code: AnyKindCode) => Looks | null);
  /** A filter of its own name; those with a name or a test of their own stand in `tables.ts`. */
  readonly filters?: Filter;
  /** Where it stands on paper, of the kinds that have it or of others. */
  readonly prints?: { readonly as: 'fact' | 'sum'; readonly kinds?: Rule };
}

const inGoods = { body: 'goods', plain: null } as const;
const inAny = { body: 'any', plain: null } as const;
const plainInHead = { body: 'goods', plain: 'head' } as const;
const plainBehindMore = { body: 'goods', plain: 'more' } as const;
const fact = { as: 'fact' } as const;
const sum = { as: 'sum' } as const;
const optional = { optional: true } as const;
const hidden = { hidden: true } as const;

/** What a document's status may be on the wire: 0 draft, 1 approved, 3 partial, 2 complete. */
const documentStatuses = ['0', '1', '3', '2'] as const;
const progressStatuses = ['0', '3', '2'] as const;
/** Whether what is left of an order is given up: 0 under way, 1 completed. */
const orderLocks = ['0', '1'] as const;
/** 0 not asked, 1 asked, 2 confirmed. */
const confirmStatuses = ['0', '1', '2'] as const;
/** 0 not pushed, 1 pushed, 2 changed since. */
const pushStatuses = ['0', '1', '2'] as const;

const state = { sortable: false, width: 100 } as const;
const ofPartner = { is: is.words, reads: 'paper', kinds: withPartner, prints: fact } as const;
const amountOf = (rule: Rule) => ({ is: is.amount, kinds: rule }) as const;

const wordy = { sortable: false, width: 130, matters: 'most' } as const;
/** Words that lists alone gather from the lines. */
const listedWords = (kinds: Rule) =>
  ({ is: is.words, reads: 'list', kinds, lists: wordy }) as const;

/** A number that others know it by. */
const outside = {
  is: is.text(100),
  kinds: taxed,
  enters: plainBehindMore,
  lists: { ...optional, code: true, width: 150 },
  prints: { ...fact, kinds: goods },
} as const;

export const headFields = {
  id: { is: is.id, keeps: 'id', lists: hidden },
  version: { is: is.integer, keeps: 'version', lists: hidden },
  kind: { is: is.replying(is.words, KindReply), keeps: 'kind' },
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
  /** Absent in a body: the server numbers it while saving. What it is linked with stands beside it, in a word each. */
  number: {
    is: is.text(50),
    keeps: 'number',
    enters: inAny,
    lists: (kind, code) => ({
      code: true,
      width: 170 + (linked(kind, code) ? 35 : 0) + (returnable(kind, code) ? 35 : 0),
    }),
    prints: fact,
  },
  sourceNumbers: {
    is: is.key,
    reads: 'list',
    kinds: linked,
    lists: { ...optional, width: 170 },
    prints: fact,
  },
  hasReturn: { is: is.flag, reads: 'list', kinds: returnable, lists: hidden },
  /** Assemblies: the goods that are made or taken apart, and how many of them. */
  madeGoods: { ...listedWords(assembles), lists: { ...wordy, width: 180 } },
  /** Kinds without prices of their own trade: the warehouses that their lines name. */
  warehouseNames: listedWords(stored),
  targetWarehouseNames: listedWords(({ targetWarehouse }) => targetWarehouse),
  /** Income and expenditure: the items of their lines. */
  itemNames: listedWords(itemised),
  receivingAccounts: listedWords(transfersMoney),
  summary: { is: is.words, reads: 'list', kinds: goods, lists: { width: 260 } },
  /** The business time; absent in a body means now. */
  time: {
    is: is.taking(is.instant, Optional(Instant)),
    keeps: 'business_time',
    enters: inAny,
    lists: { width: 150 },
    prints: fact,
  },
  businessDate: {
    is: is.replying(is.day, Day),
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
    lists: (kind, code) => ({ width: 90, matters: asks(kind, code) ? 'some' : 'least' }),
    prints: fact,
  },
  /** Where its writer belonged when it was written. */
  institutionName: {
    is: is.words,
    reads: 'both',
    kinds: asks,
    lists: { ...optional, width: 120 },
    prints: fact,
  },
  /** Requisitions: by when the goods are needed; not before the document's own day. */
  requiredOn: {
    is: is.day,
    keeps: 'required_on',
    kinds: asks,
    enters: plainInHead,
    lists: { ...optional, width: 110 },
    filters: { by: 'range', columns: ['requiredOn'], control: 'dates' },
    prints: fact,
  },
  /** Orders: when the goods are to come, or are promised to go. */
  expectedOn: {
    is: is.day,
    keeps: 'expected_on',
    kinds: ordered,
    enters: plainInHead,
    lists: { ...optional, width: 110 },
    filters: { by: 'range', columns: ['expectedOn'], control: 'dates' },
    prints: fact,
  },
  handlerId: {
    is: is.reference,
    keeps: 'handler_id',
    enters: inAny,
    lists: (kind, code) => (money(kind, code) ? hidden : null),
  },
  handlerName: {
    is: is.words,
    reads: 'both',
    kinds: money,
    lists: { width: 100 },
    prints: fact,
  },
  payment: {
    is: is.optional(is.oneOf(['now', 'prepaid'])),
    keeps: 'payment',
    kinds: prepaid,
    enters: inGoods,
    lists: { ...optional, width: 90 },
    prints: fact,
  },
  /** How a bill is to be paid; absent in a body: as it was, or as it is agreed with the partner. */
  paymentKind: {
    is: is.optional(is.replying(is.oneOf(paymentKinds), Nullable(Type.String()))),
    keeps: 'payment_kind',
    kinds: has('debt'),
    enters: inGoods,
    lists: { ...optional, width: 100 },
    filters: choicesOf('paymentKind', paymentKinds),
    prints: fact,
  },
  /** Until when; null or absent in a body: the day that follows from that and the partner's terms. */
  dueOn: {
    is: is.day,
    keeps: 'due_on',
    kinds: has('debt'),
    enters: inGoods,
    lists: { ...optional, width: 110 },
    filters: { by: 'range', columns: ['dueOn'], control: 'dates' },
    prints: fact,
  },
  /** Transfers: the goods travel, and lie in transit until they are received. */
  travels: { is: is.flag, keeps: 'travels', kinds: travels, enters: inGoods },
  salespersonIds: {
    is: is.taking(
      is.replying(is.reference, Type.Array(Id)),
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
  /** The activity whose locked stock it sells. */
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
  /** Who changed it last. */
  updaterName: { is: is.words, reads: 'detail' },
  totalQuantity: {
    is: is.quantity,
    keeps: 'total_quantity',
    kinds: goods,
    lists: { sum: true, width: 90 },
    prints: sum,
  },
  weight: { is: is.quantity, reads: 'paper', kinds: goods, prints: sum },
  goodsAmount: {
    is: is.amount,
    keeps: 'goods_amount',
    kinds: both(goods, priced),
    lists: (kind, code) => ({
      width: 110,
      ...(taxed(kind, code) ? { matters: 'least', echoes: 'totalAmount' } : {}),
    }),
    prints: sum,
  },
  taxAmount: { is: is.amount, keeps: 'tax_amount', kinds: taxed, prints: sum },
  totalAmount: {
    is: is.amount,
    keeps: 'total_amount',
    kinds: either(both(goods, taxed), both(money, either(has('discount'), not(withAccount)))),
    lists: { width: 110 },
    prints: { ...sum, kinds: either(taxed, money) },
  },
  discountRate: {
    is: is.percent,
    keeps: 'discount_rate',
    kinds: both(goods, has('discount')),
    enters: inGoods,
    lists: { ...optional, width: 90 },
    prints: sum,
  },
  /** In a body the rate or the amount of the discount; the amount wins when both are given. */
  discount: {
    is: is.amount,
    keeps: 'discount',
    kinds: has('discount'),
    enters: inAny,
    lists: (kind, code) => (goods(kind, code) ? optional : {}),
    prints: sum,
  },
  afterDiscount: { ...amountOf(deposits), reads: 'both', lists: optional, prints: sum },
  serviceRate: {
    is: is.taking(is.percent, Optional(AmountString)),
    keeps: 'service_rate',
    kinds: has('service'),
    enters: inGoods,
    lists: { ...optional, width: 90 },
  },
  serviceCharge: {
    ...amountOf(has('service')),
    keeps: 'service_charge',
    enters: inGoods,
    lists: optional,
    prints: sum,
  },
  services: {
    is: is.taking(
      is.replying(is.words, Type.Array(ServiceReply)),
      Optional(Type.Array(ServiceInput, { maxItems: 50 })),
    ),
    reads: 'detail',
    kinds: has('services'),
    enters: inGoods,
    prints: sum,
  },
  /** What the services come to. */
  serviceFees: {
    ...amountOf(has('services')),
    keeps: 'service_fees',
    lists: optional,
    prints: sum,
  },
  otherFees: {
    ...amountOf(has('otherFees')),
    keeps: 'other_fees',
    enters: inGoods,
    lists: optional,
    prints: sum,
  },
  freight: {
    ...amountOf(has('freight')),
    keeps: 'freight',
    enters: inGoods,
    lists: optional,
    prints: sum,
  },
  allocateBy: {
    is: is.taking(is.words, Optional(literals(['amount', 'weight', 'quantity']))),
    keeps: 'allocate_by',
    enters: inGoods,
  },
  payable: {
    ...amountOf(has('debt')),
    keeps: 'payable',
    lists: ({ amounts }) => (amounts.includes('deposit') ? optional : { echoes: 'totalAmount' }),
    prints: { ...sum, kinds: either(has('debt'), has('change'), has('services')) },
  },
  written: { ...amountOf(priced), reads: 'paper', prints: sum },
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
    lists: (kind, code) => ({ ...(goods(kind, code) ? optional : {}), width: 110 }),
    prints: fact,
  },
  /** In a body two accounts or more; their sum is paidNow. One account goes into accountId. */
  settlements: {
    is: is.taking(
      is.replying(
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
    ...amountOf(has('deposit')),
    keeps: 'deposit_used',
    enters: inGoods,
    lists: optional,
    prints: sum,
  },
  /** Orders: the deposit paid or received with the order. */
  depositTaken: {
    ...amountOf(deposits),
    reads: 'both',
    enters: inGoods,
    lists: { matters: 'some' },
    prints: sum,
  },
  depositLeft: { ...amountOf(deposits), reads: 'both', lists: {} },
  /** Absent in a body: the default of the kind and the settings. */
  paidNow: {
    ...amountOf(both(has('paidNow'), not(deposits), not(has('change')))),
    keeps: 'paid_now',
    enters: inGoods,
    lists: (kind, code) => (has('debt')(kind, code) ? { matters: 'least' } : {}),
    prints: sum,
  },
  /** Retail: the cash handed over. */
  received: {
    ...amountOf(has('change')),
    keeps: 'received',
    enters: inGoods,
    lists: {},
    prints: sum,
  },
  changeGiven: { ...amountOf(has('change')), keeps: 'change_given', lists: {}, prints: sum },
  /**
   * Of a prepayment what it gives its member on top, or what of that a refund takes back; of what a member pays with, or gets back,
   * what of that is bonus.
   */
  bonus: {
    is: is.amount,
    keeps: 'bonus',
    kinds: withBonus,
    enters: { body: 'money', plain: null },
    lists: (kind, code) => (money(kind, code) ? {} : optional),
    prints: sum,
  },
  debt: {
    ...amountOf(has('debt')),
    keeps: 'debt',
    // Where what is still open of it is listed, that matters more.
    lists: ({ amounts }) => (amounts.includes('deposit') ? { matters: 'least' } : {}),
    prints: sum,
  },
  settled: { ...amountOf(has('debt')), keeps: 'settled', prints: sum },
  openDebt: {
    ...amountOf(has('debt')),
    reads: 'both',
    lists: ({ amounts }) => (amounts.includes('deposit') ? {} : optional),
    prints: sum,
  },
  /**
   * What the rates of two days made of what the document takes of others, in the company's own currency: above zero
   * earned.
   */
  exchangeDifference: {
    ...amountOf(either(settling, has('deposit'))),
    reads: 'detail',
    prints: sum,
  },
  /** What of a bill is on no invoice yet. */
  uninvoiced: {
    is: is.money('money'),
    reads: 'list',
    kinds: invoiced,
    lists: { ...optional, sortable: false, width: 110 },
  },
  invoiceNumbers: {
    is: is.key,
    reads: 'list',
    kinds: invoiced,
    lists: { ...optional, sortable: false, width: 170, page: invoicePage },
  },
  partnerDebtBefore: { is: is.amount, reads: 'paper', prints: { ...sum, kinds: owes } },
  partnerDebt: { is: is.amount, reads: 'paper', prints: { ...sum, kinds: owes } },
  currency: {
    is: is.taking(is.key, Optional(Type.String({ pattern: '^[A-Z]{3}$' }))),
    keeps: 'currency',
    kinds: foreign,
    enters: inAny,
    lists: { ...optional, width: 70 },
    prints: { ...fact, kinds: priced },
  },
  exchangeRate: {
    is: is.taking(is.quantity, Optional(AmountString)),
    keeps: 'exchange_rate',
    kinds: foreign,
    enters: inAny,
    lists: { ...optional, width: 90 },
  },
  externalOrder: { ...outside, keeps: 'external_order' },
  externalTracking: { ...outside, keeps: 'external_tracking' },
  remark: {
    is: is.taking(is.words, Optional(Note(1000))),
    keeps: 'remark',
    enters: inAny,
    lists: (kind, code) => ({ ...(goods(kind, code) ? optional : {}), width: 200 }),
    prints: fact,
  },
  attachments: {
    is: is.taking(
      is.replying(is.words, Type.Array(Closed({ id: Type.String(), name: Type.String() }))),
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
    is: is.choice(progressStatuses),
    reads: 'both',
    // The stage of an order says the most of it, too.
    lists: (kind, code) =>
      purchased(kind, code) ? { ...state, width: 90, matters: 'some' } : null,
  },
  orderLock: {
    is: is.choice(orderLocks),
    reads: 'list',
    kinds: ordered,
    lists: { ...state, ...optional },
  },
  confirmStatus: {
    is: is.choice(confirmStatuses),
    reads: 'list',
    kinds: ordered,
    lists: { ...state, ...optional },
  },
  pushStatus: {
    is: is.choice(pushStatuses),
    reads: 'list',
    kinds: ordered,
    lists: { ...state, ...optional },
  },
  /** The furthest step of a sales order; its status says the same in fewer words. */
  stage: {
    is: is.choice(orderStages),
    reads: 'list',
    kinds: staged,
    lists: { ...state, ...optional },
  },
  /** An order's life beside its approval; null for what is no order. */
  life: { is: is.replying(is.words, Nullable(OrderLifeReply)), reads: 'detail', kinds: ordered },
  /** In a body '1' saves and approves; needs the approve button. */
  status: {
    is: is.taking(is.choice(documentStatuses), Optional(literals(['0', '1']))),
    reads: 'both',
    enters: inAny,
    lists: (kind, code) => ({
      ...(fulfilled(kind, code) ? {} : { choices: documentStatuses.slice(0, 2) }),
      sortable: false,
      width: 90,
    }),
    prints: fact,
  },
  closed: { is: is.flag, keeps: 'closed', lists: hidden },
} as const satisfies Readonly<Record<string, HeadField>>;
