/**
 * Returns the network to count an address by: the /64 of an IPv6 address, because one customer has at least a /64 and could
 * use a new address for each request; an IPv4 address itself.
 */
export function toNetwork(address: string): string {
  const ipv4 = /(?<!\d)\d+\.\d+\.\d+\.\d+$/.exec(address)?.[0];
  if (ipv4 !== undefined) return ipv4;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::', 2);
  const groups = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
