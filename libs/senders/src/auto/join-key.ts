/** Joins the parts. Those that repeat another one are left out. */
export function joinKey(...parts: readonly (string | undefined)[]): string {
  return [...new Set(parts.filter((part) => part !== undefined && part !== ''))].join('/');
}
