import { DomainError } from '../error/domainError.ts';

/** What a product differs in, with the values it comes in, in order. */
export interface ProductAttribute {
  readonly id: string;
  readonly name: string;
  readonly values: readonly string[];
}

/** A product differs in at most so many attributes (domain.md 4.4). */
export const MOST_ATTRIBUTES = 3;
/** Between the values of a combination, in the order of the attributes: `红色,M`. */
export const BETWEEN_VALUES = ',';

/** Every combination of the attributes' values, the last attribute changing first. Without attributes there is none. */
export function combinations(
  attributes: readonly Pick<ProductAttribute, 'values'>[],
): readonly string[] {
  if (attributes.length === 0) return [];
  return attributes
    .reduce<string[][]>(
      (rows, { values }) => rows.flatMap((row) => values.map((value) => [...row, value])),
      [[]],
    )
    .map((row) => row.join(BETWEEN_VALUES));
}

/** A value can't hold what stands between values, here or in the written list of them. */
export const isAttributeValue = (value: string): boolean =>
  value.trim() !== '' && value.trim() === value && !/[,，|]/.test(value);

/** Values of one attribute: at least one, each its own. Throws `attribute.value`, `attribute.repeated`. */
export function checkValues(values: readonly string[], field: string): void {
  const unfit = values.find((value) => !isAttributeValue(value));
  if (unfit !== undefined || values.length === 0)
    throw new DomainError('attribute.value', { value: unfit ?? '' }, { field });
  const repeated = values.find((value, index) => values.indexOf(value) < index);
  if (repeated !== undefined)
    throw new DomainError('attribute.repeated', { value: repeated }, { field });
}

/**
 * Checks what a product differs in: up to three attributes, each once, and a single unit, since attributes and units of
 * several sizes exclude each other. Throws `attribute.tooMany`, `attribute.repeated`, `attribute.value`,
 * `attribute.oneUnit`.
 */
export function checkAttributes(
  attributes: readonly ProductAttribute[],
  severalUnits: boolean,
): void {
  const field = 'attributes';
  if (attributes.length > MOST_ATTRIBUTES)
    throw new DomainError('attribute.tooMany', { most: MOST_ATTRIBUTES }, { field });
  if (attributes.length > 0 && severalUnits)
    throw new DomainError('attribute.oneUnit', {}, { field });
  const repeated = attributes.find(
    ({ id }, index) => attributes.findIndex((other) => other.id === id) < index,
  );
  if (repeated !== undefined)
    throw new DomainError('attribute.repeated', { value: repeated.name }, { field });
  for (const { values } of attributes) checkValues(values, field);
}

/**
 * Whether a row names a value of each attribute, in their order. A few attributes have millions of combinations: none is
 * written out.
 */
function isCombination(
  attributes: readonly Pick<ProductAttribute, 'values'>[],
  row: string,
): boolean {
  const values = row === '' ? [] : row.split(BETWEEN_VALUES);
  return (
    values.length === attributes.length &&
    attributes.every((attribute, at) => attribute.values.includes(values[at] ?? ''))
  );
}

/**
 * Checks that each barcode row names one combination of the attributes, none twice; a product without attributes names
 * none. Not every combination needs a row. Throws `attribute.combination`.
 */
export function checkCombinations(
  attributes: readonly ProductAttribute[],
  rows: readonly string[],
): void {
  const several = attributes.length === 0;
  const wrong = rows.findIndex(
    (row, index) => !isCombination(attributes, row) || (!several && rows.indexOf(row) < index),
  );
  if (wrong >= 0)
    throw new DomainError(
      'attribute.combination',
      { value: rows[wrong] ?? '' },
      { field: 'barcodes', line: wrong + 1 },
    );
}
