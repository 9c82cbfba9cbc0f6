/*
 * The keys of closed tables, with their own types. The compiler knows only that a value has at least the keys of its type:
 * these are for constants, which have no others.
 */

/** The keys of a constant, in the order they are written. */
export const keysOf = <Constant extends object>(
  constant: Constant,
): readonly (keyof Constant & string)[] =>
  // SAFETY: a constant has the keys of its type and no others.
  Object.keys(constant) as (keyof Constant & string)[];

/** Every part of a constant with its key, in the order they are written. */
export const entriesOf = <Key extends string, Part>(
  constant: Readonly<Record<Key, Part>>,
): readonly (readonly [Key, Part])[] =>
  // SAFETY: a constant has the keys of its type and no others.
  Object.entries(constant) as [Key, Part][];

/** Is that a key of this constant? */
export const isKeyOf = <Constant extends object>(
  constant: Constant,
  key: PropertyKey,
): key is keyof Constant => Object.hasOwn(constant, key);

/** A table with one part for every key. */
export const byKey = <Key extends string, Part>(
  keys: readonly Key[],
  partOf: (key: Key) => Part,
): Readonly<Record<Key, Part>> =>
  // SAFETY: every key has just been given its part.
  Object.fromEntries(keys.map((key) => [key, partOf(key)])) as Record<Key, Part>;
