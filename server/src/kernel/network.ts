import { isIPv6 } from 'node:net';

const GROUPS = 8;
const OF_ONE_LINE = 4;

/**
 * Whom an address counts as: IPv4 as it is, IPv6 by its first 64 bits, since whoever has one line has all addresses
 * behind it. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [before = [], after = []] = plain
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  const line = [...before, ...zeros, ...after].slice(0, OF_ONE_LINE);
  return `${line.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
