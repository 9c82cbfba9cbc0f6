import { priceLevels } from '@tradehouse/domain';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  Email,
  Name,
  Note,
  Optional,
  OptionalPercent,
  Phone,
  ShownAmount,
  Sort,
  Sought,
  Text,
} from '../field.ts';
import { AmountString, Closed, DecimalString, Id, Nullable, resource } from '../resource.ts';
import { table } from '../table.ts';
import type { Column, Filter } from '../table.ts';

export const partnerTypes = ['supplier', 'customer', 'member'] as const;
export type PartnerType = (typeof partnerTypes)[number];
/** The page whose right guards partners of a type. */
export const partnerPages = {
  supplier: '/system/vendor',
  customer: '/system/customer',
  member: '/system/member',
} as const satisfies Record<PartnerType, string>;
const anyPartnerPage = [partnerPages.supplier, partnerPages.customer, partnerPages.member] as const;
const PartnerTypeChoice = Type.Union([
  Type.Literal('supplier'),
  Type.Literal('customer'),
  Type.Literal('member'),
]);

/** Offered where a form asks for the customer source; any text may stand there. */
export const customerSources = ['exhibition', 'web', 'referral', 'walkIn', 'other'] as const;

const head = {
  id: { type: 'id', hidden: true },
  version: { type: 'integer', hidden: true },
  name: { type: 'text', width: 200 },
  contacts: { type: 'text' },
  telephone: { type: 'text' },
  phone: { type: 'text' },
  email: { type: 'text', width: 180 },
} as const satisfies Record<string, Column>;
const tail = {
  sort: { type: 'integer' },
  enabled: { type: 'flag' },
  type: { type: 'choice', choices: partnerTypes, hidden: true },
  fax: { type: 'text', optional: true },
  address: { type: 'text', optional: true },
  taxNumber: { type: 'text', code: true, optional: true },
  bankName: { type: 'text', optional: true },
  bankAccount: { type: 'text', optional: true },
  remark: { type: 'text', optional: true },
  createTime: { type: 'time', optional: true },
} as const satisfies Record<string, Column>;
const filters = {
  name: { by: 'contains', columns: ['name'], control: 'text', first: true },
  contacts: { by: 'contains', columns: ['contacts'], control: 'text', first: true },
  telephone: { by: 'contains', columns: ['telephone'], control: 'text', first: true },
  phone: { by: 'contains', columns: ['phone'], control: 'text' },
  enabled: { by: 'flag', columns: ['enabled'], control: 'flag' },
} as const satisfies Record<string, Filter>;
const newestFirst = { column: 'createTime', direction: 'desc' } as const;

/** `closingPayable` is what we owe them now: opening, purchases, returns and payments (guarantee M4). */
export const supplierTable = table({
  id: 'suppliers',
  path: '/supplier/list',
  exportPath: '/supplier/exportExcel',
  access: { page: partnerPages.supplier },
  fixed: { type: 'supplier' },
  columns: {
    ...head,
    openingPayable: { type: 'money', sum: true, mask: 'money' },
    closingPayable: { type: 'money', sum: true, mask: 'money' },
    taxRate: { type: 'percent' },
    ...tail,
  },
  filters,
  order: newestFirst,
});

/** `closingReceivable` is what they owe us now. */
export const customerTable = table({
  id: 'customers',
  path: '/supplier/list',
  exportPath: '/supplier/exportExcel',
  access: { page: partnerPages.customer },
  fixed: { type: 'customer' },
  columns: {
    ...head,
    openingReceivable: { type: 'money', sum: true, mask: 'money' },
    closingReceivable: { type: 'money', sum: true, mask: 'money' },
    taxRate: { type: 'percent' },
    customerSource: { type: 'text', optional: true },
    mainMarket: { type: 'text', optional: true },
    priceLevel: { type: 'choice', choices: priceLevels, optional: true },
    ...tail,
  },
  filters,
  order: newestFirst,
});

