import { BlockList, isIP } from 'node:net';

const ENTRY = /^([0-9a-fA-F:.]+)(?:\/(\d{1,3}))?$/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const ipFamilyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

export function isAddressOrNetwork(text: string): boolean {
  const [, address = '', bits] = ENTRY.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

/** Returns true if the list is empty, or has the address or a network of the address. */
export function comesFrom(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true;
  const list = new BlockList();
  for (const text of allowed) {
    const [, one = '', bits] = ENTRY.exec(text) ?? [];
    if (bits === undefined) list.addAddress(one, ipFamilyOf(one));
    else list.addSubnet(one, Number(bits), ipFamilyOf(one));
  }
  // A socket for both families shows IPv4 inside IPv6.
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (isIP(plain) === 0) return false;
  // An entry may also use the IPv4-mapped form.
  const mapped = isIP(plain) === 4 && list.check(`::ffff:${plain}`, 'ipv6');
  return mapped || list.check(plain, ipFamilyOf(plain));
}
