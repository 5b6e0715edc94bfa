/** Returns why the operator does not allow this host, as the end of a sentence; `undefined` if they do. */
export function findHostRefusal({ hostname }: URL, allowed: readonly string[]): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isAllowed = (pattern: string) =>
    pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
  if (allowed.length === 0 || allowed.some(isAllowed)) return undefined;
  return 'has a host that the operator does not allow by RECEIVERS_ALLOW';
}
