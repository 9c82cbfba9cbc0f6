/*
 * The keys of closed tables, with their own types. The compiler knows only that a value has at least the keys of its type:
 * these are for constants, which have no others.
 */

/** Lists the keys of a constant, in source order. */
export const keysOf = <Constant extends object>(
  constant: Constant,
): readonly (keyof Constant & string)[] =>
  // SAFETY: a constant has exactly the keys of the type.
  Object.keys(constant) as (keyof Constant & string)[];

/** Lists the entries of a constant, in source order. */
export const entriesOf = <Key extends string, Part>(
  constant: Readonly<Record<Key, Part>>,
): readonly (readonly [Key, Part])[] =>
  // SAFETY: a constant has exactly the keys of the type.
  Object.entries(constant) as [Key, Part][];

export const isKeyOf = <Constant extends object>(
  constant: Constant,
  key: PropertyKey,
): key is keyof Constant => Object.hasOwn(constant, key);

/** Builds a record with one part per key. */
export const byKey = <Key extends string, Part>(
  keys: readonly Key[],
  partOf: (key: Key) => Part,
): Readonly<Record<Key, Part>> =>
  // SAFETY: every key received a part above.
  Object.fromEntries(keys.map((key) => [key, partOf(key)])) as Record<Key, Part>;
