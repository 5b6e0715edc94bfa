import type { CorpusResult } from './report.js';

/** How the corpus was parsed: by the plugin of each sender, by `auto`, or by the heuristics of `auto` alone. */
export type ParseMode = 'own' | 'auto' | 'heuristics';

export interface Goal {
  readonly what: string;
  readonly share: number;
  readonly goal: number;
  readonly met: boolean;
}

/** The shares to reach, from 0 to 1. */
const GOALS = {
  own: { expectations: 0.98 },
  auto: { recognised: 0.95, expectations: 0.95 },
  heuristics: { event_type: 0.85, title: 0.8, same_incident: 0.8 },
} as const satisfies Record<ParseMode, object>;

export function evaluateGoals(result: CorpusResult, parseMode: ParseMode): readonly Goal[] {
  return Object.entries(GOALS[parseMode]).map(([what, goal]) => {
    const share = what === 'expectations' ? result.share : result[what as 'title'].share;
    return { what, share, goal, met: share >= goal };
  });
}

export function formatGoal({ what, share, goal, met }: Goal): string {
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
  return `${met ? 'met ' : 'MISS'} ${what.padEnd(14)} ${percent(share).padStart(7)} of at least ${percent(goal)}`;
}
