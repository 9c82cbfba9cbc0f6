/** The names of those fields whose declaration says so. */
export type Saying<Fields, Facet> = {
  [N in keyof Fields]: Fields[N] extends Facet ? N : never;
}[keyof Fields];

/** Something of each field that passes a test, by its name and in order. */
export const picked = <Field, Value>(
  fields: Readonly<Record<string, Field>>,
  test: (field: Field) => boolean,
  read: (field: Field) => Value,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => test(field))
      .map(([name, field]) => [name, read(field)]),
  );
