/**
 * Messages about what people say of an alert. They tell no state: none of them stands for an earlier message, and no later message
 * stands for one of them.
 */
export const REMARK_TYPES = ['alert.assigned', 'alert.noted'] as const;

export function isRemark(type: string): boolean {
  return (REMARK_TYPES as readonly string[]).includes(type);
}

/** A condition: whether a notification is a remark. */
export const isRemarkSql = (n: string) =>
  `${n}.kind in (${REMARK_TYPES.map((type) => `'${type}'`).join(', ')})`;
