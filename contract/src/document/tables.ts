import {
  byKey,
  documentKinds,
  goodsKindCodes,
  itemTypeOf,
  kindCodes,
  moneyKindCodes,
  purseSettledByKind,
} from '@tradehouse/domain';
import type { AnyKindCode, DocumentKind, KindCode } from '@tradehouse/domain';
import { defineChoicesFilter, defineTable } from '../table.ts';
import type { TableColumn, Filter, Mask, TableDeclaration } from '../table.ts';
import { columnsOfDocumentHead, headFilters } from './head.ts';
import {
  everyRule,
  isGoodsKind,
  hasHeadAmount,
  isInvoicedKind,
  hasSourceKinds,
  isMoneyKind,
  isSettlementKind,
  withAccount,
  withPartner,
  withSalespeople,
} from './rules.ts';
import type { KindRule } from './rules.ts';

/** Document list of one kind, derived from the kind. */
export interface DocumentTable extends TableDeclaration {
  readonly kind: KindCode;
}

const masks: Readonly<Record<string, Mask>> = {
  purchase: 'purchase',
  retail: 'retail',
  sale: 'sale',
};

/** Returns true for kinds that book counted differences, at cost. */
const isCounted = (kind: DocumentKind): boolean =>
  Object.values(kind.goods).some(({ signed }) => signed === true);

export function maskOfKind(kind: DocumentKind): Mask {
  if (kind.subject === 'money') return 'money';
  return isCounted(kind) ? 'cost' : (masks[kind.trade?.side ?? kind.price ?? ''] ?? 'purchase');
}

/** Filter on matching kinds; its control may depend on the kind. */
interface ListFilter {
  readonly kinds?: KindRule;
  readonly is: Filter | ((kind: DocumentKind, code: AnyKindCode) => Filter);
}

const partnerFilter = (kind: DocumentKind): Filter => ({
  by: 'equals',
  columns: ['partnerId'],
  control: kind.partner === null || kind.partner.type === 'any' ? 'partner' : kind.partner.type,
  first: true,
});
const owing = everyRule(hasHeadAmount('debt'), hasHeadAmount('deposit'));

type OwnTestFilter = Filter & { readonly by: 'own' };

/** Filters by an item of the lines' type. */
function itemFilter(kind: DocumentKind): OwnTestFilter {
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
  materialParam: { kinds: isGoodsKind, is: { by: 'own', control: 'text', first: true } },
  materialId: { kinds: isGoodsKind, is: { by: 'own', control: 'product' } },
  time: { is: { by: 'own', control: 'dates', first: true, starts: 'threeMonths' } },
  depotId: { kinds: ({ warehouse }) => warehouse, is: { by: 'own', control: 'warehouse' } },
  creator: { is: { by: 'equals', columns: ['creatorId'], control: 'user' } },
  handsPersonId: {
    kinds: isMoneyKind,
    is: { by: 'equals', columns: ['handlerId'], control: 'person' },
  },
  linkNumber: {
    kinds: hasSourceKinds,
    is: { by: 'contains', columns: ['sourceNumbers'], control: 'text' },
  },
  wholeLinkNumber: { kinds: hasSourceKinds, is: { by: 'own', control: 'text', linked: true } },
  accountId: { kinds: withAccount, is: { by: 'own', control: 'account' } },
  inOutItemId: {
    kinds: ({ cash }) => cash.some(({ of }) => of === 'itemLines'),
    is: itemFilter,
  },
  revenueClass: {
    kinds: ({ cash }) => cash.some(({ of }) => of === 'itemLines'),
    is: { by: 'own', control: 'revenueClass' },
  },
  billNumber: { kinds: isSettlementKind, is: { by: 'own', control: 'text' } },
  // Filters on amounts, unavailable if hidden.
  hasDebt: { kinds: owing, is: { by: 'own', columns: ['debt'], control: 'flag' } },
  hasLastDebt: { kinds: owing, is: { by: 'own', columns: ['openDebt'], control: 'flag' } },
  hasUninvoiced: {
    kinds: isInvoicedKind,
    is: { by: 'own', columns: ['uninvoiced'], control: 'flag' },
  },
  invoiceNumber: {
    kinds: isInvoicedKind,
    is: { by: 'own', columns: ['invoiceNumbers'], control: 'text' },
  },
  salesMan: { kinds: withSalespeople, is: { by: 'own', control: 'person' } },
  inForce: { is: { by: 'own', control: 'flag', linked: true } },
} as const satisfies Readonly<Record<string, ListFilter>>;

type NamedFilters = typeof namedFilters;
/** Filters beyond the list's columns. */
export type OwnFilter = {
  [N in keyof NamedFilters]: NamedFilters[N]['is'] extends
    | { readonly by: 'own' }
    | ((kind: DocumentKind) => OwnTestFilter)
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

function filtersOfDocumentList(code: KindCode, columns: Readonly<Record<string, TableColumn>>) {
  const kind = documentKinds[code];
  const named = Object.entries<ListFilter>(namedFilters)
    .filter(([, { kinds }]) => kinds?.(kind, code) ?? true)
    .map(([name, { is }]) => [name, typeof is === 'function' ? is(kind, code) : is] as const);
  const byState = states.flatMap((name): [string, Filter][] => {
    const choices = columns[name]?.choices;
    return choices === undefined ? [] : [[name, defineChoicesFilter(name, choices)]];
  });
  return {
    ...Object.fromEntries(named),
    ...headFilters(code),
    ...Object.fromEntries(byState),
    remark: { by: 'contains', columns: ['remark'], control: 'text' },
  } satisfies Record<string, Filter>;
}

/** Puts the payer before the receivers in a money transfer. */
function payerFirst(columns: Readonly<Record<string, TableColumn>>): Record<string, TableColumn> {
  const { accountName, ...others } = columns;
  if (accountName === undefined || !('receivingAccounts' in others)) return { ...columns };
  const payer: readonly [string, TableColumn] = [
    'accountName',
    { ...accountName, matters: 'most' },
  ];
  return Object.fromEntries(
    Object.entries(others).flatMap((entry) =>
      entry[0] === 'receivingAccounts' ? [payer, entry] : [entry],
    ),
  );
}

function documentTable(code: KindCode): DocumentTable {
  const kind = documentKinds[code];
  const base = kind.subject === 'money' ? '/accountHead' : '/depotHead';
  const columns = payerFirst(columnsOfDocumentHead(code, maskOfKind(kind)));
  return {
    id: code,
    kind: code,
    path: `${base}/list`,
    fixed: { kind: code },
    access: { page: kind.url ?? '' },
    columns,
    filters: filtersOfDocumentList(code, columns),
    order: { column: 'time', direction: 'desc' },
    exportPath: `${base}/exportExcel`,
  };
}

/** Document list of every user-written kind; `search.kind` selects one. */
export const documentTables = byKey<KindCode, DocumentTable>(kindCodes, documentTable);

export const goodsDocumentTables: readonly DocumentTable[] = goodsKindCodes.map(
  (code) => documentTables[code],
);
export const moneyDocumentTables: readonly DocumentTable[] = moneyKindCodes.map(
  (code) => documentTables[code],
);

const settlingKinds = moneyKindCodes.filter((code) => purseSettledByKind(code) !== null);

/**
 * Open items of a partner: documents and the opening balance, or orders with a remaining deposit for kinds
 * that return deposits. `kind` is the settling money document; a return's figures are negative.
 */
export const debtTable = defineTable({
  id: 'debts',
  path: '/depotHead/debtList',
  // Statements show a partner's open items, too.
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
    /** Partner's opening balance, settled by a line without a document. */
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
