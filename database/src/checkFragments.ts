// Facts about document kinds for the checks. The domain declares the kinds, but this room can't import it;
// a test compares both.

import { ledgerOf } from './ledgerOf.ts';
import { idsIn, looseNames } from './names.ts';
import { bookedOffs, dayAmounts, rollUps, wholeRollUpSql } from './rollUps.ts';
import { tradeMeasures, tradedGoods } from './tradedGoods.ts';

interface GoodsKind {
  readonly kind: string;
  readonly role: string;
  /** Effect of one unit of a line on the line's warehouse and target warehouse. */
  readonly own: 1 | 0 | -1;
  readonly target: 0 | 1;
}

const makeGoodsKind = (
  kind: string,
  own: 1 | 0 | -1,
  role = 'item',
  target: 0 | 1 = 0,
): GoodsKind => ({
  kind,
  role,
  own,
  target,
});

export const goodsKinds: readonly GoodsKind[] = [
  makeGoodsKind('purchaseIn', 1),
  makeGoodsKind('purchaseBack', -1),
  makeGoodsKind('saleOut', -1),
  makeGoodsKind('saleBack', 1),
  makeGoodsKind('retailOut', -1),
  makeGoodsKind('retailBack', 1),
  makeGoodsKind('transfer', -1, 'item', 1),
  makeGoodsKind('assemble', 1, 'composite'),
  makeGoodsKind('assemble', -1, 'part'),
  makeGoodsKind('disassemble', -1, 'composite'),
  makeGoodsKind('disassemble', 1, 'part'),
  makeGoodsKind('otherIn', 1),
  makeGoodsKind('otherOut', -1),
  makeGoodsKind('stockRecount', 1),
  makeGoodsKind('openingStock', 1),
  makeGoodsKind('regrade', -1, 'part'),
  makeGoodsKind('regrade', 1, 'item'),
  makeGoodsKind('transferIn', 1, 'item'),
  makeGoodsKind('transferIn', 0, 'part'),
];

interface DebtKind {
  readonly kind: string;
  readonly purse: 'receivable' | 'payable';
  /** Effect of a debt on the purse; 0 if the kind settles instead. */
  readonly sign: -1 | 0 | 1;
  /** Effect of a settled amount on the purse. */
  readonly lineSign: -1 | 0 | 1;
}

export const debtKinds: readonly DebtKind[] = [
  { kind: 'saleOut', purse: 'receivable', sign: 1, lineSign: 0 },
  { kind: 'saleBack', purse: 'receivable', sign: -1, lineSign: 0 },
  { kind: 'moneyIn', purse: 'receivable', sign: 0, lineSign: -1 },
  { kind: 'purchaseIn', purse: 'payable', sign: -1, lineSign: 0 },
  { kind: 'purchaseBack', purse: 'payable', sign: 1, lineSign: 0 },
  { kind: 'moneyOut', purse: 'payable', sign: 0, lineSign: 1 },
  // Lines without an order: the retained part of a deposit, below zero.
  { kind: 'depositOut', purse: 'receivable', sign: 0, lineSign: 1 },
  { kind: 'depositIn', purse: 'payable', sign: 0, lineSign: -1 },
  { kind: 'openingReceivable', purse: 'receivable', sign: 1, lineSign: 0 },
  { kind: 'openingPayable', purse: 'payable', sign: -1, lineSign: 0 },
];

/** Money kinds for settlement or prepayment, with the purse of each. */
export const settlingPurses: readonly (readonly [kind: string, purse: string])[] = [
  ['moneyIn', 'receivable'],
  ['moneyOut', 'payable'],
  ['depositOut', 'deposit'],
  ['depositIn', 'deposit'],
  ['advanceIn', 'prepaid'],
  ['advanceIn', 'bonus'],
  ['advanceOut', 'prepaid'],
  ['advanceOut', 'bonus'],
];

interface CashKind {
  readonly kind: string;
  /** Effect of a settlement on the head's account, and of a line on the line's account. */
  readonly sign: -1 | 0 | 1;
  readonly lineSign: -1 | 0 | 1;
}

const makeCashKind = (kind: string, sign: -1 | 0 | 1, lineSign: -1 | 0 | 1 = 0): CashKind => ({
  kind,
  sign,
  lineSign,
});

