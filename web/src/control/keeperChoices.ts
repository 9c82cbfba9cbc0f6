import type { ReferenceChoice } from './ReferenceSelect.tsx';

/** Orders users for a select of a warehouse's person in charge: users of a keeper's role come first. */
export function sortKeepersFirst(
  users: readonly ReferenceChoice[],
  keepers: readonly { readonly id: string }[],
): readonly ReferenceChoice[] {
  const ids = new Set(keepers.map(({ id }) => id));
  const isKeeper = ({ id }: ReferenceChoice): boolean => ids.has(id);
  return [...users.filter(isKeeper), ...users.filter((user) => !isKeeper(user))];
}
