import type { Fact } from './facts.js';
import type { Meaning } from './state-word.js';

const RUN =
  /^(?:build|pipeline|workflow|commit|vcs|deployment)(?:s|id|num|number|name|url|status|time|revision)?$/;
const ALARM = /alert|alarm|incident|problem|severity|monitor|trigger/;

/** Whether it is told of a build or a deployment, and not of an alarm. */
export function isOfRun(facts: readonly Fact[]): boolean {
  return (
    facts.some(({ name, parent }) => RUN.test(name) || RUN.test(parent)) &&
    !facts.some(({ name, parent }) => ALARM.test(name) || ALARM.test(parent))
  );
}

/** A run that began or was called off has neither failed nor passed; of an alarm both words say something. */
export function meaningOfRun({ name, text }: Fact): Meaning | undefined {
  if (!/(?:status|state|action|outcome|conclusion|result|event|phase)$/.test(name)) return undefined;
  if (/^(?:cancel+ed|skipped)$/i.test(text)) return { type: 'NEITHER', strong: true };
  return /^(?:created|started|queued|running|in[_ ]progress)$/i.test(text)
    ? { type: 'NEITHER', strong: false }
    : undefined;
}
