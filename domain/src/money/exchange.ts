import type { Decimal } from '../decimal.ts';
import { ZERO } from '../decimal.ts';
import type { Document, MoneyLine } from '../document/document.ts';
import { documentKinds } from '../document/kinds.ts';
import { toBase } from './money.ts';
import { isKept } from './moneyLines.ts';
import type { Terms } from './money.ts';

/** A document that takes money of others, at its own rate. */
type Taker = Pick<Document, 'kind'> & Pick<Terms, 'exchangeRate' | 'moneyDigits'>;

/** Whether what a kind's own rate makes more of what it takes is earned, or lost; 0 where it takes nothing of that sort. */
function turnOf(kind: Document['kind'], of: 'rateDifference' | 'depositDifference'): 1 | -1 | 0 {
  const { debt, deposit } = documentKinds[kind];
  const flow = [...debt, ...deposit].find((one) => one.of === of);
  if (flow === undefined) return 0;
  return flow.from === 'exchange' ? 1 : -1;
}

/**
 * What the document's rate makes of what each line settles, beyond what that was booked at: earned above zero, in the
 * company's own currency. By running totals, so that together they are what the books got.
 */
export function exchangeOnLines(
  taker: Taker,
  lines: readonly Pick<MoneyLine, 'amount' | 'booked' | 'settledDocumentId'>[],
): Decimal[] {
  const turn = turnOf(taker.kind, 'rateDifference');
  let passed = ZERO;
  return lines.map((line) => {
    // What is kept of a deposit is worth what it is on this day.
    if (turn === 0 || isKept(taker.kind, line)) return ZERO;
    const { amount, booked } = line;
    const before = toBase(taker, passed);
    passed = passed.plus(amount);
    return toBase(taker, passed).minus(before).minus(booked).times(turn);
  });
}

/** The same of the deposit that a document uses. */
export const exchangeOfDeposit = (
  taker: Taker & Pick<Document, 'depositUsed' | 'depositBooked'>,
): Decimal =>
  toBase(taker, taker.depositUsed)
    .minus(taker.depositBooked)
    .times(turnOf(taker.kind, 'depositDifference'));
