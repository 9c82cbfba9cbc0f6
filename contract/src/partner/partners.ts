import { literals } from '../field.ts';
import { MOST_PAYMENT_DAYS, paymentKinds, priceLevels } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  Email,
  Note,
  Optional,
  OptionalPercent,
  Phone,
  ShownAmount,
  Sought,
  Text,
} from '../field.ts';
import * as is from '../fieldTypes.ts';
import { picked } from '../picked.ts';
import {
  bodyOf,
  columnsOf,
  entered,
  filtersOf,
  infoOf,
  named,
  remarked,
  sorted,
  switched,
} from '../record.ts';
import type { RecordField, RecordFields } from '../record.ts';
import {
  AmountString,
  Closed,
  DecimalString,
  Id,
  Nullable,
  isTaken,
  resource,
} from '../resource.ts';
import { table } from '../table.ts';

export const partnerTypes = ['supplier', 'customer', 'member'] as const;
export type PartnerType = (typeof partnerTypes)[number];
/** The page whose right guards partners of a type. */
export const partnerPages = {
  supplier: '/system/vendor',
  customer: '/system/customer',
  member: '/system/member',
} as const satisfies Record<PartnerType, string>;
const anyPartnerPage = [partnerPages.supplier, partnerPages.customer, partnerPages.member] as const;
const PartnerTypeChoice = literals(partnerTypes);

/** Offered where a form asks for the customer source; any text may stand there. */
export const customerSources = ['exhibition', 'web', 'referral', 'walkIn', 'other'] as const;

const opening = {
  is: is.taking(is.money('money'), Optional(AmountString)),
  enters: 'form',
} as const;
const balance = {
  is: is.money('money'),
  reads: 'both',
  lists: { sum: true, ofSeen: true },
} as const;
const phone = { is: is.taking(is.key, Optional(Phone)), enters: 'form' } as const;
const suppliers = { types: ['supplier'] } as const;
const customers = { types: ['customer'] } as const;
const members = { types: ['member'] } as const;
const traders = { types: ['supplier', 'customer'] } as const;
const optional = { optional: true } as const;

/** Each with the types whose list shows it; absent: every one. A form asks in an order of its own. */
const partnerFields = {
  name: { ...named(2, 60), lists: { width: 200 } },
  contacts: { ...entered('contacts', is.text(60)), filters: 'first' },
  telephone: { ...phone, keeps: 'telephone', lists: {}, filters: 'first' },
  phone: { ...phone, keeps: 'phone', lists: {}, filters: 'more' },
  email: entered('email', is.taking(is.words, Optional(Email)), { width: 180 }),
  /** Opening balances in base currency; not both (spec §5). */
  openingPayable: { ...opening, ...suppliers, keeps: 'opening_payable', lists: { sum: true } },
  /** What we owe them now: opening, purchases, returns and payments (guarantee M4). */
  closingPayable: { ...balance, ...suppliers },
  openingReceivable: {
    ...opening,
    ...customers,
    keeps: 'opening_receivable',
    lists: { sum: true },
  },
  /** What they owe us now. */
  closingReceivable: { ...balance, ...customers },
  /** In percent. */
  taxRate: {
    ...traders,
    ...entered(
      'tax_rate',
      is.taking(is.replying(is.percent, Nullable(DecimalString)), OptionalPercent),
    ),
  },
  customerSource: {
    ...customers,
    ...entered('customer_source', { ...is.text(60), entry: 'suggest' }, optional),
  },
  mainMarket: { ...customers, ...entered('main_market', is.text(100), optional) },
  priceLevel: {
    ...customers,
    ...entered('price_level', is.optional(is.oneOf(priceLevels)), optional),
  },
  /** What they pay is agreed by it; null: by none. */
  priceListId: { ...customers, is: is.one('priceList'), keeps: 'price_list_id', enters: 'form' },
  priceListName: {
    ...customers,
    is: is.words,
    reads: 'both',
    lists: optional,
    filters: 'more',
  },
  /** How their bills are paid, where a bill doesn't say otherwise, and until when. */
  paymentKind: {
    ...traders,
    ...entered('payment_kind', is.optional(is.oneOf(paymentKinds)), optional),
  },
  paymentDays: {
    ...traders,
    ...entered(
      'payment_days',
      is.taking(is.integer, Optional(Type.Integer({ minimum: 0, maximum: MOST_PAYMENT_DAYS }))),
      optional,
    ),
  },
  /** The days begin with the end of a bill's month. */
  monthEnd: { ...traders, ...entered('month_end', is.flag, optional) },
  /** How much they may owe at most, in base currency; null: no one said. */
  creditLimit: {
    ...customers,
    ...entered(
      'credit_limit',
      is.taking(is.money('money'), Optional(Nullable(AmountString))),
      optional,
    ),
  },
  /** What a member has paid in advance and not yet used. */
  prepayment: { ...balance, ...members },
  /** What of the bonuses that came with it is left. */
  bonus: { ...balance, ...members },
  sort: sorted,
  enabled: switched,
  /** It never changes. */
  type: { is: is.oneOf(partnerTypes), keeps: 'type', enters: 'call', lists: { hidden: true } },
  fax: { ...phone, keeps: 'fax', lists: optional },
  address: entered('address', is.taking(is.words, Optional(Note(200))), optional),
  taxNumber: entered('tax_number', is.text(60), { code: true, optional: true }),
  bankName: entered('bank_name', is.text(100), optional),
  bankAccount: entered('bank_account', is.text(60), optional),
  remark: { ...remarked, lists: optional },
} as const satisfies Readonly<
  Record<string, RecordField & { readonly types?: readonly PartnerType[] }>
