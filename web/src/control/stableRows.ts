// React keys for edited rows without an id. A key by place would hand a deleted row's typed text, red or
// not, to the row below.

const keys = new WeakMap<object, number>();
let lastKey = 0;

/** Returns the key of a row, which `amendRow` hands on. */
export function stableRowKey(row: object): number {
  const key = keys.get(row) ?? (lastKey += 1);
  keys.set(row, key);
  return key;
}

/** Returns the changed row, with the key of the row. */
export function amendRow<Row extends object>(row: Row, change: Partial<Row>): Row {
  const changed = { ...row, ...change };
  keys.set(changed, stableRowKey(row));
  return changed;
}
