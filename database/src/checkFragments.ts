// What the checks must know of the document kinds. The kinds themselves are declared in the domain, which this room
// can't import; a test compares the two.

import { ledgerOf } from './ledgerOf.ts';
import { idsIn, looseNames } from './names.ts';
import { bookedOffs, dayAmounts, rollUps, wholeOf } from './rollUps.ts';
import { tradeMeasures, tradedGoods } from './tradedGoods.ts';

interface GoodsKind {
  readonly kind: string;
  readonly role: string;
  /** What a unit of the line does to its own warehouse and to its target warehouse. */
  readonly own: 1 | 0 | -1;
  readonly target: 0 | 1;
}

const goods = (kind: string, own: 1 | 0 | -1, role = 'item', target: 0 | 1 = 0): GoodsKind => ({
  kind,
  role,
  own,
  target,
});

export const goodsKinds: readonly GoodsKind[] = [
  goods('purchaseIn', 1),
  goods('purchaseBack', -1),
  goods('saleOut', -1),
  goods('saleBack', 1),
  goods('retailOut', -1),
  goods('retailBack', 1),
  goods('transfer', -1, 'item', 1),
  goods('assemble', 1, 'composite'),
  goods('assemble', -1, 'part'),
  goods('disassemble', -1, 'composite'),
  goods('disassemble', 1, 'part'),
  goods('otherIn', 1),
  goods('otherOut', -1),
  goods('stockRecount', 1),
  goods('openingStock', 1),
  goods('regrade', -1, 'part'),
  goods('regrade', 1, 'item'),
  goods('transferIn', 1, 'item'),
  goods('transferIn', 0, 'part'),
];

interface DebtKind {
  readonly kind: string;
  readonly purse: 'receivable' | 'payable';
  /** What a debt does to the purse; 0 where the kind settles instead. */
  readonly sign: -1 | 0 | 1;
  /** What a settled amount does to it. */
  readonly lineSign: -1 | 0 | 1;
}

export const debtKinds: readonly DebtKind[] = [
  { kind: 'saleOut', purse: 'receivable', sign: 1, lineSign: 0 },
  { kind: 'saleBack', purse: 'receivable', sign: -1, lineSign: 0 },
  { kind: 'moneyIn', purse: 'receivable', sign: 0, lineSign: -1 },
  { kind: 'purchaseIn', purse: 'payable', sign: -1, lineSign: 0 },
  { kind: 'purchaseBack', purse: 'payable', sign: 1, lineSign: 0 },
  { kind: 'moneyOut', purse: 'payable', sign: 0, lineSign: 1 },
  // Their lines without an order: what is kept of deposits is below zero there.
  { kind: 'depositOut', purse: 'receivable', sign: 0, lineSign: 1 },
  { kind: 'depositIn', purse: 'payable', sign: 0, lineSign: -1 },
];

/** Kinds of money that settle or pay ahead, with the purse that they do it in. */
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
  /** What a settlement does to its account, and what a line does to the line's account. */
  readonly sign: -1 | 0 | 1;
  readonly lineSign: -1 | 0 | 1;
}

const cash = (kind: string, sign: -1 | 0 | 1, lineSign: -1 | 0 | 1 = 0): CashKind => ({
  kind,
  sign,
  lineSign,
});

export const cashKinds: readonly CashKind[] = [
  cash('purchaseOrder', -1),
  cash('purchaseIn', -1),
  cash('purchaseBack', 1),
  cash('saleOrder', 1),
  cash('saleOut', 1),
  cash('saleBack', -1),
  cash('retailOut', 1),
  cash('retailBack', -1),
  cash('moneyIn', 1),
  cash('moneyOut', -1),
  cash('depositOut', -1),
  cash('depositIn', 1),
  cash('itemIn', 1),
  cash('itemOut', -1),
  cash('giro', -1, 1),
  cash('advanceIn', 0, 1),
  cash('advanceOut', 0, -1),
  cash('openingBalance', 0, 1),
];

/** Kinds that are done when all of their lines are. */
export const fulfilledKinds: readonly string[] = [
  'purchaseRequest',
  'purchaseOrder',
  'saleOrder',
  'transfer',
  'stockCount',
];

/** Kinds whose lines have tax. */
export const taxedKinds: readonly string[] = [
  'purchaseOrder',
  'purchaseIn',
  'purchaseBack',
  'saleOrder',
  'saleOut',
  'saleBack',
];

/** Source and target of the links that cover the purchase side of what they come from. */
export const purchasingKinds: readonly (readonly [source: string, target: string])[] = [
  ['saleOrder', 'purchaseOrder'],
];

