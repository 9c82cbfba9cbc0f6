import {
  documentKinds,
  goodsKindCodes,
  isOrder,
  isStaged,
  kindCodes,
  moneyKindCodes,
  orderStages,
  settledBy,
  takesDeposit,
} from '@tradehouse/domain';
import type { AnyKindCode, HeadAmount, Kind, KindCode } from '@tradehouse/domain';
import { table } from '../table.ts';
import type { Column, Filter, Mask, Table } from '../table.ts';

/** A list of the documents of one kind: columns and filters follow from what the kind is. */
export interface DocumentTable extends Table {
  readonly kind: KindCode;
}

type Columns = Record<string, Column>;
type Filters = Record<string, Filter>;

/** What a document's status may be on the wire: 0 unaudited, 1 audited, 3 partial, 2 complete. */
export const documentStatuses = ['0', '1', '3', '2'] as const;

/** Whether what is left of an order is given up: 0 under way, 1 completed. */
export const orderLocks = ['0', '1'] as const;
/** 0 not asked, 1 asked, 2 confirmed. */
export const confirmStatuses = ['0', '1', '2'] as const;
/** 0 not pushed, 1 pushed, 2 changed since. */
export const pushStatuses = ['0', '1', '2'] as const;

const orderChoice = (choices: readonly string[]): Column => ({
  type: 'choice',
  choices,
  sortable: false,
  width: 100,
});
const choices = (column: string, values: readonly string[]): Filter => ({
  by: 'choices',
  columns: [column],
  control: 'choices',
  choices: values,
});

/** Some other kind moves this one to partial and complete. */
const isFulfilled = (code: AnyKindCode): boolean => progressOf(code).includes('fulfilled');
/** It also has a progress on its purchase side. */
const isPurchased = (code: AnyKindCode): boolean => progressOf(code).includes('purchased');
const isReturned = (code: AnyKindCode): boolean => progressOf(code).includes('returned');

