import type { Fact } from './facts.js';
import type { Meaning } from './state-word.js';

const RUN =
  /^(?:build|pipeline|workflow|commit|vcs|deployment)(?:s|id|num|number|name|url|status|time|revision)?$/;
const ALARM = /alert|alarm|incident|problem|severity|monitor|trigger/;

/** Returns whether the payload is about a build or a deployment, and not about an alarm. */
export function isOfRun(facts: readonly Fact[]): boolean {
  return (
    facts.some(({ name, parent }) => RUN.test(name) || RUN.test(parent)) &&
    !facts.some(({ name, parent }) => ALARM.test(name) || ALARM.test(parent))
  );
}

/** Returns the meaning of words that differ between runs and alarms: a run that was started or cancelled gives no event. */
export function meaningOfRun({ name, text }: Fact): Meaning | undefined {
  if (!/(?:status|state|action|outcome|conclusion|result|event|phase)$/.test(name)) return undefined;
  if (/^(?:cancel+ed|skipped)$/i.test(text)) return { type: 'NEITHER', strong: true };
  return /^(?:created|started|queued|running|in[_ ]progress)$/i.test(text)
    ? { type: 'NEITHER', strong: false }
    : undefined;
}
