import { viewOn } from '@tradehouse/contract';
import type { ListView, Table } from '@tradehouse/contract';
import { useMemo } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { useStartingViews } from '../../app/settings/startingViews.ts';
import { todayIn } from '../../control/format.ts';

/** A view that is shown. */
export interface ShownView {
  readonly id: string;
  readonly name: string;
  readonly value: ListView;
}

/** What is around a list: filters that are always sent, and what the others start with in place of the address. */
interface Around {
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
  readonly given?: Readonly<Record<string, unknown>> | undefined;
}

/** Is a list a page of its own? One inside another page is given what it shows, or is always about one record. */
export const standsAlone = ({ filters }: Table, { fixed = {}, given }: Around): boolean =>
  given === undefined && Object.keys(fixed).every((name) => filters[name]?.choices !== undefined);

/** The view that a page's list opens with, with the days of today. */
export function useStartingView(table: Table, around: Around): ShownView | undefined {
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