/** Kinds whose payment waits as a deposit. */
export const depositKinds: readonly string[] = ['purchaseOrder', 'saleOrder'];

/** Kinds that give a deposit back: their lines name orders, but for what is kept instead. */
export const refundKinds: readonly string[] = ['depositOut', 'depositIn'];

/** What live documents take of the deposits of orders: columns id, amount, booked. */
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

/** What the numbers of a kind begin with. */
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
  ['regrade', 'TZ'],
  ['transferIn', 'DBRK'],
  ['valueAdjustment', 'JZTZ'],
];

/** Kinds that give members a bonus (1), or take from it (-1). */
export const bonusKinds: readonly (readonly [kind: string, sign: 1 | -1])[] = [
  ['advanceIn', 1],
  ['advanceOut', -1],
  ['retailOut', -1],
  ['retailBack', 1],
];

/** Kinds that are paid at once, in full. */
export const retailKinds: readonly string[] = ['retailOut', 'retailBack'];

const rows = (values: readonly (readonly (string | number)[])[]): string =>
  values
    .map(
      (row) => `(${row.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join()})`,
    )
    .join();
const names = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join();

/** The currencies that have other than two decimals, by how many. */
export const currenciesByDigits: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: ['CLF', 'UYW'],
};

/** To how many decimals amounts of a head may be rounded: the company's own, as all once were, or those of its currency. */
const digitsOf = (head: string): string => {
  const unusual = Object.entries(currenciesByDigits).map(
    ([digits, currencies]) => `when ${head}.currency in (${names(currencies)}) then ${digits}`,
  );
  return `array[${head}.money_digits, case ${unusual.join(' ')} else 2 end]`;
};

/** An amount of a head in the company's own currency, as it is booked. */
const inBase = (head: string, amount: string): string =>
  `case when ${head}.exchange_rate = 1 then ${head}.${amount} else round(${head}.${amount} * ${head}.exchange_rate, ${head}.money_digits) end`;

/** What names a record that is not there, of all that has no foreign key: columns document_id, what, id. */
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

/** Texts that stand for `{{name}}` in a check. */
export const fragments: Readonly<Record<string, string>> = {
  goods_kinds: rows(goodsKinds.map(({ kind, role, own, target }) => [kind, role, own, target])),
  debt_kinds: rows(
    debtKinds.map(({ kind, purse, sign, lineSign }) => [kind, purse, sign, lineSign]),
  ),
  settling_kinds: settlingPurses.map(([kind, purse]) => `('${kind}', '${purse}')`).join(),
  cash_kinds: rows(cashKinds.map(({ kind, sign, lineSign }) => [kind, sign, lineSign])),
  paying_kinds: names(cashKinds.filter(({ sign }) => sign !== 0).map(({ kind }) => kind)),
  owing_kinds: names(debtKinds.filter(({ sign }) => sign !== 0).map(({ kind }) => kind)),
  deposit_kinds: names(depositKinds),
  deposit_takers: depositTakers,
  refund_kinds: names(refundKinds),
  applying_kinds: names(debtKinds.filter(({ lineSign }) => lineSign !== 0).map(({ kind }) => kind)),
  day_sums: dayAmounts
    .map((column) => {
      const off = bookedOffs[column];
      const booked = off === undefined ? '' : ` + document.${off}`;
      return `sum(coalesce(${inBase('document', column)}${booked}, 0))`;
    })
    .join(),
  day_columns: dayAmounts.join(),
  debt_in_base: inBase('document', 'debt'),
  deposit_in_base: inBase('orders', 'paid_now'),
  retail_kinds: names(retailKinds),
  bonus_kinds: rows(bonusKinds),
  taxed_kinds: names(taxedKinds),
  digits_of_document: digitsOf('document'),
  traded_goods: tradedGoods(),
  trade_measures: tradeMeasures.join(),
  trade_negated: tradeMeasures.map((name) => `-${name}`).join(),
  trade_uneven: tradeMeasures.map((name) => `${name} <> 0`).join(' or '),
  trade_sums: tradeMeasures.map((name) => `sum(${name}) as ${name}`).join(),
  purchasing_kinds: rows(purchasingKinds),
  fulfilled_kinds: names(fulfilledKinds),
  kind_prefixes: rows(kindPrefixes),
  ledger_of: ledgerOf,
  lost_names: lostNames,
  ...Object.fromEntries(rollUps.map((rollUp) => [rollUp.table, wholeOf(rollUp, '$1')])),
};
