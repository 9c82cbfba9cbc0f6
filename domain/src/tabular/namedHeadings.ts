// Headings of the product's own sheets: each field has known names, and nothing else matches.
import { titleParts } from './headings.ts';
import { withoutBrackets } from './headingUnit.ts';

export interface NamedField {
  readonly field: string;
  readonly names: readonly string[];
}

/** Headings are compared without case, blanks, stars and the width of their brackets. */
const headingKey = (heading: string): string =>
  heading.normalize('NFKC').toLowerCase().replaceAll(/[\s*]/g, '');

export interface HeadingNames {
  /**
   * Field named by a heading; brackets hold a unit or a note, and both parts of a bilingual heading count.
   */
  readonly fieldOf: (heading: string) => string | undefined;
  /** Is the heading exactly a name of the field, unit included? */
  readonly isNameOf: (heading: string, field: string) => boolean;
}

/** Indexes fields by name; a shared name means the first field. */
export function headingNames(fields: Iterable<NamedField>): HeadingNames {
  const known = new Map<string, string>();
  for (const { field, names } of fields)
    for (const name of names.map(headingKey)) if (!known.has(name)) known.set(name, field);
  for (const [name, field] of known)
    if (!known.has(withoutBrackets(name))) known.set(withoutBrackets(name), field);
  const fieldOf = (heading: string): string | undefined => {
    const bare = withoutBrackets(heading);
    const whole = known.get(headingKey(heading)) ?? known.get(headingKey(bare));
    if (whole !== undefined) return whole;
    const [first, ...others] = titleParts(bare).map((part) => known.get(headingKey(part)));
    return others.length > 0 && others.every((other) => other === first) ? first : undefined;
  };
  return { fieldOf, isNameOf: (heading, field) => known.get(headingKey(heading)) === field };
}

/**
 * Returns true for a heading row: a required field is named, and either all required fields or another
 * column. A single word is no heading.
 */
export const isHeadingRow = (fields: readonly string[], required: readonly string[]): boolean =>
  required.some((field) => fields.includes(field)) &&
  (fields.length > 1 || required.every((field) => fields.includes(field)));
