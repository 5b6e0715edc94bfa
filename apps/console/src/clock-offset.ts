/** Bounds of what one clock is ahead of another, in milliseconds. */
export interface Bounds {
  readonly atLeast: number;
  readonly atMost: number;
}

/** Bounds that contradict those before mean that one of the clocks was set. */
export function combine(before: Bounds, found: Bounds): Bounds {
  const both = {
    atLeast: Math.max(before.atLeast, found.atLeast),
    atMost: Math.min(before.atMost, found.atMost),
  };
  return both.atLeast <= both.atMost ? both : found;
}

/** No offset as long as the clock of the device may be right. */
export function chooseOffset({ atLeast, atMost }: Bounds): number {
  return atLeast <= 0 && atMost >= 0 ? 0 : Math.round((atLeast + atMost) / 2);
}
