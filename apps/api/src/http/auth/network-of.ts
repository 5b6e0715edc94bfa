/**
 * Whose an address is: of IPv6 one customer has a /64 at least and may use another address for each request, so the
 * network stands for all of them.
 */
export function networkOf(address: string): string {
  const v4 = /(?<!\d)\d+\.\d+\.\d+\.\d+$/.exec(address)?.[0];
  if (v4 !== undefined) return v4;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::', 2);
  const groups = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
