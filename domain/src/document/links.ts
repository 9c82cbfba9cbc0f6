import type { Decimal } from '../decimal.ts';
import { KEPT_DIGITS, ZERO, plain } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';
import type { Document } from './document.ts';
import type { ProgressName } from './kind.ts';
import { kindCodes } from './kindCode.ts';
import type { AnyKindCode, KindCode } from './kindCode.ts';
import { documentKinds } from './kinds.ts';

/** As the decimal library calls it: what is left is never more than there is. */
const DOWN = 1;

/** The documents that a document's lines are made from. */
export const sourceIdsOf = ({ goodsLines }: Document): string[] => [
  ...new Set(goodsLines.flatMap(({ source }) => source?.documentId ?? [])),
];

/** What a document of this kind can become, in menu order. */
export const targetsOf = (source: AnyKindCode): KindCode[] =>
  kindCodes.filter((target) => documentKinds[target].sources[source] !== undefined);

/** What a child does to its source; undefined where the one can't be made from the other. */
export const progressOn = (source: AnyKindCode, target: AnyKindCode): ProgressName | undefined =>
  documentKinds[target].sources[source];

/** The kinds that do this to what they are made from, in menu order. */
export const kindsThat = (progress: ProgressName): KindCode[] =>
  kindCodes.filter((code) => Object.values(documentKinds[code].sources).includes(progress));

/** Whether what a document of this kind is made from agreed on prices with the same side of trade. */
export const sourceAgreed = (target: AnyKindCode): boolean => {
  const { sources, partner } = documentKinds[target];
  return kindCodes.some(
    (code) => sources[code] !== undefined && documentKinds[code].partner?.type === partner?.type,
  );
};

/** Whether others take such a document to partial and complete. */
export const makesProgress = (code: AnyKindCode): boolean =>
  Object.values(documentKinds).some(({ sources }) => sources[code] === 'fulfilled');

/** Whether what is left of it can be given up: not of goods that are on their way, which must arrive or be written off. */
export const mayClose = (code: AnyKindCode): boolean =>
  targetsOf(code).some((target) => progressOn(code, target) === 'fulfilled');

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
  const left = line.baseQuantity.minus(taken.minus(own)).dividedBy(line.ratio);
  const { barcode, number } = line;
  throw new DomainError('document.overLinked', {
    barcode,
    number,
    left: plain(left.isNegative() ? ZERO : left.toDecimalPlaces(KEPT_DIGITS, DOWN)),
  });
}
