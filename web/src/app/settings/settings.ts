import type { SettingsReply } from '@tradehouse/contract';
import { currentSettings } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
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

/** The company's settings as they were read last, for code that is no component. */
export const settingsNow = (): SettingsReply | undefined =>
  queryClient.getQueryData<SettingsReply>(settingsQuery.queryKey);

/** What the shell has read, for everything that it draws. */
export const SettingsContext = createContext<SettingsReply | null>(null);

/** Reads the settings, once for all that stands in the shell; undefined until they are there. Throws where they can't be read. */
export const useReadSettings = (enabled: boolean): SettingsReply | undefined =>
  useQuery({
    ...settingsQuery,
    enabled,
    throwOnError: (_, { state }) => state.data === undefined,
  }).data;

/** Reads the settings again when another page comes to the front, where they are no longer fresh. */
export const useFreshSettings = (page: string): void =>
  useEffect(() => void queryClient.prefetchQuery(settingsQuery), [page]);

/**
 * The company's switches and identity. Loaded by the shell before any page is drawn. Every figure of a table asks for them, so
 * asking must cost nothing; what is drawn outside the shell (a question over everything) takes them as they are.
 */
export function useSettings(): SettingsReply {
  const settings = useContext(SettingsContext) ?? settingsNow();
  if (settings === undefined) throw new Error('The settings are asked for before they are there');
  return settings;
}

/** The company's own currency, for code that is no component; '' before the settings are loaded. */
export const ownCurrency = (): string => settingsNow()?.currency ?? '';
