import type { EscalationPolicy } from './escalation.js';

/** An alert of the past. Times are in milliseconds since the epoch; `null`: not yet. */
export interface PastAlert {
  readonly opened: number;
  readonly acknowledged: number | null;
  readonly resolved: number | null;
}

export interface PreviewedStep {
  readonly step: number;
  readonly at: number;
}

/** Returns the steps that would have been told of an alert, in their order, if each had reached somebody. */
export function previewRun(
  {
    steps,
    repeat,
    until,
  }: Pick<EscalationPolicy, 'repeat' | 'until'> & { readonly steps: readonly { readonly after: number }[] },
  { opened, acknowledged, resolved }: PastAlert,
  now: number,
): readonly PreviewedStep[] {
  const reaction = until === 'ACKNOWLEDGED' ? acknowledged : null;
  const end = Math.min(reaction ?? Infinity, resolved ?? Infinity, now);
  const told: PreviewedStep[] = [];
  let from = opened;
  for (let cycle = 0; cycle <= (repeat?.times ?? 0); cycle += 1) {
    for (const [index, { after }] of steps.entries()) {
      const at = from + after * 1000;
      if (at >= end) return told;
      told.push({ step: index + 1, at });
    }
    const first = steps[0]?.after ?? 0;
    from = (told.at(-1)?.at ?? from) + ((repeat?.every ?? 0) - first) * 1000;
  }
  return told;
}
