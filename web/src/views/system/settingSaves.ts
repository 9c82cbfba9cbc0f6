import type { SettingsFields } from '@tradehouse/contract';
import { currentSettings, fieldLabel, updateSettings } from '@tradehouse/contract';
import { call } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { outdate, queryClient } from '../../app/net/query.ts';

export type Changed = Omit<SettingsFields, 'version'>;

let last: Promise<unknown> = Promise.resolve();

/**
 * Saves what was changed at once, one save after the other: each takes the version that the one before it left, so quick
 * changes never refuse each other. Somebody else's change in between is read and shown, and the refusal is told.
 */
function saveSettings(fields: Changed): Promise<void> {
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

/** The same, answering whether it was taken; why not the client has said. */
export async function saveSetting(fields: Changed): Promise<boolean> {
  try {
    await saveSettings(fields);
    return true;
  } catch {
    return false;
  }
}

export const settingLabel = (name: string): string => fieldLabel(language, 'tenant_setting', name);
