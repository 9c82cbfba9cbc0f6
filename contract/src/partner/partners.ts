import { toLiteralUnion } from '../field.ts';
import { MOST_PAYMENT_DAYS, paymentKinds, priceLevels } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
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
import { pickFields } from '../picked.ts';
import {
  bodyOfRecord,
  columnsOfRecord,
  formField,
  filtersOfRecord,
  infoOf,
  nameField,
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
  defineUniqueCheck,
  defineResource,
} from '../resource.ts';
import { defineTable } from '../table.ts';
import { partnerPages, partnerTypes } from '../recordPages.ts';
import type { PartnerType } from '../recordPages.ts';

const anyPartnerPage = [partnerPages.supplier, partnerPages.customer, partnerPages.member] as const;
const PartnerTypeChoice = toLiteralUnion(partnerTypes);

/** Suggestions for the customer source; any text is allowed. */
export const customerSources = ['exhibition', 'web', 'referral', 'walkIn', 'other'] as const;

const opening = {
  is: is.withInputSchema(is.moneyType('money'), Optional(AmountString)),
  enters: 'form',
} as const;
const balance = {
  is: is.moneyType('money'),
  reads: 'both',
  lists: { sum: true, ofSeen: true },
} as const;
const phone = { is: is.withInputSchema(is.key, Optional(Phone)), enters: 'form' } as const;
const suppliers = { types: ['supplier'] } as const;
const customers = { types: ['customer'] } as const;
const members = { types: ['member'] } as const;
const traders = { types: ['supplier', 'customer'] } as const;
const optional = { optional: true } as const;

/** Fields with the types whose list shows them; absent: every type. Forms have their own order. */
const partnerFields = {
  name: { ...nameField(2, 60), lists: { width: 200 } },
  contacts: { ...formField('contacts', is.textType(60)), filters: 'first' },
  telephone: { ...phone, keeps: 'telephone', lists: {}, filters: 'first' },
  phone: { ...phone, keeps: 'phone', lists: {}, filters: 'more' },
  email: formField('email', is.withInputSchema(is.words, Optional(Email)), { width: 180 }),
  /** Opening balances in base currency; not both. */
  openingPayable: { ...opening, ...suppliers, keeps: 'opening_payable', lists: { sum: true } },
  /** Current payable: opening, purchases, returns and payments (M4). */
  closingPayable: { ...balance, ...suppliers },
  openingReceivable: {
    ...opening,
    ...customers,
    keeps: 'opening_receivable',
    lists: { sum: true },
  },
  /** Current receivable. */
  closingReceivable: { ...balance, ...customers },
  /** In percent. */
  taxRate: {
    ...traders,
    ...formField(
      'tax_rate',
      is.withInputSchema(is.withReplySchema(is.percent, Nullable(DecimalString)), OptionalPercent),
    ),
  },
  customerSource: {
    ...customers,
    ...formField('customer_source', { ...is.textType(60), entry: 'suggest' }, optional),
  },
  mainMarket: { ...customers, ...formField('main_market', is.textType(100), optional) },
  priceLevel: {
    ...customers,
    ...formField('price_level', is.withOptionalInput(is.requiredChoiceType(priceLevels)), optional),
  },
  /** Price list; null: none. */
  priceListId: {
    ...customers,
    is: is.referenceType('priceList'),
    keeps: 'price_list_id',
    enters: 'form',
  },
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
    ...formField(
      'payment_kind',
      is.withOptionalInput(is.requiredChoiceType(paymentKinds)),
      optional,
    ),
  },
  paymentDays: {
    ...traders,
    ...formField(
      'payment_days',
      is.withInputSchema(
        is.integer,
        Optional(Type.Integer({ minimum: 0, maximum: MOST_PAYMENT_DAYS })),
      ),
      optional,
    ),
  },
  /** The days begin with the end of a bill's month. */
  monthEnd: { ...traders, ...formField('month_end', is.flag, optional) },
  /** Credit limit in base currency; null: unset. */
  creditLimit: {
    ...customers,
    ...formField(
      'credit_limit',
      is.withInputSchema(is.moneyType('money'), Optional(Nullable(AmountString))),
      optional,
    ),
  },
  /** Unused prepayment of a member. */
  prepayment: { ...balance, ...members },
  /** Unused bonus of a member. */
  bonus: { ...balance, ...members },
  sort: sorted,
  enabled: switched,
  /** Immutable. */
  type: {
    is: is.requiredChoiceType(partnerTypes),
    keeps: 'type',
    enters: 'call',
    lists: { hidden: true },
  },
  fax: { ...phone, keeps: 'fax', lists: optional },
  address: formField('address', is.withInputSchema(is.words, Optional(Note(200))), optional),
  taxNumber: formField('tax_number', is.textType(60), { code: true, optional: true }),
  bankName: formField('bank_name', is.textType(100), optional),
  bankAccount: formField('bank_account', is.textType(60), optional),
  remark: { ...remarked, lists: optional },
} as const satisfies Readonly<
  Record<string, RecordField & { readonly types?: readonly PartnerType[] }>