export const cashKinds: readonly CashKind[] = [
  makeCashKind('purchaseOrder', -1),
  makeCashKind('purchaseIn', -1),
  makeCashKind('purchaseBack', 1),
  makeCashKind('saleOrder', 1),
  makeCashKind('saleOut', 1),
  makeCashKind('saleBack', -1),
  makeCashKind('retailOut', 1),
  makeCashKind('retailBack', -1),
  makeCashKind('moneyIn', 1),
  makeCashKind('moneyOut', -1),
  makeCashKind('depositOut', -1),
  makeCashKind('depositIn', 1),
  makeCashKind('itemIn', 1),
  makeCashKind('itemOut', -1),
  makeCashKind('giro', -1, 1),
  makeCashKind('advanceIn', 0, 1),
  makeCashKind('advanceOut', 0, -1),
  makeCashKind('openingBalance', 0, 1),
];

/** Kinds complete once all lines are complete. */
export const fulfilledKinds: readonly string[] = [
  'purchaseRequest',
  'purchaseOrder',
  'saleOrder',
  'transfer',
  'stockCount',
];

export const taxedKinds: readonly string[] = [
  'purchaseOrder',
  'purchaseIn',
  'purchaseBack',
  'saleOrder',
  'saleOut',
  'saleBack',
];

/** Source and target of links covering the purchase side of the source. */
export const purchasingKinds: readonly (readonly [source: string, target: string])[] = [
  ['saleOrder', 'purchaseOrder'],
];

/** Kinds with a payment held like a deposit. */
export const depositKinds: readonly string[] = ['purchaseOrder', 'saleOrder'];

/** Kinds refunding deposits: lines name orders, except for the retained part. */
export const refundKinds: readonly string[] = ['depositOut', 'depositIn'];

/** Uses of order deposits by live documents: columns id, amount, booked. */
const depositTakers = `
  select source.id, child.deposit_used as amount, child.deposit_booked as booked
  from (
    select distinct link.source_document_id as id, link.target_document_id as child_id
    from document_link link where link.tenant_id = $1) source
  join document child on child.tenant_id = $1 and child.id = source.child_id
  where child.deleted_at is null
  union all
  select line.settled_document_id, line.amount, line.booked
  from document refund
  join document_line line on line.tenant_id = $1 and line.document_id = refund.id
  where refund.tenant_id = $1 and refund.kind in (${refundKinds.map((kind) => `'${kind}'`).join()}) and refund.deleted_at is null`;

export const kindPrefixes: readonly (readonly [kind: string, prefix: string])[] = [
  ['purchaseRequest', 'QGD'],
  ['purchaseOrder', 'CGDD'],
  ['purchaseIn', 'CGRK'],
  ['purchaseBack', 'CGTH'],
  ['saleOrder', 'XSDD'],
  ['saleOut', 'XSCK'],
  ['saleBack', 'XSTH'],
  ['retailOut', 'LSCK'],
  ['retailBack', 'LSTH'],
  ['transfer', 'DBCK'],
  ['assemble', 'ZZD'],
  ['disassemble', 'CXD'],
  ['otherIn', 'QTRK'],
  ['otherOut', 'QTCK'],
  ['stockCount', 'PDLR'],
  ['stockRecount', 'PDFP'],
  ['moneyIn', 'SK'],
  ['moneyOut', 'FK'],
  ['depositOut', 'TDJ'],
  ['depositIn', 'SDJ'],
  ['advanceIn', 'SYF'],
  ['advanceOut', 'TYF'],
  ['itemIn', 'SR'],
  ['itemOut', 'ZC'],
  ['giro', 'ZZ'],
  ['openingStock', 'QCKC'],
  ['openingBalance', 'QCYE'],
  ['openingReceivable', 'QCYS'],
  ['openingPayable', 'QCYF'],
  ['regrade', 'TZ'],
  ['transferIn', 'DBRK'],
  ['valueAdjustment', 'JZTZ'],
  ['revaluation', 'QMTH'],
];

/** Kinds granting a member bonus (1) or deducting from the bonus (-1). */
export const bonusKinds: readonly (readonly [kind: string, sign: 1 | -1])[] = [
  ['advanceIn', 1],
  ['advanceOut', -1],
  ['retailOut', -1],
  ['retailBack', 1],
];

/** Kinds paid at once, in full. */
export const retailKinds: readonly string[] = ['retailOut', 'retailBack'];

const valuesListSql = (values: readonly (readonly (string | number)[])[]): string =>
  values
    .map(
      (row) => `(${row.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join()})`,
    )
    .join();
