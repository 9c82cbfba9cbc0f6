/** Names of fields that extend `Facet`. */
export type Saying<Fields, Facet> = {
  [N in keyof Fields]: Fields[N] extends Facet ? N : never;
}[keyof Fields];

/** Maps fields that pass a test, by name and in order. */
export const pickFields = <Field, Value>(
  fields: Readonly<Record<string, Field>>,
  test: (field: Field) => boolean,
  read: (field: Field) => Value,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => test(field))
      .map(([name, field]) => [name, read(field)]),
  );
