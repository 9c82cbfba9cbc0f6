import { viewOn } from '@tradehouse/contract';
import type { ListView, TableDeclaration } from '@tradehouse/contract';
import { useMemo } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { useStartingViews } from '../../app/settings/startingViews.ts';
import { todayIn } from '../../control/format.ts';

export interface ShownView {
  readonly id: string;
  readonly name: string;
  readonly value: ListView;
}

/** Filters always sent, and initial values in place of the address. */
interface ListPresets {
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
  readonly given?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns true for a list with its own page. A list inside another page has given filters, or concerns one
 * record.
 */
export const standsAlone = (
  { filters }: TableDeclaration,
  { fixed = {}, given }: ListPresets,
): boolean =>
  given === undefined && Object.keys(fixed).every((name) => filters[name]?.choices !== undefined);

/** Returns the initial view of a page's list, with dates relative to today. */
export function useStartingView(
  table: TableDeclaration,
  around: ListPresets,
): ShownView | undefined {
  const all = useStartingViews();
  const { timeZone } = useSettings();
  const found = standsAlone(table, around) ? all.find(({ list }) => list === table.id) : undefined;
  return useMemo(
    () =>
      found === undefined
        ? undefined
        : { ...found, value: viewOn(table, found.value, todayIn(timeZone)) },
    [found, table, timeZone],
  );
}