const quotedNamesSql = (kinds: readonly string[]): string =>
  kinds.map((kind) => `'${kind}'`).join();

/** Currencies with other than two decimals, by decimals. */
export const currenciesByDigits: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: ['CLF', 'UYW'],
};

/** Allowed decimals of a head's amounts: the company's (once used for all) or the currency's. */
const roundingDigitsSql = (head: string): string => {
  const unusual = Object.entries(currenciesByDigits).map(
    ([digits, currencies]) =>
      `when ${head}.currency in (${quotedNamesSql(currencies)}) then ${digits}`,
  );
  return `array[${head}.money_digits, case ${unusual.join(' ')} else 2 end]`;
};

/** Amount of a head in company currency, in booked form. */
const headBaseAmountSql = (head: string, amount: string): string =>
  `case when ${head}.exchange_rate = 1 then ${head}.${amount} else round(${head}.${amount} * ${head}.exchange_rate, ${head}.money_digits) end`;

/** Missing records named without a foreign key: columns document_id, what, id. */
const lostNames = looseNames
  .filter(({ follows }) => follows === undefined)
  .flatMap((name) =>
    Object.entries(name.names).map(
      ([target, where]) => `
  select min(named.paper) as document_id, '${name.table}.${name.column}' as what, named.id::text as id from (
    select ${name.paper ?? 'null::bigint'} as paper, ${idsIn(name)} as id
    from ${name.table} where ${name.table}.tenant_id = $1 and ${where}) named
  where named.id is not null and not exists (select from ${target} where ${target}.tenant_id = $1 and ${target}.id = named.id)
  group by named.id`,
    ),
  )
  .join(' union all ');

/** Texts replacing `{{name}}` in a check. */
export const fragments: Readonly<Record<string, string>> = {
  goods_kinds: valuesListSql(
    goodsKinds.map(({ kind, role, own, target }) => [kind, role, own, target]),
  ),
  debt_kinds: valuesListSql(
    debtKinds.map(({ kind, purse, sign, lineSign }) => [kind, purse, sign, lineSign]),
  ),
  settling_kinds: settlingPurses.map(([kind, purse]) => `('${kind}', '${purse}')`).join(),
  cash_kinds: valuesListSql(cashKinds.map(({ kind, sign, lineSign }) => [kind, sign, lineSign])),
  paying_kinds: quotedNamesSql(cashKinds.filter(({ sign }) => sign !== 0).map(({ kind }) => kind)),
  owing_kinds: quotedNamesSql(debtKinds.filter(({ sign }) => sign !== 0).map(({ kind }) => kind)),
  deposit_kinds: quotedNamesSql(depositKinds),
  deposit_takers: depositTakers,
  refund_kinds: quotedNamesSql(refundKinds),
  applying_kinds: quotedNamesSql(
    debtKinds.filter(({ lineSign }) => lineSign !== 0).map(({ kind }) => kind),
  ),
  day_sums: dayAmounts
    .map((column) => {
      const off = bookedOffs[column];
      const booked = off === undefined ? '' : ` + document.${off}`;
      return `sum(coalesce(${headBaseAmountSql('document', column)}${booked}, 0))`;
    })
    .join(),
  day_columns: dayAmounts.join(),
  debt_in_base: headBaseAmountSql('document', 'debt'),
  deposit_in_base: headBaseAmountSql('orders', 'paid_now'),
  retail_kinds: quotedNamesSql(retailKinds),
  bonus_kinds: valuesListSql(bonusKinds),
  taxed_kinds: quotedNamesSql(taxedKinds),
  digits_of_document: roundingDigitsSql('document'),
  traded_goods: tradedGoods(),
  trade_measures: tradeMeasures.join(),
  trade_negated: tradeMeasures.map((name) => `-${name}`).join(),
  trade_uneven: tradeMeasures.map((name) => `${name} <> 0`).join(' or '),
  trade_sums: tradeMeasures.map((name) => `sum(${name}) as ${name}`).join(),
  purchasing_kinds: valuesListSql(purchasingKinds),
  fulfilled_kinds: quotedNamesSql(fulfilledKinds),
  kind_prefixes: valuesListSql(kindPrefixes),
  ledger_of: ledgerOf,
  lost_names: lostNames,
  ...Object.fromEntries(rollUps.map((rollUp) => [rollUp.table, wholeRollUpSql(rollUp, '$1')])),
};
