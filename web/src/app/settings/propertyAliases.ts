import { propertyAliases } from '@tradehouse/contract';
import { callEndpoint } from '../net/client.ts';

let known: Readonly<Record<string, string>> = {};

/** Company's name for a product property; undefined for a plain name and for everything else. */
export const aliasOf = (name: string): string | undefined => known[name];

/** Reads the property names again. After a failure the earlier names stay. */
export async function readAliases(): Promise<void> {
  try {
    const rows = await callEndpoint(propertyAliases, {}, { silent: true });
    known = Object.fromEntries(rows.map(({ nativeName, alias }) => [nativeName, alias]));
  } catch {
    // Any cause of this failure also affects the requesting page, which shows it.
  }
}
