import { isIP } from 'node:net';

const GROUPS = 8;
const OF_ONE_LINE = 4;
/** Prefixes of IPv4 addresses within IPv6: as shown by a socket, and as made by a network translator. */
const OF_IPV4 = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/**
 * Reduces an address to one client: IPv4 in one notation, IPv6 to its first 64 bits, because one line holds
 * all addresses below. A port left by a proxy makes no second client. Any text without an address stays.
 */
export function networkOf(address: string): string {
  const [plain = ''] = withoutPort(address.toLowerCase()).split('%');
  if (isIP(plain) !== 6) return plain;
  const groups = groupsOf(plain);
  if (OF_IPV4.includes(ipv6FromGroups(groups.slice(0, 6)))) return ipv4FromGroups(groups.slice(6));
  return `${ipv6FromGroups(groups.slice(0, OF_ONE_LINE))}::/64`;
}

const withoutPort = (address: string): string =>
  /^\[([^\]]*)\]/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

function groupsOf(address: string): readonly number[] {
  const [before = [], after = []] = address.split('::').map((half) =>
    half
      .split(':')
      .filter((group) => group !== '')
      .flatMap((group) =>
        group.includes('.') ? groupsFromIpv4(group) : Number.parseInt(group, 16),
      ),
  );
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

/** Converts an IPv4 address's four bytes to two groups. */
function groupsFromIpv4(address: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}
const ipv4FromGroups = (groups: readonly number[]): string =>
  groups.flatMap((group) => [group >> 8, group & 255]).join('.');

const ipv6FromGroups = (groups: readonly number[]): string =>
  groups.map((group) => group.toString(16)).join(':');
