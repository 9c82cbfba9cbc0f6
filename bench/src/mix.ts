/** Calls of a day with shares of a hundred: 80 read, 15 change, 5 post something new. */
interface MixKind {
  readonly name: string;
  readonly sort: 'read' | 'edit' | 'post';
  readonly share: number;
}

export const mix = [
  { name: 'list', sort: 'read', share: 35 },
  { name: 'type-ahead', sort: 'read', share: 20 },
  { name: 'document', sort: 'read', share: 10 },
  { name: 'report', sort: 'read', share: 10 },
  { name: 'dashboard', sort: 'read', share: 5 },
  { name: 'change lines', sort: 'edit', share: 4 },
  { name: 'change head', sort: 'edit', share: 4 },
  { name: 'approve or unapprove', sort: 'edit', share: 4 },
  { name: 'change a customer', sort: 'edit', share: 3 },
  { name: 'post a sale', sort: 'post', share: 5 },
] as const satisfies readonly MixKind[];

export type KindName = (typeof mix)[number]['name'];

/** Returns the kind at a point below a hundred; each has points equal to its share. */
export function kindAt(point: number): KindName {
  let passed = 0;
  for (const { name, share } of mix) {
    passed += share;
    if (point < passed) return name;
  }
  throw new Error(`no kind of call stands at ${point}`);
}

/** Something for each kind. */
export const byKind = <Value>(value: () => Value): Readonly<Record<KindName, Value>> =>
  // SAFETY: the names of the mix are all the names.
  Object.fromEntries(mix.map(({ name }) => [name, value()])) as Record<KindName, Value>;
