/**
 * What people say about an alert. It changes no state: what was told of the alert holds, and neither does it stand for an earlier
 * message, nor a later one for it.
 */
export const REMARK_TYPES = ['alert.assigned', 'alert.noted'] as const;

/** Returns whether a change of this kind, such as `noted`, is a remark. */
export function isRemark(kind: string): boolean {
  return (REMARK_TYPES as readonly string[]).includes(`alert.${kind}`);
}

/** A condition: whether a notification is a remark. */
export const isRemarkSql = (n: string) =>
  `${n}.kind in (${REMARK_TYPES.map((type) => `'${type}'`).join(', ')})`;
