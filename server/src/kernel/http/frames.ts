import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { webAddress } from './egress.ts';

/** Component of menu rows that show another site's address in a frame. */
export const FRAME_VIEW = '/layouts/IframePageView';

const PLACE = /\$\{(\w+)\}/g;
/** Pattern of an allowed frame source: scheme and host, with optional port and leading `*.`. */
const SOURCE = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

const parseFrameAddress = (address: string): URL | null => {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
};

/**
 * Fills the named places (`${loginName}`) of a menu row's address; null unless the result is an http(s)
 * address. Nothing is evaluated: a missing name is refused.
 */
export function filledAddress(
  template: string,
  names: Readonly<Record<string, string>>,
): string | null {
  const places = [...template.matchAll(PLACE)].map(([, name = '']) => name);
  if (places.some((name) => !Object.hasOwn(names, name))) return null;
  const address = template.replaceAll(PLACE, (_, name: string) =>
    encodeURIComponent(names[name] ?? ''),
  );
  return address.includes('${') ? null : (parseFrameAddress(address)?.href ?? null);
}

/**
 * May a link lead there? Allowed: paths of this product, and http(s) addresses of other sites without name
 * or password. Anything else that browsers accept (`javascript:`, `//host`) is refused.
 */
export function isLink(address: string): boolean {
  if (/[\\\s\p{C}]/u.test(address)) return false;
  if (address.startsWith('/')) return !address.startsWith('//');
  const filled = address.replaceAll(PLACE, 'x');
  return /^https?:\/\//i.test(filled) && !filled.includes('${') && webAddress(filled) !== null;
}

/** Returns the origin in a menu row's address; null if its host has a place to fill. */
function ownOrigin(template: string): string | null {
  const [authority = ''] = template.replace(/^https?:\/\//i, '').split(/[/?#]/);
  return authority.includes('$') || authority.includes('@')
    ? null
    : (parseFrameAddress(template.replaceAll(PLACE, 'x'))?.origin ?? null);
}

/** Splits the operator's additional addresses, separated by commas, spaces or lines. */
const frameOriginsFromText = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,，;；]+/)
    .filter((source) => SOURCE.test(source));

/** Lists frame sources for a content security policy: origins of the menu and of `frame_origins`. */
export async function frameSources(db: Kysely<Database>): Promise<readonly string[]> {
  const [rows, config] = [
    await db
      .selectFrom('function')
      .select('url')
      .where('component', '=', FRAME_VIEW)
      .where('enabled', '=', true)
      .execute(),
    await db
      .selectFrom('platform_config')
      .select('value')
      .where('key', '=', 'frame_origins')
      .executeTakeFirst(),
  ];
  const own = rows.map(({ url }) => ownOrigin(url)).filter((origin) => origin !== null);
  return [...new Set([...own, ...frameOriginsFromText(config?.value ?? '')])].filter((source) =>
    SOURCE.test(source),
  );
}

export function mayFrame(address: string, sources: readonly string[]): boolean {
  const url = parseFrameAddress(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return sources.some((source) => {
    const [scheme = '', host = ''] = source.split('://');
    if (url.protocol !== `${scheme}:`) return false;
    return host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host;
  });
}