function progressOf(code: AnyKindCode) {
  return Object.values(documentKinds).flatMap(({ sources }) => sources[code] ?? []);
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

const when = <Part extends object>(condition: boolean, part: Part): Part | Record<never, never> =>
  condition ? part : {};

function columnsOf(code: KindCode): Columns {
  const kind = documentKinds[code];
  const mask = maskOfKind(kind);
  const has = (amount: HeadAmount) => kind.amounts.includes(amount);
  const goods = kind.subject !== 'money';
  const linked = Object.keys(kind.sources).length > 0;
  const money: Column = { type: 'money', mask, sum: true };
  const optional: Column = { ...money, optional: true };
  return {
    id: { type: 'id', hidden: true },
    version: { type: 'integer', hidden: true },
    ...when(kind.party !== null, {
      partnerId: { type: 'id', hidden: true },
      partnerName: { type: 'text', width: 140 },
    }),
    // What it is linked with stands beside it, in a word each.
    number: {
      type: 'text',
      code: true,
      width: 170 + (linked ? 35 : 0) + (isReturned(code) ? 35 : 0),
    },
    ...when(linked, { sourceNumbers: { type: 'text', code: true, optional: true, width: 170 } }),
    ...when(isReturned(code), { hasReturn: { type: 'flag', hidden: true } }),
    ...when(goods, { summary: { type: 'text', width: 260 } }),
    time: { type: 'time', width: 150 },
    businessDate: { type: 'day', hidden: true },
    creatorId: { type: 'id', hidden: true },
    creatorName: { type: 'text', width: 90 },
    ...when(kind.asks, {
      institutionName: { type: 'text', optional: true, width: 120 },
      requiredOn: { type: 'day', optional: true, width: 110 },
    }),
    ...when(!goods, {
      handlerId: { type: 'id', hidden: true },
      handlerName: { type: 'text', width: 100 },
    }),
    ...when(kind.prepaid, {
      payment: { type: 'choice', choices: ['now', 'prepaid'], optional: true, width: 90 },
    }),
    ...when(kind.people === 'salesperson', {
      salespersonNames: { type: 'text', optional: true, sortable: false, width: 120 },
    }),
    ...when(goods, { totalQuantity: { type: 'quantity', sum: true, width: 90 } }),
    ...when(goods && kind.price !== null, { goodsAmount: { ...money, width: 110 } }),
    ...when(goods && has('tax'), { totalAmount: { ...money, width: 110 } }),
    ...when(!goods && has('discount'), { totalAmount: { ...money, width: 110 } }),
    ...when(!goods && kind.account === null, { totalAmount: { ...money, width: 110 } }),
    ...when(goods && has('discount'), {
      discountRate: { type: 'percent', optional: true, width: 90 },
    }),
    ...when(has('discount'), { discount: goods ? optional : money }),
    ...when(takesDeposit(kind), { afterDiscount: optional }),
    ...when(has('service'), {
      serviceRate: { type: 'percent', optional: true, width: 90 },
      serviceCharge: optional,
    }),
    ...when(has('services'), { serviceFees: optional }),
    ...when(has('otherFees'), { otherFees: optional }),
    ...when(has('freight'), { freight: optional }),
    ...when(has('debt'), { payable: has('deposit') ? optional : money }),
    ...when(kind.account !== null, {
      accountId: { type: 'id', hidden: true },
      accountName: goods
        ? { type: 'text', optional: true, width: 110 }
        : { type: 'text', width: 110 },
    }),
    ...when(has('deposit'), { depositUsed: optional }),
    ...when(takesDeposit(kind), { depositTaken: money, depositLeft: money }),
    ...when(has('paidNow') && !takesDeposit(kind) && !has('change'), { paidNow: money }),
    ...when(has('change'), { received: money, changeGiven: money }),
    ...when(has('debt'), { debt: money, openDebt: has('deposit') ? money : optional }),
    ...when(goods && kind.price !== null ? has('tax') : settledBy(code) !== null, {
      currency: { type: 'text', code: true, optional: true, width: 70 },
      exchangeRate: { type: 'quantity', optional: true, width: 90 },
    }),
    ...when(goods && has('tax'), {
      externalOrder: { type: 'text', code: true, optional: true, width: 150 },
      externalTracking: { type: 'text', code: true, optional: true, width: 150 },
    }),
    remark: { type: 'text', optional: goods ? true : undefined, width: 200 } as Column,
    auditorName: { type: 'text', optional: true, width: 90 },
    auditedAt: { type: 'time', optional: true, width: 150 },
    ...when(isPurchased(code), {
      purchaseStatus: { type: 'choice', choices: ['0', '3', '2'], sortable: false, width: 90 },
    }),
    ...when(isOrder(code), {
      orderLock: { ...orderChoice(orderLocks), optional: true },
      confirmStatus: { ...orderChoice(confirmStatuses), optional: true },
      pushStatus: { ...orderChoice(pushStatuses), optional: true },
    }),
    ...when(isStaged(code), { stage: orderChoice(orderStages) }),
    status: {
      type: 'choice',
      choices: isFulfilled(code) ? documentStatuses : ['0', '1'],
      sortable: false,
      width: 90,
    },
    closed: { type: 'flag', hidden: true },
  } as Columns;
}

function filtersOf(code: KindCode): Filters {
  const kind = documentKinds[code];
  const goods = kind.subject !== 'money';
  const linked = Object.keys(kind.sources).length > 0;
  const party = kind.party?.type;
  const debts = kind.amounts.includes('debt') && kind.amounts.includes('deposit');
  const byItem = kind.cash.some(({ of }) => of === 'itemLines');
  return {
    number: { by: 'contains', columns: ['number'], control: 'text', first: true },
    ...when(goods, { materialParam: { by: 'own', control: 'text', first: true } }),
    time: { by: 'own', control: 'dates', first: true, starts: 'threeMonths' },
    ...when(party !== undefined, {
      organId: {
        by: 'equals',
        columns: ['partnerId'],
        control: party === 'any' ? 'partner' : party,
        first: goods ? undefined : true,
      },
    }),
    ...when(kind.warehouse, { depotId: { by: 'own', control: 'warehouse' } }),
    creator: { by: 'equals', columns: ['creatorId'], control: 'user' },
    ...when(kind.asks, {
      requiredOn: { by: 'range', columns: ['requiredOn'], control: 'dates' },
    }),
    ...when(!goods, { handsPersonId: { by: 'equals', columns: ['handlerId'], control: 'person' } }),
    ...when(linked, {
      linkNumber: { by: 'contains', columns: ['sourceNumbers'], control: 'text' },
    }),
    ...when(kind.account !== null, { accountId: { by: 'own', control: 'account' } }),
    ...when(byItem, { inOutItemId: { by: 'own', control: 'inOutItem' } }),
    ...when(settledBy(code) !== null, { billNumber: { by: 'own', control: 'text' } }),
    ...when(debts, {
      // They look at amounts, so anyone who may not see these can't ask.
      hasDebt: { by: 'own', columns: ['debt'], control: 'flag' },
      hasLastDebt: { by: 'own', columns: ['openDebt'], control: 'flag' },
    }),
    ...when(kind.people === 'salesperson', { salesMan: { by: 'own', control: 'person' } }),
    ...when(isPurchased(code), {
      purchaseStatus: {
        by: 'choices',
        columns: ['purchaseStatus'],
        control: 'choices',
        choices: ['0', '3', '2'],
      },
    }),
    status: {
      by: 'choices',
      columns: ['status'],
      control: 'choices',
      choices: isFulfilled(code) ? documentStatuses : ['0', '1'],
    },
    ...when(isOrder(code), {
      orderLock: choices('orderLock', orderLocks),
      confirmStatus: choices('confirmStatus', confirmStatuses),
      pushStatus: choices('pushStatus', pushStatuses),
    }),
    ...when(isStaged(code), { stage: choices('stage', orderStages) }),
    remark: { by: 'contains', columns: ['remark'], control: 'text' },
  } as Filters;
}

function documentTable(code: KindCode): DocumentTable {
  const money = documentKinds[code].subject === 'money';
  const base = money ? '/accountHead' : '/depotHead';
  return {
    id: code,
    kind: code,
    path: `${base}/list`,
    fixed: { kind: code },
    access: { page: documentKinds[code].url ?? '' },
    columns: columnsOf(code),
    filters: filtersOf(code),
    order: { column: 'time', direction: 'desc' },
    exportPath: `${base}/exportExcel`,
  };
}

/** The document list of every kind that users write; `search.kind` picks one at the family's path. */
export const documentTables = Object.fromEntries(
  kindCodes.map((code) => [code, documentTable(code)]),
) as Readonly<Record<KindCode, DocumentTable>>;

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
  },
  order: { column: 'time', direction: 'asc' },
  exportPath: '/depotHead/debtExport',
});
