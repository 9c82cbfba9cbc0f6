import { ZERO, sum } from '../decimal.ts';
import type { Document } from '../document/document.ts';
import type { MoneyFlow, PurseName } from '../document/kind.ts';
import { reversed } from '../document/kind.ts';
import { documentKinds } from '../document/kinds.ts';
import { toBase } from '../money/money.ts';
import { charges } from './charges.ts';
import type { Charge } from './charges.ts';
import { movesMoney } from './places.ts';
import type { LedgerEntry, LedgerPurse, PurseType } from './posting.ts';

/** Computes the money entries of a document: debt, payment, used deposits, and rounding differences. */
export function calculateEntries(document: Document): LedgerEntry[] {
  const { debt, cash, deposit, carriage, paymentFees } = documentKinds[document.kind];
  const booked = [...debt, ...cash, ...deposit, ...carriage, ...paymentFees].flatMap((flow) =>
    charges[flow.of](document).map((charge) => entryFromCharge(document, flow, charge)),
  );
  return [...booked, ...calculateRoundingEntries(document, booked)].filter(movesMoney);
}

function entryFromCharge(document: Document, flow: MoneyFlow, charge: Charge): LedgerEntry {
  const { amount, originalAmount } = charge;
  const { from, to } =
    amount.isNegative() || (amount.isZero() && originalAmount.isNegative()) ? reversed(flow) : flow;
  return {
    from: purseOf(from, document, charge),
    to: purseOf(to, document, charge),
    amount: amount.abs(),
    originalAmount: originalAmount.abs(),
    // The carrier is a holder of its own: freight belongs on no partner's statement.
    partnerId: charge.carrierId === undefined ? document.partnerId : null,
  };
}

function purseOf(name: PurseName, document: Document, charge: Charge): LedgerPurse {
  switch (name) {
    case 'targetAccount':
      return { purse: 'account', id: charge.targetAccountId ?? '0' };
    case 'account':
      return { purse: 'account', id: charge.accountId ?? '0' };
    case 'item':
      return { purse: 'item', id: charge.itemId ?? '0' };
    case 'revalued':
      return charge.revalued ?? { purse: 'exchange', id: '0' };
    case 'carrier':
      return { purse: 'carrier', id: charge.carrierId ?? '0' };
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

/** Purses drawn on later, and therefore held at the converted amount. */
const takenFrom = ['receivable', 'payable', 'deposit'] as const satisfies readonly PurseType[];

/**
 * Adds rounding entries, because foreign entries are rounded separately. Remaining debt must equal the
 * converted debt, a held deposit the converted deposit. A paid bill or used deposit then leaves no
 * remainder.
 */
function calculateRoundingEntries(
  document: Document,
  booked: readonly LedgerEntry[],
): LedgerEntry[] {
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
