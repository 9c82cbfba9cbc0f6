import type { Decimal } from '../decimal.ts';
import { ZERO } from '../decimal.ts';
import type { Document, MoneyLine } from '../document/document.ts';
import { documentKinds } from '../document/kinds.ts';
import { toBase } from './money.ts';
import { isKept } from './moneyLines.ts';
import type { CurrencyTerms } from './money.ts';

/** Document settling other documents, at its rate. */
type Taker = Pick<Document, 'kind'> & Pick<CurrencyTerms, 'exchangeRate' | 'moneyDigits'>;

/** Sign of an exchange difference for a kind: 1 a surplus is a gain, -1 a loss, 0 not applicable. */
function signOfExchangeFlow(
  kind: Document['kind'],
  of: 'rateDifference' | 'depositDifference',
): 1 | -1 | 0 {
  const { debt, deposit } = documentKinds[kind];
  const flow = [...debt, ...deposit].find((one) => one.of === of);
  if (flow === undefined) return 0;
  return flow.from === 'exchange' ? 1 : -1;
}

/**
 * Exchange difference per line: the settled amount at the document's rate less the booked value; above
 * zero: a gain, in company currency. By running totals, to sum to the posted amount.
 */
export function exchangeOnLines(
  taker: Taker,
  lines: readonly Pick<MoneyLine, 'amount' | 'booked' | 'settledDocumentId'>[],
): Decimal[] {
  const turn = signOfExchangeFlow(taker.kind, 'rateDifference');
  let passed = ZERO;
  return lines.map((line) => {
    // A retained deposit takes today's value.
    if (turn === 0 || isKept(taker.kind, line)) return ZERO;
    const { amount, booked } = line;
    const before = toBase(taker, passed);
    passed = passed.plus(amount);
    return toBase(taker, passed).minus(before).minus(booked).times(turn);
  });
}

/** Exchange difference of the deposit used by a document. */
export const exchangeOfDeposit = (
  taker: Taker & Pick<Document, 'depositUsed' | 'depositBooked'>,
): Decimal =>
  toBase(taker, taker.depositUsed)
    .minus(taker.depositBooked)
    .times(signOfExchangeFlow(taker.kind, 'depositDifference'));