>;

type PartnerRecordFields = typeof partnerFields;
/** Fields in the list of partners of a type. */
type FieldsOfPartnerType<T extends PartnerType> = {
  readonly [
    N in keyof PartnerRecordFields as PartnerRecordFields[N] extends {
      readonly types: readonly (infer Shown)[];
    }
      ? T extends Shown
        ? N
        : never
      : N
  ]: PartnerRecordFields[N];
};
const definePartnerTable = <const T extends PartnerType>(type: T) => {
  // SAFETY: exactly the fields named by the type.
  const fields = pickFields<RecordField & { readonly types?: readonly PartnerType[] }, RecordField>(
    partnerFields,
    ({ types }) => types?.includes(type) ?? true,
    (field) => field,
  ) as unknown as FieldsOfPartnerType<T> & RecordFields;
  return defineTable({
    id: `${type}s`,
    path: '/supplier/list',
    exportPath: '/supplier/exportExcel',
    access: { page: partnerPages[type] },
    fixed: { type },
    columns: columnsOfRecord<FieldsOfPartnerType<T>>(fields),
    // Name search like in the partner picker: by pinyin and phone numbers too.
    filters: {
      ...filtersOfRecord(fields),
      name: { by: 'own', control: 'text', first: true },
      ...(type === 'customer' && {
        wholePriceListName: {
          by: 'equals',
          columns: ['priceListName'],
          control: 'text',
          linked: true,
        } as const,
      }),
    },
    order: { column: 'createTime', direction: 'desc' },
  });
};
export const supplierTable = definePartnerTable('supplier');
export const customerTable = definePartnerTable('customer');
export const memberTable = definePartnerTable('member');

/**
 * `search.type` of /supplier/list and its export selects a table, and so the checked right and the columns.
 */
export const partnerTables = {
  supplier: supplierTable,
  customer: customerTable,
  member: memberTable,
} as const;

export const PartnerFields = bodyOfRecord(partnerFields);
export type PartnerFields = Static<typeof PartnerFields>;

/** Guarded twice: by any of the three pages, then by the page of the partner's type. */
export const partners = {
  ...defineResource({
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
  nameAndTypeExists: defineUniqueCheck({
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
  /** Members: remaining prepayment, for users of pages with prepayments. */
  prepayment: ShownAmount,
  /** Members: remaining bonus. */
  bonus: ShownAmount,
});
const definePartnerChoices = <const P extends string>(path: P, summary: string) =>
  defineEndpoint({
    call: `POST ${path}`,
    summary,
    access: 'signedIn',
    writes: false,
    input: ChoiceInput,
    reply: Type.Array(PartnerChoice),
  });

export const supplierChoices = definePartnerChoices(
  '/supplier/findBySelect_sup',
  'Suppliers for a select',
);
export const customerChoices = definePartnerChoices(
  '/supplier/findBySelect_cus',
  'Granted customers for a select',
);
export const memberChoices = definePartnerChoices(
  '/supplier/findBySelect_retail',
  'Members for a select',
);
export const partnerChoices = definePartnerChoices(
  '/supplier/findBySelect_organ',
  'Partners of every type for a select',
);

/** Opening balance to settle: original, settled, open. */
export const openingBalanceLeft = defineEndpoint({
  call: 'GET /supplier/getBeginNeedByOrganId',
  summary: "A partner's opening balance and what is left of it",
  access: { page: ['/financial/money_in', '/financial/money_out'] },
  input: Closed({ organId: Id }),
  reply: Closed({ needDebt: ShownAmount, finishDebt: ShownAmount, eachAmount: ShownAmount }),
});
