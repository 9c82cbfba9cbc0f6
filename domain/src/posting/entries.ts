import { ZERO, sum } from '../decimal.ts';
import type { Document } from '../document/document.ts';
import type { MoneyFlow, PurseName } from '../document/kind.ts';
import { reversed } from '../document/kind.ts';
import { documentKinds } from '../document/kinds.ts';
import { toBase } from '../money/money.ts';
import { charges } from './charges.ts';
import type { Charge } from './charges.ts';
import { movesMoney } from './places.ts';
import type { Entry, Purse, PurseType } from './posting.ts';

/** The money of a document: what becomes owed, what is paid, what is used of deposits, and the cent of rounding. */
export function entries(document: Document): Entry[] {
  const { debt, cash, deposit } = documentKinds[document.kind];
  const booked = [...debt, ...cash, ...deposit].flatMap((flow) =>
    charges[flow.of](document).map((charge) => entryOf(document, flow, charge)),
  );
  return [...booked, ...roundings(document, booked)].filter(movesMoney);
}

function entryOf(document: Document, flow: MoneyFlow, charge: Charge): Entry {
  const { amount, originalAmount } = charge;
  const { from, to } =
    amount.isNegative() || (amount.isZero() && originalAmount.isNegative()) ? reversed(flow) : flow;
  return {
    from: purseOf(from, document, charge),
    to: purseOf(to, document, charge),
    amount: amount.abs(),
    originalAmount: originalAmount.abs(),
    partnerId: document.partnerId,
  };
}

function purseOf(name: PurseName, document: Document, charge: Charge): Purse {
  switch (name) {
    case 'targetAccount':
      return { purse: 'account', id: charge.targetAccountId ?? '0' };
    case 'account':
      return { purse: 'account', id: charge.accountId ?? '0' };
    case 'item':
      return { purse: 'item', id: charge.itemId ?? '0' };
    case 'receivable':
    case 'payable':
    case 'deposit':
    case 'prepaid':
    case 'bonus':
      return { purse: name, id: document.partnerId ?? '0' };
    default:
      return { purse: name, id: '0' };
  }
}

/** What others take from later, and so must be worth the converted amount. */
const takenFrom = ['receivable', 'payable', 'deposit'] as const satisfies readonly PurseType[];

/**
 * In another currency each entry is rounded by itself; what stays owed must be the converted debt, and what waits the
 * converted deposit, so that a bill that is paid and a deposit that is used leave nothing behind.
 */
function roundings(document: Document, booked: readonly Entry[]): Entry[] {
  if (document.exchangeRate.equals(1)) return [];
  const converted = booked.filter(({ originalAmount }) => !originalAmount.isZero());
  return takenFrom.map((purse) => {
    const owed = { purse, id: document.partnerId ?? '0' };
    const change = (of: 'amount' | 'originalAmount') =>
      sum(
        converted.map((entry) =>
          entry.to.purse === purse
            ? entry[of]
            : entry.from.purse === purse
              ? entry[of].negated()
              : ZERO,
        ),
      );
    const missing = toBase(document, change('originalAmount')).minus(change('amount'));
    const flow = { from: { purse: 'rounding', id: '0' } as const, to: owed };
    const { from, to } = missing.isNegative() ? reversed(flow) : flow;
    const { partnerId } = document;
    return { from, to, amount: missing.abs(), originalAmount: ZERO, partnerId };
  });
}
