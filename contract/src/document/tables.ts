import {
  byKey,
  documentKinds,
  goodsKindCodes,
  itemTypeOf,
  kindCodes,
  moneyKindCodes,
  settledBy,
} from '@tradehouse/domain';
import type { AnyKindCode, Kind, KindCode } from '@tradehouse/domain';
import { choicesOf, table } from '../table.ts';
import type { Column, Filter, Mask, Table } from '../table.ts';
import { headColumns, headFilters } from './head.ts';
import {
  both,
  goods,
  has,
  invoiced,
  linked,
  money,
  settling,
  withAccount,
  withPartner,
  withSalespeople,
} from './rules.ts';
import type { Rule } from './rules.ts';

/** A list of the documents of one kind: columns and filters follow from what the kind is. */
export interface DocumentTable extends Table {
  readonly kind: KindCode;
}

const masks: Readonly<Record<string, Mask>> = {
  purchase: 'purchase',
  retail: 'retail',
  sale: 'sale',
};

/** What a count found or missed stands at what it costs. */
const isCounted = (kind: Kind): boolean =>
  Object.values(kind.goods).some(({ signed }) => signed === true);

/** Whose amounts the documents of a kind show. */
export function maskOfKind(kind: Kind): Mask {
  if (kind.subject === 'money') return 'money';
  return isCounted(kind) ? 'cost' : (masks[kind.trade?.side ?? kind.price ?? ''] ?? 'purchase');
}

/** Its filter in the lists of those kinds; its control may follow from the kind. */
interface ListFilter {
  readonly kinds?: Rule;
  readonly is: Filter | ((kind: Kind, code: AnyKindCode) => Filter);
}

const partnerFilter = (kind: Kind): Filter => ({
  by: 'equals',
  columns: ['partnerId'],
  control: kind.partner === null || kind.partner.type === 'any' ? 'partner' : kind.partner.type,
  first: true,
});
const owing = both(has('debt'), has('deposit'));

type OwnTest = Filter & { readonly by: 'own' };

/** Asks for an item of the type that the lines of a kind name. */
function itemFilter(kind: Kind): OwnTest {
  const itemType = itemTypeOf(kind);
  return {
    by: 'own',
    control: 'inOutItem',
    ...(itemType !== null && { itemType }),
  };
}

/** Filters with a name or a test of their own, in the order of the screen. */
const namedFilters = {
  number: { is: { by: 'contains', columns: ['number'], control: 'text', first: true } },
  organId: { kinds: withPartner, is: partnerFilter },
  materialParam: { kinds: goods, is: { by: 'own', control: 'text', first: true } },
  materialId: { kinds: goods, is: { by: 'own', control: 'product' } },
  time: { is: { by: 'own', control: 'dates', first: true, starts: 'threeMonths' } },
  depotId: { kinds: ({ warehouse }) => warehouse, is: { by: 'own', control: 'warehouse' } },
  creator: { is: { by: 'equals', columns: ['creatorId'], control: 'user' } },
  handsPersonId: {
    kinds: money,
    is: { by: 'equals', columns: ['handlerId'], control: 'person' },
  },
  linkNumber: {
    kinds: linked,
    is: { by: 'contains', columns: ['sourceNumbers'], control: 'text' },
  },
  accountId: { kinds: withAccount, is: { by: 'own', control: 'account' } },
  inOutItemId: {
    kinds: ({ cash }) => cash.some(({ of }) => of === 'itemLines'),
    is: itemFilter,
  },
  revenueClass: {
    kinds: ({ cash }) => cash.some(({ of }) => of === 'itemLines'),
    is: { by: 'own', control: 'revenueClass' },
  },
  billNumber: { kinds: settling, is: { by: 'own', control: 'text' } },
  // They look at amounts, so anyone who may not see these can't ask.
  hasDebt: { kinds: owing, is: { by: 'own', columns: ['debt'], control: 'flag' } },
  hasLastDebt: { kinds: owing, is: { by: 'own', columns: ['openDebt'], control: 'flag' } },
  hasUninvoiced: {
    kinds: invoiced,
    is: { by: 'own', columns: ['uninvoiced'], control: 'flag' },
  },
  invoiceNumber: {
    kinds: invoiced,
    is: { by: 'own', columns: ['invoiceNumbers'], control: 'text' },
  },
  salesMan: { kinds: withSalespeople, is: { by: 'own', control: 'person' } },
} as const satisfies Readonly<Record<string, ListFilter>>;

type NamedFilters = typeof namedFilters;
/** The filters that look beyond the columns of a document list. */
export type OwnFilter = {
  [N in keyof NamedFilters]: NamedFilters[N]['is'] extends
    | { readonly by: 'own' }
    | ((kind: Kind) => OwnTest)
    ? N
    : never;
}[keyof NamedFilters];

