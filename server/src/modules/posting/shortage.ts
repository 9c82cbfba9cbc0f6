import { ZERO, sum } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { spotOf } from './balances.ts';
import type { Balances, StockDayChange } from './balances.ts';
import { stockKeyText, summedByKey } from './stockChange.ts';
import type { StockChange, StockKey } from './stockChange.ts';

/** Missing quantity of a key, and the day; `day` null means now. */
export interface Shortage extends StockKey {
  readonly missing: Decimal;
  readonly day: string | null;
}

/**
 * Returns keys with a present balance falling below zero, by the sum over all lines and documents of a
 * call.
 */
export const shortNow = (
  changes: readonly StockChange[],
  { held }: Balances,
): readonly Shortage[] =>
  [...summedByKey(changes)].flatMap(([key, change]) => {
    const after = (held.get(key)?.quantity ?? ZERO).plus(change.quantity);
    return change.quantity.lt(0) && after.lt(0)
      ? [{ ...change, missing: after.negated(), day: null }]
      : [];
  });

/** Applies changes to the balances. */
export function applyStockChanges(balances: Balances, changes: readonly StockChange[]): Balances {
  const held = new Map(balances.held);
  for (const [key, change] of summedByKey(changes)) {
    const before = held.get(key);
    const quantity = (before?.quantity ?? ZERO).plus(change.quantity);
    held.set(key, { ...change, lastDay: before?.lastDay ?? null, quantity });
  }
  return { ...balances, held };
}

/** Returns warehouses and SKUs with formal stock falling below the locked quantity. */
export function shortOfLocked(
  changes: readonly StockChange[],
  { held, locked }: Balances,
): readonly Shortage[] {
  const formal = changes.filter(({ stockType }) => stockType === 'formal');
  return [...Map.groupBy(formal, spotOf)].flatMap(([spot, parts]) => {
    const kept = locked.get(spot) ?? ZERO;
    const change = sum(parts.map(({ quantity }) => quantity));
    const first = parts[0];
    if (kept.isZero() || change.gte(0) || first === undefined) return [];
    const here = [...held.values()].filter(
      (one) => one.stockType === 'formal' && spotOf(one) === spot,
    );
    const free = sum(here.map(({ quantity }) => quantity))
      .plus(change)
      .minus(kept);
    return free.lt(0) ? [{ ...first, missing: free.negated(), day: null }] : [];
  });
}

/** Returns keys that lose stock before their last day: only these can be short on a later day. */
export function lateKeys(changes: readonly StockChange[], { held }: Balances): StockKey[] {
  const byKey = Map.groupBy(changes, stockKeyText);
  return [...byKey].flatMap(([key, parts]) => {
    const known = held.get(key)?.lastDay ?? '';
    const latest = parts.reduce(
      (day, { businessDate }) => (businessDate > day ? businessDate : day),
      known,
    );
    const first = parts[0];
    const early = parts.some(
      ({ quantity, businessDate }) => quantity.lt(0) && businessDate < latest,
    );
    return early && first !== undefined ? [first] : [];
  });
}

/**
 * Finds for each key the first day with a balance below zero because of these changes, starting at the
 * earliest change.
 */
export const shortLater = (
  keys: readonly StockKey[],
  changes: readonly StockChange[],
  days: readonly StockDayChange[],
  { held }: Balances,
): readonly Shortage[] =>
  keys.flatMap((key) => {
    const own = changes.filter((change) => stockKeyText(change) === stockKeyText(key));
    const later = days.filter((day) => stockKeyText(day) === stockKeyText(key));
    return (
      findShortageOverDays(key, own, later, held.get(stockKeyText(key))?.quantity ?? ZERO) ?? []
    );
  });

function findShortageOverDays(
  key: StockKey,
  changes: readonly StockChange[],
  later: readonly StockDayChange[],
  now: Decimal,
): Shortage | null {
  const changed = totalsByDay(
    changes.map(({ businessDate, quantity }) => [businessDate, quantity]),
  );
  const booked = totalsByDay(later.map(({ day, quantity }) => [day, quantity]));
  let level = now.minus(sum(later.map(({ quantity }) => quantity)));
  let caused = ZERO;
  for (const day of [...new Set([...changed.keys(), ...booked.keys()])].toSorted()) {
    const change = changed.get(day) ?? ZERO;
    caused = caused.plus(change);
    level = level.plus(change).plus(booked.get(day) ?? ZERO);
    if (caused.lt(0) && level.lt(0)) return { ...key, missing: level.negated(), day };
  }
  return null;
}

function totalsByDay(parts: readonly (readonly [string, Decimal])[]): Map<string, Decimal> {
  const byDay = new Map<string, Decimal>();
  for (const [day, quantity] of parts) byDay.set(day, (byDay.get(day) ?? ZERO).plus(quantity));
  return byDay;
}
