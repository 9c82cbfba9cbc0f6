import type { SettingsReply } from '@tradehouse/contract';
import { currentSettings } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import { callEndpoint } from '../net/client.ts';
import { queryClient } from '../net/query.ts';
import { readAliases } from './propertyAliases.ts';

const settingsQuery = {
  queryKey: ['settings'],
  queryFn: async () => {
    const [settings] = await Promise.all([callEndpoint(currentSettings, {}), readAliases()]);
    return settings;
  },
  staleTime: 60_000,
} as const;

/** Latest settings of the company, for code outside components. */
export const settingsNow = (): SettingsReply | undefined =>
  queryClient.getQueryData<SettingsReply>(settingsQuery.queryKey);

/** Settings read by the shell for all it renders. */
export const SettingsContext = createContext<SettingsReply | null>(null);

/** Reads the settings once for the whole shell; undefined until loaded. @throws if unreadable */
export const useReadSettings = (enabled: boolean): SettingsReply | undefined =>
  useQuery({
    ...settingsQuery,
    enabled,
    throwOnError: (_, { state }) => state.data === undefined,
  }).data;

/** Reads stale settings again when another page comes to the front. */
export const useFreshSettings = (page: string): void =>
  useEffect(() => void queryClient.prefetchQuery(settingsQuery), [page]);

/**
 * Company's switches and identity, loaded by the shell before any page. Every table figure reads them, so
 * access must cost nothing; code outside the shell (a global question) takes the latest.
 */
export function useSettings(): SettingsReply {
  const settings = useContext(SettingsContext) ?? settingsNow();
  if (settings === undefined) throw new Error('The settings are asked for before they are there');
  return settings;
}

/** Company's own currency, for code outside components; '' before the settings are loaded. */
export const ownCurrency = (): string => settingsNow()?.currency ?? '';