const states = [
  'purchaseStatus',
  'status',
  'orderLock',
  'confirmStatus',
  'pushStatus',
  'stage',
] as const;

function filtersOf(code: KindCode, columns: Readonly<Record<string, Column>>) {
  const kind = documentKinds[code];
  const named = Object.entries<ListFilter>(namedFilters)
    .filter(([, { kinds }]) => kinds?.(kind, code) ?? true)
    .map(([name, { is }]) => [name, typeof is === 'function' ? is(kind, code) : is] as const);
  const byState = states.flatMap((name): [string, Filter][] => {
    const choices = columns[name]?.choices;
    return choices === undefined ? [] : [[name, choicesOf(name, choices)]];
  });
  return {
    ...Object.fromEntries(named),
    ...headFilters(code),
    ...Object.fromEntries(byState),
    remark: { by: 'contains', columns: ['remark'], control: 'text' },
  } satisfies Record<string, Filter>;
}

/** A transfer of money reads from the account that pays to those that receive. */
function payerFirst(columns: Readonly<Record<string, Column>>): Record<string, Column> {
  const { accountName, ...others } = columns;
  if (accountName === undefined || !('receivingAccounts' in others)) return { ...columns };
  const payer: readonly [string, Column] = ['accountName', { ...accountName, matters: 'most' }];
  return Object.fromEntries(
    Object.entries(others).flatMap((entry) =>
      entry[0] === 'receivingAccounts' ? [payer, entry] : [entry],
    ),
  );
}

function documentTable(code: KindCode): DocumentTable {
  const kind = documentKinds[code];
  const base = kind.subject === 'money' ? '/accountHead' : '/depotHead';
  const columns = payerFirst(headColumns(code, maskOfKind(kind)));
  return {
    id: code,
    kind: code,
    path: `${base}/list`,
    fixed: { kind: code },
    access: { page: kind.url ?? '' },
    columns,
    filters: filtersOf(code, columns),
    order: { column: 'time', direction: 'desc' },
    exportPath: `${base}/exportExcel`,
  };
}

/** The document list of every kind that users write; `search.kind` picks one at the family's path. */
export const documentTables = byKey<KindCode, DocumentTable>(kindCodes, documentTable);

export const goodsDocumentTables: readonly DocumentTable[] = goodsKindCodes.map(
  (code) => documentTables[code],
);
export const moneyDocumentTables: readonly DocumentTable[] = moneyKindCodes.map(
  (code) => documentTables[code],
);

/** The kinds of money document that settle something. */
const settlingKinds = moneyKindCodes.filter((code) => settledBy(code) !== null);

/**
 * What a partner still owes or is still owed: open documents and the opening balance, for money in and money out; or the
 * orders that still keep a deposit, for what gives it back.
 * `kind` is the money document that settles them; a return's figures are below zero.
 */
export const debtTable = table({
  id: 'debts',
  path: '/depotHead/debtList',
  // The statements show what is open of a partner, too.
  access: {
    page: [
      '/financial/money_in',
      '/financial/money_out',
      '/financial/deposit_out',
      '/financial/deposit_in',
      '/report/customer_account',
      '/report/vendor_account',
    ],
  },
  columns: {
    id: { type: 'id', hidden: true },
    kind: { type: 'text', code: true, hidden: true },
    /** The partner's opening balance: it is settled by a line without a document. */
    opening: { type: 'flag', hidden: true },
    partnerId: { type: 'id', hidden: true },
    partnerName: { type: 'text', width: 140 },
    number: { type: 'text', code: true, width: 170 },
    summary: { type: 'text', width: 260 },
    time: { type: 'time', width: 150 },
    dueOn: { type: 'day', width: 110 },
    creatorName: { type: 'text', width: 90 },
    currency: { type: 'text', code: true, width: 70 },
    exchangeRate: { type: 'quantity', hidden: true },
    debt: { type: 'money', sum: true, mask: 'money', width: 110 },
    settled: { type: 'money', sum: true, mask: 'money', width: 110 },
    openDebt: { type: 'money', sum: true, mask: 'money', width: 110 },
  },
  filters: {
    kind: { by: 'own', control: 'choice', choices: settlingKinds, required: true },
    organId: { by: 'own', control: 'partner', first: true },
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    materialParam: { by: 'own', control: 'text' },
    time: { by: 'own', control: 'dates' },
    dueOn: { by: 'range', columns: ['dueOn'], control: 'dates' },
  },
  order: { column: 'time', direction: 'asc' },
  exportPath: '/depotHead/debtExport',
});
