import { DomainError } from '../error/domainError.ts';

/** Attribute of a product, with ordered values. */
export interface ProductAttribute {
  readonly id: string;
  readonly name: string;
  readonly values: readonly string[];
}

/** Maximum attributes of a product. */
export const MOST_ATTRIBUTES = 3;
/** Between the values of a combination, in the order of the attributes: `红色,M`. */
export const BETWEEN_VALUES = ',';

/** Lists all combinations of attribute values, the last attribute changing first; none without attributes. */
export function combineAttributeValues(
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

/** Checks a value: no separators of combinations or written value lists. */
export const isAttributeValue = (value: string): boolean =>
  value.trim() !== '' && value.trim() === value && !/[,，|]/.test(value);

/**
 * Checks one attribute's values: at least one, no duplicates. Throws `attribute.value`,
 * `attribute.repeated`.
 */
export function checkValues(values: readonly string[], field: string): void {
  const unfit = values.find((value) => !isAttributeValue(value));
  if (unfit !== undefined || values.length === 0)
    throw new DomainError('attribute.value', { value: unfit ?? '' }, { field });
  const repeated = values.find((value, index) => values.indexOf(value) < index);
  if (repeated !== undefined)
    throw new DomainError('attribute.repeated', { value: repeated }, { field });
}

/**
 * Checks a product's attributes: up to three, no duplicates, and a single unit, because attributes exclude
 * several units. Throws `attribute.tooMany`, `attribute.repeated`, `attribute.value`, `attribute.oneUnit`.
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
 * Checks if a row names a value of each attribute, in order. Combinations may be millions; none is
 * enumerated.
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
 * Checks barcode rows: each names one combination, none twice; without attributes none. Combinations may
 * lack a row. Throws `attribute.combination`.
 */
export function checkAttributeCombinations(
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
