import type { SettingsReply } from '@tradehouse/contract';
import { currentSettings } from '@tradehouse/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../net/client.ts';
import { queryClient } from '../net/query.ts';
import { readAliases } from './propertyAliases.ts';

const settingsQuery = {
  queryKey: ['settings'],
  queryFn: async () => {
    const [settings] = await Promise.all([call(currentSettings, {}), readAliases()]);
    return settings;
  },
  staleTime: 60_000,
} as const;

/** The company's switches and identity. Loaded by the shell before any page is drawn. */
export const useSettings = (): SettingsReply => useSuspenseQuery(settingsQuery).data;

/** The company's own currency, for code that is no component; '' before the settings are loaded. */
export const ownCurrency = (): string =>
  queryClient.getQueryData<SettingsReply>(settingsQuery.queryKey)?.currency ?? '';