/** `prepayment` is what the member has paid in advance and not yet used. */
export const memberTable = table({
  id: 'members',
  path: '/supplier/list',
  exportPath: '/supplier/exportExcel',
  access: { page: partnerPages.member },
  fixed: { type: 'member' },
  columns: { ...head, prepayment: { type: 'money', sum: true, mask: 'money' }, ...tail },
  filters,
  order: newestFirst,
});

/** `search.type` of /supplier/list and of the export picks one; it decides whose right is checked and which columns come. */
export const partnerTables = {
  supplier: supplierTable,
  customer: customerTable,
  member: memberTable,
} as const;

/** Opening balances in base currency; not both (spec §5). `taxRate` is in percent. A partner's type never changes. */
export const PartnerFields = Closed({
  type: PartnerTypeChoice,
  name: Name(2, 60),
  contacts: Optional(Text(60)),
  phone: Optional(Phone),
  telephone: Optional(Phone),
  email: Optional(Email),
  fax: Optional(Phone),
  address: Optional(Note(200)),
  taxNumber: Optional(Text(60)),
  taxRate: OptionalPercent,
  bankName: Optional(Text(100)),
  bankAccount: Optional(Text(60)),
  openingReceivable: Optional(AmountString),
  openingPayable: Optional(AmountString),
  customerSource: Optional(Text(60)),
  mainMarket: Optional(Text(100)),
  priceLevel: Optional(
    Type.Union([Type.Literal('standard'), Type.Literal('distributor'), Type.Literal('platform')]),
  ),
  sort: Optional(Sort),
  remark: Optional(Note(200)),
  enabled: Optional(Type.Boolean()),
});
export type PartnerFields = Static<typeof PartnerFields>;

export const PartnerInfo = Closed({
  id: Id,
  version: Type.Integer(),
  type: Type.String(),
  name: Type.String(),
  contacts: Type.String(),
  phone: Type.String(),
  telephone: Type.String(),
  email: Type.String(),
  fax: Type.String(),
  address: Type.String(),
  taxNumber: Type.String(),
  taxRate: Nullable(DecimalString),
  bankName: Type.String(),
  bankAccount: Type.String(),
  openingReceivable: ShownAmount,
  openingPayable: ShownAmount,
  closingReceivable: ShownAmount,
  closingPayable: ShownAmount,
  prepayment: ShownAmount,
  customerSource: Type.String(),
  mainMarket: Type.String(),
  priceLevel: Type.String(),
  sort: Type.Integer(),
  remark: Type.String(),
  enabled: Type.Boolean(),
});
export type PartnerInfo = Static<typeof PartnerInfo>;

/** Guarded twice: by one of the three pages here, by the page of the partner's own type in the use case. */
export const partners = {
  ...resource({
    path: '/supplier',
    page: anyPartnerPage,
    table: supplierTable,
    fields: PartnerFields,
    info: PartnerInfo,
    unique: { field: 'name', within: ['type'] },
    status: true,
  }),
  tables: partnerTables,
  nameAndTypeExists: endpoint({
    method: 'GET',
    path: '/supplier/checkIsNameAndTypeExist',
    summary: 'Is the name taken among partners of the type',
    access: { page: anyPartnerPage },
    input: Closed({ id: Optional(Id), name: Text(200), type: PartnerTypeChoice }),
    reply: Closed({ status: Type.Boolean() }),
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
  /** Members: what is left of their prepayment, for anyone who may open a page that uses it. */
  prepayment: ShownAmount,
});
const choices = <const P extends string>(path: P, summary: string) =>
  endpoint({
    method: 'POST',
    path,
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
  method: 'GET',
  path: '/supplier/getBeginNeedByOrganId',
  summary: "A partner's opening balance and what is left of it",
  access: { page: ['/financial/money_in', '/financial/money_out'] },
  input: Closed({ organId: Id }),
  reply: Closed({ needDebt: ShownAmount, finishDebt: ShownAmount, eachAmount: ShownAmount }),
});
