import { netOf } from '../amount/line.ts';
import type { Decimal } from '../decimal.ts';
import { ZERO, sum } from '../decimal.ts';
import type { Document, MoneyLine } from '../document/document.ts';
import type { ChargeName } from '../document/kind.ts';
import { documentKinds } from '../document/kinds.ts';
import { toBase } from '../money/money.ts';
import { isKept } from '../money/moneyLines.ts';
import {
  baseValues,
  chargedBeyond,
  feesOf,
  inBase,
  lineValues,
  worthOnPaper,
} from './lineValues.ts';

/**
 * An amount of a document's money flow, and the account or item it belongs to. In both currencies; below 0 turns the
 * flow round.
 */
export interface Charge {
  readonly amount: Decimal;
  readonly originalAmount: Decimal;
  readonly accountId?: string | null;
  readonly targetAccountId?: string | null;
  readonly itemId?: string | null;
}

type Amounts = (document: Document) => readonly Charge[];

/** Every figure that a money flow can carry. */
export const charges: Readonly<Record<ChargeName, Amounts>> = {
  value: (document) => [
    { amount: goodsWorth(document, baseValues), originalAmount: goodsWorth(document, lineValues) },
  ],
  // What the goods are sold for: a bill's own discount was never earned (a receipt's is, and is given later).
  revenue: of(({ goodsLines, discount }) => sum(goodsLines.map(netOf)).minus(discount)),
  tax: of(({ goodsLines }) => sum(goodsLines.map(({ tax }) => tax))),
  discount: of(({ discount }) => discount),
  // The discount counts tax, the goods' value doesn't: a discount of nearly everything can exceed what the goods cost.
  discountBeyondGoods: (document) => {
    const cost = costOnPaper(document);
    return [
      {
        amount: sum(baseValues(document, 'net')).minus(toBase(document, cost)),
        originalAmount: sum(lineValues(document, 'net')).minus(cost),
      },
    ];
  },
  fees: of(feesOf),
  freight: of(({ freight }) => freight),
  settlements: (document) =>
    document.settlements.map(({ accountId, amount }) => ({ ...both(document, amount), accountId })),
  depositUsed: of(({ depositUsed }) => depositUsed),
  depositDifference: (document) => [beyond(document, document.depositUsed, document.depositBooked)],
  depositKept: of(({ kind, moneyLines }) =>
    sum(moneyLines.filter((line) => isKept(kind, line)).map(({ amount }) => amount)).negated(),
  ),
  prepaidUsed: of((document) => prepaidUsed(document)),
  bonus: of(({ bonus }) => bonus),
  accountLines: (document) =>
    document.moneyLines
      .filter(({ accountId }) => accountId !== null)
      .map(({ amount, accountId }) => ({ ...both(document, amount), targetAccountId: accountId })),
  itemLines: (document) => matched(document),
  transferLines: (document) => matched(document),
  rateDifference: (document) => {
    const { kind, moneyLines } = document;
    const lines = moneyLines.filter((line) => !isKept(kind, line));
    const settled = sum(lines.map(({ amount }) => amount));
    return [beyond(document, settled, sum(lines.map(({ booked }) => booked)))];
  },
  openingReceivable: (document) => openings(document, (amount) => amount),
  openingPayable: (document) => openings(document, (amount) => amount.negated()),
};

/** What of a retail document a member's prepayment and bonus pay together: all that no account pays. */
export function prepaidDue({ payment, paidNow, settlements }: Document): Decimal {
  return payment === 'prepaid' ? paidNow.minus(sum(settlements.map(({ amount }) => amount))) : ZERO;
}

/** What of that is taken from what the member paid in. */
export const prepaidUsed = (document: Document): Decimal =>
  prepaidDue(document).minus(document.payment === 'prepaid' ? document.bonus : ZERO);

/** Net of the goods − discount + charges, which the goods' values may exceed but never fall below. */
function costOnPaper(document: Document): Decimal {
  const { goodsLines, discount } = document;
  return sum(goodsLines.map(netOf)).minus(discount).plus(chargedBeyond(document));
}

/** What a document's goods are worth together, by whichever rule its kind names. */
function goodsWorth(document: Document, valuesOf: typeof baseValues): Decimal {
  const { goods } = documentKinds[document.kind];
  const values = worthOnPaper(document, valuesOf);
  return sum(document.goodsLines.map(({ role }, at) => values(goods[role]?.cost)?.[at] ?? ZERO));
}

/** What the document's own rate makes of what it takes from others, beyond what that was booked at. */
function beyond(document: Document, amount: Decimal, booked: Decimal): Charge {
  return { amount: toBase(document, amount).minus(booked), originalAmount: ZERO };
}

/**
 * Opening balances of a partner: above 0 they owe us, below 0 we owe them. Lines that name an account are opening
 * balances of that account.
 */
function openings(document: Document, side: (amount: Decimal) => Decimal): Charge[] {
  return document.moneyLines
    .filter(({ accountId, amount }) => accountId === null && side(amount).gt(0))
    .map(({ amount }) => both(document, side(amount)));
}

/**
 * Pairs what the accounts pay with what the lines are for, in order, splitting where they don't meet. In base currency all
 * pairs together are the converted sum, as lists and statements show the document.
 */
function matched(document: Document): Charge[] {
  const pairs: Omit<Charge, 'amount'>[] = [];
  const open = document.settlements.map(({ accountId, amount }) => ({ accountId, left: amount }));
  for (const line of document.moneyLines) {
    let left = line.amount;
    for (const account of open) {
      const part = account.left.lt(left) ? account.left : left;
      if (part.lte(0)) continue;
      pairs.push({ originalAmount: part, ...named(line), accountId: account.accountId });
      account.left = account.left.minus(part);
      left = left.minus(part);
    }
  }
  const amounts = inBase(
    document,
    pairs.map(({ originalAmount }) => originalAmount),
  );
  return pairs.map((pair, at) => ({ ...pair, amount: amounts[at] ?? ZERO }));
}

const named = ({ accountId, itemId }: MoneyLine): Pick<Charge, 'targetAccountId' | 'itemId'> => ({
  targetAccountId: accountId,
  itemId,
});

function of(amount: (document: Document) => Decimal): Amounts {
  return (document) => [both(document, amount(document))];
}

function both(document: Document, amount: Decimal): Charge {
  return { amount: toBase(document, amount), originalAmount: amount };
}
