/** When a key counts as flapping: it opened `count` alerts within `window` seconds. */
export interface FlapSettings {
  readonly count: number;
  readonly window: number;
}

export const FLAP_RANGES = {
  count: { min: 2, max: 50 },
  window: { min: 60, max: 86_400 },
} as const satisfies Record<keyof FlapSettings, { readonly min: number; readonly max: number }>;

export function checkFlap(
  value: unknown,
): string | { readonly field: string; readonly reason: string } | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) {
    return 'must be an object with `count` and `window`, or null';
  }
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const unknown = entries.find(([name]) => !Object.hasOwn(FLAP_RANGES, name));
  if (unknown) return { field: unknown[0], reason: 'is unknown; allowed are count, window' };
  for (const [field, { min, max }] of Object.entries(FLAP_RANGES)) {
    const [, one] = entries.find(([name]) => name === field) ?? [];
    if (!Number.isInteger(one) || Number(one) < min || Number(one) > max) {
      return { field, reason: `must be a whole number from ${min} to ${max}` };
    }
  }
  return undefined;
}
