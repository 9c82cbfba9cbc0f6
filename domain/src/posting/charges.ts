import { netOf } from '../amount/line.ts';
import type { Decimal } from '../decimal.ts';
import { ZERO, sum } from '../decimal.ts';
import type { Document, MoneyLine } from '../document/document.ts';
import type { ChargeName } from '../document/kind.ts';
import { documentKinds } from '../document/kinds.ts';
import { toBase } from '../money/money.ts';
import { isKept } from '../money/moneyLines.ts';
import type { LedgerPurse } from './posting.ts';
import {
  baseValues,
  chargedBeyond,
  feesOf,
  toBaseAmounts,
  lineValues,
  worthOnPaper,
} from './lineValues.ts';

/** Amount of a money flow, with account or item, in both currencies; below 0 reverses the flow. */
export interface Charge {
  readonly amount: Decimal;
  readonly originalAmount: Decimal;
  readonly accountId?: string | null;
  readonly targetAccountId?: string | null;
  readonly itemId?: string | null;
  readonly revalued?: LedgerPurse;
  readonly carrierId?: string;
}

type ChargeCalculator = (document: Document) => readonly Charge[];

/** Figures available to a money flow. */
export const charges: Readonly<Record<ChargeName, ChargeCalculator>> = {
  value: (document) => [
    { amount: goodsWorth(document, baseValues), originalAmount: goodsWorth(document, lineValues) },
  ],
  // Revenue of goods: a bill's discount was never earned (a receipt's was, and is given later).
  revenue: chargeDocumentAmount(({ goodsLines, discount }) =>
    sum(goodsLines.map(netOf)).minus(discount),
  ),
  tax: chargeDocumentAmount(({ goodsLines }) => sum(goodsLines.map(({ tax }) => tax))),
  discount: chargeDocumentAmount(({ discount }) => discount),
  // The discount includes tax, the goods value doesn't: a discount of nearly everything can exceed the
  // cost.
  discountBeyondGoods: (document) => {
    const cost = costOnPaper(document);
    return [
      {
        amount: sum(baseValues(document, 'net')).minus(toBase(document, cost)),
        originalAmount: sum(lineValues(document, 'net')).minus(cost),
      },
    ];
  },
  fees: chargeDocumentAmount(feesOf),
  freight: chargeDocumentAmount(({ freight }) => freight),
  settlements: (document) =>
    document.settlements.map(({ accountId, amount }) => ({
      ...chargeFromAmount(document, amount),
      accountId,
    })),
  paymentFees: (document) =>
    document.settlements.map(({ accountId, fee = ZERO }) => ({
      ...chargeFromAmount(document, fee),
      accountId,
    })),
  depositUsed: chargeDocumentAmount(({ depositUsed }) => depositUsed),
  depositDifference: (document) => [
    chargeExchangeDifference(document, document.depositUsed, document.depositBooked),
  ],
  depositKept: chargeDocumentAmount(({ kind, moneyLines }) =>
    sum(moneyLines.filter((line) => isKept(kind, line)).map(({ amount }) => amount)).negated(),
  ),
  prepaidUsed: chargeDocumentAmount((document) => prepaidUsed(document)),
  bonus: chargeDocumentAmount(({ bonus }) => bonus),
  accountLines: (document) =>
    document.moneyLines
      .filter(({ accountId }) => accountId !== null)
      .map(({ amount, accountId }) => ({
        ...chargeFromAmount(document, amount),
        targetAccountId: accountId,
      })),
  itemLines: (document) => pairSettlementsWithLines(document),
  transferLines: (document) => pairSettlementsWithLines(document),
  rateDifference: (document) => {
    const { kind, moneyLines } = document;
    const lines = moneyLines.filter((line) => !isKept(kind, line));
    const settled = sum(lines.map(({ amount }) => amount));
    return [chargeExchangeDifference(document, settled, sum(lines.map(({ booked }) => booked)))];
  },
  revaluation: (document) =>
    document.moneyLines.flatMap(({ amount, revalued }) =>
      revalued === undefined ? [] : [{ ...chargeFromAmount(document, amount), revalued }],
    ),
  carriage: ({ freights = [] }) =>
    freights.map(({ carrierId, amount }) => ({ carrierId, amount, originalAmount: ZERO })),
  carriagePaid: (document) =>
    paidFreightLines(document).map(({ freight: { carrierId, booked }, itemId }) => ({
      carrierId,
      itemId,
      amount: booked,
      originalAmount: ZERO,
    })),
  carriageRateDifference: (document) =>
    paidFreightLines(document).map(({ freight: { carrierId, worth }, itemId, paid }) => ({
      carrierId,
      itemId,
      amount: paid.minus(worth),
      originalAmount: ZERO,
    })),
  openingReceivable: (document) => chargeOpeningBalances(document, (amount) => amount),
  openingPayable: (document) => chargeOpeningBalances(document, (amount) => amount.negated()),
  openingDebt: chargeDocumentAmount(({ moneyLines }) =>
    sum(moneyLines.map(({ amount }) => amount)),
  ),
};

