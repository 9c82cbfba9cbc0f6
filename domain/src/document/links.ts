import type { Decimal } from '../decimal.ts';
import { ZERO } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';
import type { Kind, ProgressName } from './kind.ts';
import { kindCodes } from './kindCode.ts';
import type { AnyKindCode, KindCode } from './kindCode.ts';
import { documentKinds } from './kinds.ts';

/** What a document of this kind can become, in menu order. */
export const targetsOf = (source: AnyKindCode): KindCode[] =>
  kindCodes.filter((target) => documentKinds[target].sources[source] !== undefined);

/** What a child does to its source; undefined where the one can't be made from the other. */
export const progressOn = (source: AnyKindCode, target: AnyKindCode): ProgressName | undefined =>
  documentKinds[target].sources[source];

/** Whether others take such a document to partial and complete, so that what is left of it can be closed. */
export const makesProgress = (code: AnyKindCode): boolean =>
  targetsOf(code).some((target) => progressOn(code, target) === 'fulfilled');

/** What goes on from a source to its child when the child is begun (domain 1.4). */
export interface Carried {
  readonly partner: boolean;
  /** Unit prices and tax rates; where not, lines start at the child's own default price and without tax. */
  readonly prices: boolean;
  readonly discountRate: boolean;
  /** What is left of the order's deposit is offered. */
  readonly deposit: boolean;
  readonly account: boolean;
  readonly warehouse: boolean;
  readonly salespeople: boolean;
}

/** Two kinds share what both have: prices only where both price alike, a partner only where it is of the same type. */
export function carried(source: AnyKindCode, target: AnyKindCode): Carried {
  const [from, to] = [documentKinds[source], documentKinds[target]];
  const both = (has: (kind: Kind) => boolean) => has(from) && has(to);
  const prices = from.price !== null && from.price === to.price;
  return {
    partner: to.party !== null && from.party?.type === to.party.type,
    prices,
    discountRate: prices && both(({ amounts }) => amounts.includes('discount')),
    deposit: to.amounts.includes('deposit') && from.account === 'optional',
    account: prices && both(({ account }) => account !== null),
    warehouse: both(({ warehouse }) => warehouse),
    salespeople: both(({ people }) => people === 'salesperson'),
  };
}

/** What of a source line can still be taken, in the unit of the arguments; never below 0. */
export function remainder(quantity: Decimal, taken: Decimal): Decimal {
  const left = quantity.minus(taken);
  return left.isNegative() ? ZERO : left;
}

/**
 * Checks that the live children of a source line don't take more than it holds (D7, D8). The setting lets orders be
 * exceeded; what comes back can never exceed what went. Throws `document.overLinked`.
 *
 * @param taken what all live children take, this one's `own` quantity included; in base units
 */
export function checkTaken(
  progress: ProgressName,
  line: {
    readonly barcode: string;
    readonly number: string;
    readonly ratio: Decimal;
    readonly baseQuantity: Decimal;
  },
  taken: Decimal,
  own: Decimal,
  mayExceed: boolean,
): void {
  if (taken.lte(line.baseQuantity) || (mayExceed && progress !== 'returned')) return;
  const left = remainder(line.baseQuantity, taken.minus(own)).dividedBy(line.ratio);
  const { barcode, number } = line;
  throw new DomainError('document.overLinked', { barcode, number, left: left.toFixed() });
}
