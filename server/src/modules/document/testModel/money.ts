// Money postings of a paper in the reference, in its own currency and in the company's.
import { ZERO, decimal, rounded, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { toBase } from './currencies.ts';
import {
  accounts,
  amountsOf,
  digitsOf,
  inForce,
  isMoney,
  isTraded,
  paysPrepaid,
  remembered,
} from './papers.ts';
import type { AccountName, Paper } from './papers.ts';

/** Change of a purse (subledger account); positive for incoming money. */
interface Flow {
  readonly purse: string;
  readonly amount: Decimal;
  /** Amount in the paper's currency; 0 for exchange differences. */
  readonly original: Decimal;
}

/** Money of a paper in force by purse. Inventory and cost of sales follow the goods. */
export const flowsOf = remembered((paper: Paper): readonly Flow[] => {
  if (!inForce(paper)) return [];
  const booked = entriesOf(paper);
  const all = paper.rate === 1 ? booked : [...booked, ...roundings(paper, booked)];
  return all.filter(({ amount, original }) => !amount.isZero() || !original.isZero());
});

/** Sums all purses, except inventory and cost of sales. */
export function purses(papers: readonly Paper[]): Map<string, Decimal> {
  const all = new Map<string, Decimal>();
  for (const { purse, amount } of papers.flatMap(flowsOf))
    all.set(purse, (all.get(purse) ?? ZERO).plus(amount));
  return all;
}

const pair = (from: string, to: string, amount: Decimal, original: Decimal): Flow[] => [
  { purse: from, amount: amount.negated(), original: original.negated() },
  { purse: to, amount, original },
];

function entriesOf(paper: Paper): Flow[] {
  const pay = (from: string, to: string, amount: Decimal): Flow[] =>
    pair(from, to, toBase(paper, amount), amount);
  const { net, tax, discount, fees, freight, paidNow, depositUsed, payable } = amountsOf(paper);
  const { booked, bonusUsed } = paper;
  const whose = holderOf(paper);
  const amount = decimal(paper.amount);
  const kept = keptOf(paper);
  const receivable = `receivable ${whose}`;
  const payableTo = `payable ${whose}`;
  const deposit = `deposit ${whose}`;
  const account = `account ${paper.account}`;
  const bonus = `bonus ${whose}`;
  /** Payment from a member's prepayment and bonus; the bonus is granted now. */
  const paidBefore = (cash: Decimal, granted: Decimal): Flow[] => [
    ...pay(receivable, `prepaid ${whose}`, cash),
    ...pay(receivable, bonus, granted),
    ...pay('bonusGiven', 'bonusSpent', granted),
  ];
  /** Payment through one account or several. */
  const paid = (total: Decimal, through: (account: string, part: Decimal) => Flow[]): Flow[] =>
    partsOf(paper, total).flatMap(([name, part]) => through(`account ${name}`, part));
  switch (paper.kind) {
    case 'purchaseOrder':
      return paid(paidNow, (from, part) => pay(from, deposit, part));
    case 'saleOrder':
      return paid(paidNow, (to, part) => pay(deposit, to, part));
    case 'purchaseIn':
    case 'purchaseBack': {
      const sign = paper.kind === 'purchaseIn' ? 1 : -1;
      const cost = net.minus(discount).plus(fees).plus(freight);
      return [
        ...pay(payableTo, 'inventory', cost.times(sign)),
        ...pay(payableTo, 'taxIn', tax.times(sign)),
        ...paid(paidNow, (from, part) => pay(from, payableTo, part.times(sign))),
        ...pay(deposit, payableTo, depositUsed),
        ...exchanged(deposit, toBase(paper, depositUsed).minus(booked)),
      ];
    }
    case 'saleOut':
    case 'saleBack':
    case 'retailOut':
    case 'retailBack': {
      const sign = paper.kind.endsWith('Out') ? 1 : -1;
      const all = isTraded(paper) ? paidNow : payable;
      return [
        ...pay('sales', receivable, net.minus(discount).times(sign)),
        ...pay('taxOut', receivable, tax.times(sign)),
        ...pay('fee', receivable, fees.times(sign)),
        ...pay('freight', receivable, freight.times(sign)),
        ...(paysPrepaid(paper)
          ? paidBefore(all.minus(bonusUsed).times(sign), bonusUsed.times(sign))
          : paid(all, (to, part) => pay(receivable, to, part.times(sign)))),
        ...pay(receivable, deposit, depositUsed),
        ...exchanged(deposit, booked.minus(toBase(paper, depositUsed))),
      ];
    }
    case 'assemble':
    case 'disassemble':
      return pay('fee', 'inventory', fees);
    case 'advanceIn':
      return [
        ...pay(`prepaid ${whose}`, account, amount),
        ...pay(bonus, 'bonusGiven', decimal(paper.bonus)),
      ];
    case 'advanceOut':
      return [
        ...pay(account, `prepaid ${whose}`, amount),
        ...pay('bonusGiven', bonus, decimal(paper.bonus)),
      ];
    case 'moneyIn':
      return [
        ...paid(amount, (to, part) => pay(receivable, to, part)),
        ...exchanged(receivable, toBase(paper, amount).minus(booked)),
      ];
    case 'moneyOut':
      return [
        ...paid(amount, (from, part) => pay(from, payableTo, part)),
        ...exchanged(payableTo, booked.minus(toBase(paper, amount))),
      ];
    case 'depositOut':
      return [
        ...paid(amount.minus(kept), (from, part) => pay(from, deposit, part)),
        ...pay(receivable, deposit, kept),
        ...exchanged(deposit, booked.minus(toBase(paper, amount))),
      ];
    case 'depositIn':
      return [
        ...paid(amount.minus(kept), (to, part) => pay(deposit, to, part)),
        ...pay(deposit, payableTo, kept),
        ...exchanged(deposit, toBase(paper, amount).minus(booked)),
      ];
    case 'itemIn':
      return paid(amount, (to, part) => pay(`item ${paper.item}`, to, part));
    case 'itemOut':
      return paid(amount, (from, part) => pay(from, `item ${paper.item}`, part));
    case 'giro':
      return pay(account, `account ${otherAccount(paper)}`, amount);
    default:
      return [];
  }
}

/** Returns the retained part of a refunded deposit: nothing, half, or all. */
export function keptOf({
  kind,
  amount,
  paid,
  currency,
}: Pick<Paper, 'kind' | 'amount' | 'paid' | 'currency'>): Decimal {
  if (!kind.startsWith('deposit') || paid === 'all') return ZERO;
  return paid === 'none'
    ? decimal(amount)
    : rounded(decimal(amount).dividedBy(2), digitsOf({ currency }));
}

/** Posts an exchange difference. */
const exchanged = (purse: string, amount: Decimal): Flow[] => pair('exchange', purse, amount, ZERO);

/** Posts the rounding between the converted total and the converted parts of a paper. */
function roundings(paper: Paper, booked: readonly Flow[]): Flow[] {
  const whose = holderOf(paper);
  return ['receivable', 'payable', 'deposit'].flatMap((name) => {
    const purse = `${name} ${whose}`;
    const own = booked.filter((flow) => flow.purse === purse && !flow.original.isZero());
    const owed = toBase(paper, sum(own.map(({ original }) => original)));
    const missing = owed.minus(sum(own.map(({ amount }) => amount)));
    return pair('rounding', purse, missing, ZERO);
  });
}

/** The account after a paper's own. */
export const otherAccount = ({ account }: Pick<Paper, 'account'>): AccountName =>
  accounts[(accounts.indexOf(account) + 1) % accounts.length] ?? 'till';

/** Splits a payment over accounts; money documents, and sums too small for two parts, have one account. */
export function partsOf(
  paper: Paper,
  total: Decimal,
): readonly (readonly [AccountName, Decimal])[] {
  const first =
    paper.parts === 'two' ? rounded(total.dividedBy(2), digitsOf(paper)) : decimal('0.004');
  const rest = total.minus(first);
  if (isMoney(paper) || paper.parts === 'one' || first.lte(0) || rest.lte(0))
    return [[paper.account, total]];
  return [
    [paper.account, first],
    [otherAccount(paper), rest],
  ];
}

/** Returns the partner of the debt; '0' for retail customers who are no members. */
export function holderOf({ kind, other }: Pick<Paper, 'kind' | 'other'>): string {
  if (kind.startsWith('retail')) return other ? 'member' : '0';
  if (kind.startsWith('advance')) return 'member';
  if (kind.startsWith('purchase') || kind === 'moneyOut' || kind === 'depositIn')
    return other ? 'otherSupplier' : 'supplier';
  return other ? 'otherCustomer' : 'customer';
}
