/** Whether two JSON values are equal, regardless of the order of keys (a jsonb column does not keep it). */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const a = Object.entries(left);
  const b = new Map(Object.entries(right));
  return a.length === b.size && a.every(([key, value]) => b.has(key) && isSameJson(value, b.get(key)));
}