>;

type Fields = typeof partnerFields;
/** The fields that a list of partners of a type shows. */
type FieldsOf<T extends PartnerType> = {
  readonly [
    N in keyof Fields as Fields[N] extends { readonly types: readonly (infer Shown)[] }
      ? T extends Shown
        ? N
        : never
      : N
  ]: Fields[N];
};
const tableOf = <const T extends PartnerType>(type: T) => {
  // SAFETY: those that the type names.
  const fields = picked<RecordField & { readonly types?: readonly PartnerType[] }, RecordField>(
    partnerFields,
    ({ types }) => types?.includes(type) ?? true,
    (field) => field,
  ) as unknown as FieldsOf<T> & RecordFields;
  return table({
    id: `${type}s`,
    path: '/supplier/list',
    exportPath: '/supplier/exportExcel',
    access: { page: partnerPages[type] },
    fixed: { type },
    columns: columnsOf<FieldsOf<T>>(fields),
    filters: filtersOf(fields),
    order: { column: 'createTime', direction: 'desc' },
  });
};
export const supplierTable = tableOf('supplier');
export const customerTable = tableOf('customer');
export const memberTable = tableOf('member');

/** `search.type` of /supplier/list and of the export picks one; it decides whose right is checked and which columns come. */
export const partnerTables = {
  supplier: supplierTable,
  customer: customerTable,
  member: memberTable,
} as const;

export const PartnerFields = bodyOf(partnerFields);
export type PartnerFields = Static<typeof PartnerFields>;

/** Guarded twice: by one of the three pages here, by the page of the partner's own type in the use case. */
export const partners = {
  ...resource({
    path: '/supplier',
    page: anyPartnerPage,
    table: supplierTable,
    fields: PartnerFields,
    info: infoOf(partnerFields),
    unique: { field: 'name', within: ['type'] },
    status: true,
  }),
  subject: 'partner' as const,
  called: { 'zh-cn': '往来单位', en: 'Partner' },
  declares: partnerFields,
  tables: partnerTables,
  nameAndTypeExists: isTaken({
    path: '/supplier/checkIsNameAndTypeExist',
    summary: 'Is the name taken among partners of the type',
    access: { page: anyPartnerPage },
    asks: { id: Optional(Id), name: Text(200), type: PartnerTypeChoice },
  }),
} as const;

/** `key` is looked for in name, mnemonic, contacts and phone; `organId` is always among the answers. */
const ChoiceInput = Closed({
  key: Optional(Sought(60)),
  limit: Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  organId: Optional(Id),
});
const PartnerChoice = Closed({
  id: Id,
  name: Type.String(),
  type: Type.String(),
  /** The tax rate a new line starts with, in percent. */
  taxRate: Nullable(DecimalString),
  /** How their bills are paid, and when these are due. */
  paymentKind: Type.String(),
  paymentDays: Type.Integer(),
  monthEnd: Type.Boolean(),
  /** Members: what is left of their prepayment, for anyone who may open a page that uses it. */
  prepayment: ShownAmount,
  /** The same of their bonuses. */
  bonus: ShownAmount,
});
const choices = <const P extends string>(path: P, summary: string) =>
  endpoint({
    call: `POST ${path}`,
    summary,
    access: 'signedIn',
    writes: false,
    input: ChoiceInput,
    reply: Type.Array(PartnerChoice),
  });

export const supplierChoices = choices('/supplier/findBySelect_sup', 'Suppliers for a select');
export const customerChoices = choices(
  '/supplier/findBySelect_cus',
  'Granted customers for a select',
);
export const memberChoices = choices('/supplier/findBySelect_retail', 'Members for a select');
export const partnerChoices = choices(
  '/supplier/findBySelect_organ',
  'Partners of every type for a select',
);

/** What a settlement of the opening balance starts with: owed at first, settled so far, still open. */
export const openingBalanceLeft = endpoint({
  call: 'GET /supplier/getBeginNeedByOrganId',
  summary: "A partner's opening balance and what is left of it",
  access: { page: ['/financial/money_in', '/financial/money_out'] },
  input: Closed({ organId: Id }),
  reply: Closed({ needDebt: ShownAmount, finishDebt: ShownAmount, eachAmount: ShownAmount }),
});
