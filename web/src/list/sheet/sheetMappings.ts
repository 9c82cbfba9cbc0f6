// Columns chosen for files of a sheet, remembered for the company.
import type { SheetId } from '@tradehouse/contract';
import { forgetSheetMapping, rememberSheetMapping, sheetMappings } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { queryClient } from '../../app/net/query.ts';
import type { RememberedMapping, SharedMappings } from '../../control/importDialog/columnMemory.ts';

const NONE: readonly RememberedMapping[] = [];

const keyOfMappings = (sheet: SheetId) => ['sheetMappings', sheet] as const;

/** Shows a change at once; a failed call merely loses the mapping. */
function changeMappings(
  sheet: SheetId,
  change: (entries: readonly RememberedMapping[]) => readonly RememberedMapping[],
  call: Promise<unknown>,
): void {
  queryClient.setQueryData<readonly RememberedMapping[]>(keyOfMappings(sheet), (entries) =>
    change(entries ?? NONE),
  );
  void call.catch(() => undefined);
}

/** Mappings of a sheet, with the changes; undefined while the mappings are read. */
export function useSheetMappings(sheet: SheetId): SharedMappings | undefined {
  const { data, isError } = useQuery({
    queryKey: keyOfMappings(sheet),
    queryFn: async ({ signal }): Promise<readonly RememberedMapping[]> => {
      const found = await callEndpoint(sheetMappings, { sheet }, { signal, silent: true });
      return found.map((one) => ({ source: '', ...one }));
    },
    gcTime: 0,
  });
  const entries = data ?? (isError ? NONE : undefined);
  return useMemo(() => {
    if (entries === undefined) return undefined;
    const others = (headings: string) => (all: readonly RememberedMapping[]) =>
      all.filter((one) => one.headings !== headings);
    return {
      entries,
      remember: (entry) => {
        const { headings, columns } = entry;
        changeMappings(
          sheet,
          (all) => [entry, ...others(headings)(all)],
          callEndpoint(
            rememberSheetMapping,
            { sheet, headings, columns: [...columns] },
            { silent: true, outlives: true },
          ),
        );
      },
      forget: (headings) =>
        changeMappings(
          sheet,
          others(headings),
          callEndpoint(forgetSheetMapping, { sheet, headings }, { silent: true, outlives: true }),
        ),
    };
  }, [sheet, entries]);
}
