import { Resolver, lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Looks up a host's addresses; rejects if none, and soon after `over` is aborted. */
export type HostLookup = (host: string, over: AbortSignal) => Promise<readonly LookupAddress[]>;

const underWay = new Map<string, Promise<readonly LookupAddress[]>>();

/**
 * Looks up a host as this machine does (hosts file, search domains), for the operator's hosts. A look-up
 * takes a thread and can't be cancelled, so each host has one at a time.
 */
export const machineLookup: HostLookup = (host) => {
  const same = underWay.get(host);
  if (same !== undefined) return same;
  const addresses = lookup(host, { all: true }).finally(() => underWay.delete(host));
  underWay.set(host, addresses);
  return addresses;
};

interface NameServers {
  /** Addresses of name servers, with ports other than 53; default this machine's. */
  readonly servers?: readonly string[];
  /** File of hosts known without a query; default this machine's. */
  readonly hosts?: string;
  readonly now?: () => number;
}

/** Milliseconds for which a missing host is not looked up again. */
const REMEMBERED = 60_000;
const MOST_REMEMBERED = 1_000;

/**
 * Queries name servers directly, for companies' hosts. The look-up takes no thread and can be cancelled; a
 * missing host stays missing for a minute. The hosts file is used, search domains are not.
 */
export function createHostLookup({
  servers,
  hosts = '/etc/hosts',
  now = Date.now,
}: NameServers = {}): HostLookup {
  const missing = new Map<string, number>();
  const remember = (host: string): void => {
    missing.delete(host);
    const [oldest] = missing.keys();
    if (missing.size >= MOST_REMEMBERED && oldest !== undefined) missing.delete(oldest);
    missing.set(host, now() + REMEMBERED);
  };
  return async (host, over) => {
    const known = await knownAddresses(host, hosts);
    if (known.length > 0) return known;
    if ((missing.get(host) ?? 0) > now()) throw new Error(`${host} was not found a moment ago`);
    const found = await resolveAddresses(host, servers, over);
    if (found.length > 0) return found;
    remember(host);
    throw new Error(`${host} was not found`);
  };
}

/** Asks for both families at once; none where neither is answered in time. */
async function resolveAddresses(
  host: string,
  servers: readonly string[] | undefined,
  over: AbortSignal,
): Promise<readonly LookupAddress[]> {
  over.throwIfAborted();
  const resolver = new Resolver({ tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  over.addEventListener('abort', cancel, { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  over.removeEventListener('abort', cancel);
  return answers
    .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    .map(toLookupAddress);
}

const toLookupAddress = (address: string): LookupAddress => ({ address, family: isIP(address) });

/**
 * Reads known addresses: `localhost` is this machine (RFC 6761), the rest is in the hosts file, which may
 * be missing.
 */
async function knownAddresses(host: string, file: string): Promise<readonly LookupAddress[]> {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost'))
    return ['127.0.0.1', '::1'].map(toLookupAddress);
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
    .filter(([address = '', ...names]) => isIP(address) !== 0 && names.includes(name))
    .map(([address = '']) => toLookupAddress(address));
}
