import type { SettingsFields } from '@tradehouse/contract';
import { currentSettings, fieldLabel, updateSettings } from '@tradehouse/contract';
import { callEndpoint } from '../app/net/client.ts';
import { language } from '../app/session/language.ts';
import { invalidateQueryKeys, queryClient } from '../app/net/query.ts';

export type ChangedSettings = Omit<SettingsFields, 'version'>;

let last: Promise<unknown> = Promise.resolve();

/**
 * Saves changes at once, one after another: each takes the version left by the previous one, so quick
 * changes never conflict. A foreign change in between is read and shown, the refusal reported.
 */
function saveSettings(fields: ChangedSettings): Promise<void> {
  const save = last.then(async () => {
    const { version } = await queryClient.ensureQueryData({
      queryKey: ['settings'],
      queryFn: () => callEndpoint(currentSettings, {}),
    });
    const saved = await callEndpoint(updateSettings, { ...fields, version });
    queryClient.setQueryData(['settings'], (known: object | undefined) =>
      known === undefined ? undefined : { ...known, ...fields, ...saved },
    );
  });
  last = save.catch(() => invalidateQueryKeys(['settings']));
  return save;
}

/** Saves a setting; true if accepted. The client has shown any refusal. */
export async function saveSetting(fields: ChangedSettings): Promise<boolean> {
  try {
    await saveSettings(fields);
    return true;
  } catch {
    return false;
  }
}

export const settingLabel = (name: string): string => fieldLabel(language, 'tenant_setting', name);
