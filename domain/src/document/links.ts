import type { Decimal } from '../decimal.ts';
import { KEPT_DIGITS, ZERO, toPlainDecimal } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';
import type { Document } from './document.ts';
import type { ProgressName } from './kind.ts';
import { kindCodes } from './kindCode.ts';
import type { AnyKindCode, KindCode } from './kindCode.ts';
import { documentKinds } from './kinds.ts';

/** Rounding mode of the decimal library: a remainder is never rounded up. */
const DOWN = 1;

export const sourceIdsOf = ({ goodsLines }: Document): string[] => [
  ...new Set(goodsLines.flatMap(({ source }) => source?.documentId ?? [])),
];

/** Target kinds of a document of this kind, in menu order. */
export const targetsOf = (source: AnyKindCode): KindCode[] =>
  kindCodes.filter((target) => documentKinds[target].sources[source] !== undefined);

/** Effect of a child on the source; undefined if the conversion is not possible. */
export const progressOn = (source: AnyKindCode, target: AnyKindCode): ProgressName | undefined =>
  documentKinds[target].sources[source];

/** Kinds with this effect on the sources, in menu order. */
export const kindsThat = (progress: ProgressName): KindCode[] =>
  kindCodes.filter((code) => Object.values(documentKinds[code].sources).includes(progress));

/** Checks if documents of the kind give goods of their sources back. */
export const isReturningKind = (code: AnyKindCode): boolean =>
  Object.values(documentKinds[code].sources).includes('returned');

/** Checks if a source kind agreed prices with the same partner type. */
export const sourceAgreed = (target: AnyKindCode): boolean => {
  const { sources, partner } = documentKinds[target];
  return kindCodes.some(
    (code) => sources[code] !== undefined && documentKinds[code].partner?.type === partner?.type,
  );
};

/** Checks if other documents move the kind to partial and complete. */
export const makesProgress = (code: AnyKindCode): boolean =>
  Object.values(documentKinds).some(({ sources }) => sources[code] === 'fulfilled');

/** Checks if the remainder may be closed. Goods in transit must arrive or be written off. */
export const mayClose = (code: AnyKindCode): boolean =>
  targetsOf(code).some((target) => progressOn(code, target) === 'fulfilled');

/**
 * Checks a source line's live children against its quantity (D7, D8). A setting lets orders be exceeded;
 * returns never exceed the original. Throws `document.overLinked`.
 *
 * @param taken by all live children, including this child's `own`; in base units
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
  const left = line.baseQuantity.minus(taken.minus(own)).dividedBy(line.ratio);
  const { barcode, number } = line;
  throw new DomainError('document.overLinked', {
    barcode,
    number,
    left: toPlainDecimal(left.isNegative() ? ZERO : left.toDecimalPlaces(KEPT_DIGITS, DOWN)),
  });
}
