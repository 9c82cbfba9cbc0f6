import { isIP } from 'node:net';

const GROUPS = 8;
const OF_ONE_LINE = 4;
/** Where IPv4 addresses lie among those of IPv6: as a socket shows them, and as a translator in the network does. */
const OF_IPV4 = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/**
 * Whom an address counts as: IPv4 as it is, however it is written, IPv6 by its first 64 bits, since anyone who has one line
 * has all addresses behind it. The port that some proxies leave with an address makes no second client. What is no address
 * stays as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = withoutPort(address.toLowerCase()).split('%');
  if (isIP(plain) !== 6) return plain;
  const groups = groupsOf(plain);
  if (OF_IPV4.includes(written(groups.slice(0, 6)))) return dotted(groups.slice(6));
  return `${written(groups.slice(0, OF_ONE_LINE))}::/64`;
}

const withoutPort = (address: string): string =>
  /^\[([^\]]*)\]/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

function groupsOf(address: string): readonly number[] {
  const [before = [], after = []] = address.split('::').map((half) =>
    half
      .split(':')
      .filter((group) => group !== '')
      .flatMap((group) => (group.includes('.') ? pairs(group) : Number.parseInt(group, 16))),
  );
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

/** The four bytes of an IPv4 address as two groups, and back. */
function pairs(address: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}
const dotted = (groups: readonly number[]): string =>
  groups.flatMap((group) => [group >> 8, group & 255]).join('.');

const written = (groups: readonly number[]): string =>
  groups.map((group) => group.toString(16)).join(':');
