import { BlockList, isIP } from 'node:net';

const ENTRY = /^([0-9a-fA-F:.]+)(?:\/(\d{1,3}))?$/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Is it an address, or a network as 10.0.0.0/8? */
export function isAddressOrNetwork(text: string): boolean {
  const [, address = '', bits] = ENTRY.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

/** Is the address one of these, or in one of these networks? Where there are none, any is. */
export function comesFrom(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true;
  const list = new BlockList();
  for (const text of allowed) {
    const [, one = '', bits] = ENTRY.exec(text) ?? [];
    if (bits === undefined) list.addAddress(one, familyOf(one));
    else list.addSubnet(one, Number(bits), familyOf(one));
  }
  // A socket for both families shows IPv4 inside IPv6.
  const plain = MAPPED.exec(address)?.[1] ?? address;
  if (isIP(plain) === 0) return false;
  // An entry may be written so, too.
  const mapped = isIP(plain) === 4 && list.check(`::ffff:${plain}`, 'ipv6');
  return mapped || list.check(plain, familyOf(plain));
}
