import type { SettingsFields } from '@tradehouse/contract';
import { currentSettings, updateSettings } from '@tradehouse/contract';
import { call } from '../../app/client.ts';
import { outdate, queryClient } from '../../app/query.ts';

export type Changed = Omit<SettingsFields, 'version'>;

let last: Promise<unknown> = Promise.resolve();

/**
 * Saves what was changed at once, one save after the other: each takes the version that the one before it left, so quick
 * changes never refuse each other. Somebody else's change in between is read and shown, and the refusal is told.
 */
export function saveSettings(fields: Changed): Promise<void> {
  const save = last.then(async () => {
    const { version } = await queryClient.ensureQueryData({
      queryKey: ['settings'],
      queryFn: () => call(currentSettings, {}),
    });
    const saved = await call(updateSettings, { ...fields, version });
    queryClient.setQueryData(['settings'], (known: object | undefined) =>
      known === undefined ? undefined : { ...known, ...fields, ...saved },
    );
  });
  last = save.catch(() => outdate(['settings']));
  return save;
}
