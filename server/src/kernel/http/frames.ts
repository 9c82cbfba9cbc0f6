import type { Database } from '@tradehouse/database';
import type { Kysely } from 'kysely';
import { webAddress } from '../egress.ts';

/** The component of menu rows whose url is another site's address, shown in a frame. */
export const FRAME_VIEW = '/layouts/IframePageView';

const PLACE = /\$\{(\w+)\}/g;
/** What a frame may be allowed as: a scheme and a host, with a port and a leading `*.` where wanted. */
const SOURCE = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

const parsed = (address: string): URL | null => {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
};

/**
 * A menu row's address with its named places filled in (`${loginName}`), null unless the result is an http(s) address.
 * Nothing is evaluated: a name that is not given stays a refusal.
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
  return address.includes('${') ? null : (parsed(address)?.href ?? null);
}

/**
 * May a link go there: a path of this product, or an http(s) address of another site without a name or password in it?
 * Everything else a browser would take for an address (`javascript:`, `//host`) may not.
 */
export function isLink(address: string): boolean {
  if (/[\\\s\p{C}]/u.test(address)) return false;
  if (address.startsWith('/')) return !address.startsWith('//');
  const filled = address.replaceAll(PLACE, 'x');
  return /^https?:\/\//i.test(filled) && !filled.includes('${') && webAddress(filled) !== null;
}

/** The origin that a menu row itself names, null where its host has a place to be filled. */
function ownOrigin(template: string): string | null {
  const [authority = ''] = template.replace(/^https?:\/\//i, '').split(/[/?#]/);
  return authority.includes('$') || authority.includes('@')
    ? null
    : (parsed(template.replaceAll(PLACE, 'x'))?.origin ?? null);
}

/** The addresses that an operator allows besides those of the menu: separated by commas, spaces or lines. */
const listed = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,，;；]+/)
    .filter((source) => SOURCE.test(source));

/** What may stand in a frame, as sources of a content security policy: the origins of the menu and of `frame_origins`. */
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
  return [...new Set([...own, ...listed(config?.value ?? '')])].filter((source) =>
    SOURCE.test(source),
  );
}

/** Tells whether an address lies within one of the sources. */
export function mayFrame(address: string, sources: readonly string[]): boolean {
  const url = parsed(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return sources.some((source) => {
    const [scheme = '', host = ''] = source.split('://');
    if (url.protocol !== `${scheme}:`) return false;
    return host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host;
  });
}
