import { propertyAliases } from '@tradehouse/contract';
import { call } from '../net/client.ts';

let known: Readonly<Record<string, string>> = {};

/** What the company calls a property of products; undefined while it has its plain name, and for everything else. */
export const aliasOf = (name: string): string | undefined => known[name];

/** Reads again what the properties are called. Where that fails they keep the names they had. */
export async function readAliases(): Promise<void> {
  try {
    const rows = await call(propertyAliases, {}, { silent: true });
    known = Object.fromEntries(rows.map(({ nativeName, alias }) => [nativeName, alias]));
  } catch {
    // Whatever stands in the way of this call stands in the way of the page that asked, and is said there.
  }
}