/** Part of a retail document paid by prepayment and bonus: everything not paid by accounts. */
export function prepaidDue({ payment, paidNow, settlements }: Document): Decimal {
  return payment === 'prepaid' ? paidNow.minus(sum(settlements.map(({ amount }) => amount))) : ZERO;
}

/** Part taken from the member's paid-in cash. */
export const prepaidUsed = (document: Document): Decimal =>
  prepaidDue(document).minus(document.payment === 'prepaid' ? document.bonus : ZERO);

/** Net of goods − discount + charges; goods values may exceed this, never fall below. */
function costOnPaper(document: Document): Decimal {
  const { goodsLines, discount } = document;
  return sum(goodsLines.map(netOf)).minus(discount).plus(chargedBeyond(document));
}

/** Total value of a document's goods, by the rule of the kind. */
function goodsWorth(document: Document, valuesOf: typeof baseValues): Decimal {
  const { goods } = documentKinds[document.kind];
  const values = worthOnPaper(document, valuesOf);
  return sum(document.goodsLines.map(({ role }, at) => values(goods[role]?.cost)?.[at] ?? ZERO));
}

/** Exchange difference of an amount from another document: value at the document's rate less book value. */
function chargeExchangeDifference(document: Document, amount: Decimal, booked: Decimal): Charge {
  return { amount: toBase(document, amount).minus(booked), originalAmount: ZERO };
}

/**
 * Partner opening balances: above 0 receivable, below 0 payable. Lines naming an account open that account.
 */
function chargeOpeningBalances(document: Document, side: (amount: Decimal) => Decimal): Charge[] {
  return document.moneyLines
    .filter(({ accountId, amount }) => accountId === null && side(amount).gt(0))
    .map(({ amount }) => chargeFromAmount(document, side(amount)));
}

/**
 * Pairs account payments with lines in order, splitting where amounts differ. In base currency all pairs
 * sum to the converted total, shown in lists and statements.
 */
function pairSettlementsWithLines(document: Document): (Charge & { readonly line: number })[] {
  const pairs: (Omit<Charge, 'amount'> & { readonly line: number })[] = [];
  const open = document.settlements.map(({ accountId, amount }) => ({ accountId, left: amount }));
  for (const line of document.moneyLines) {
    let left = line.amount;
    for (const account of open) {
      const part = account.left.lt(left) ? account.left : left;
      if (part.lte(0)) continue;
      pairs.push({
        line: line.line,
        originalAmount: part,
        ...chargeTargetOf(line),
        accountId: account.accountId,
      });
      account.left = account.left.minus(part);
      left = left.minus(part);
    }
  }
  const amounts = toBaseAmounts(
    document,
    pairs.map(({ originalAmount }) => originalAmount),
  );
  return pairs.map((pair, at) => ({ ...pair, amount: amounts[at] ?? ZERO }));
}

/**
 * Pairs booked freight with the expenditure's lines by amount, with the paid amount in company currency. The
 * amounts of a freight payment are fixed.
 */
function paidFreightLines(document: Document) {
  const { paidFreights = [], moneyLines } = document;
  if (paidFreights.length === 0) return [];
  const pairs = pairSettlementsWithLines(document);
  const free = [...moneyLines];
  return paidFreights.flatMap((freight) => {
    const at = free.findIndex(({ amount }) => amount.equals(freight.amount));
    // A bill of zero has no line: its booked amount is income of the first line's item.
    const [line] = freight.amount.isZero() ? moneyLines : at < 0 ? [] : free.splice(at, 1);
    if (line === undefined) return [];
    const own = freight.amount.isZero() ? [] : pairs.filter((pair) => pair.line === line.line);
    return [{ freight, itemId: line.itemId, paid: sum(own.map(({ amount }) => amount)) }];
  });
}

const chargeTargetOf = ({
  accountId,
  itemId,
}: MoneyLine): Pick<Charge, 'targetAccountId' | 'itemId'> => ({
  targetAccountId: accountId,
  itemId,
});

function chargeDocumentAmount(amount: (document: Document) => Decimal): ChargeCalculator {
  return (document) => [chargeFromAmount(document, amount(document))];
}

function chargeFromAmount(document: Document, amount: Decimal): Charge {
  return { amount: toBase(document, amount), originalAmount: amount };
}
