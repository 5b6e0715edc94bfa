import type { ScalarField } from './collect-fields.js';
import type { StateMeaning } from './state-word.js';

const RUN_NAME =
  /^(?:build|pipeline|workflow|commit|vcs|deployment)(?:s|id|num|number|name|url|status|time|revision)?$/;
const ALARM_NAME = /alert|alarm|incident|problem|severity|monitor|trigger/;

/** Returns whether the payload is about a build or a deployment, and not about an alarm. */
export function isAboutRun(fields: readonly ScalarField[]): boolean {
  return (
    fields.some(({ name, parent }) => RUN_NAME.test(name) || RUN_NAME.test(parent)) &&
    !fields.some(({ name, parent }) => ALARM_NAME.test(name) || ALARM_NAME.test(parent))
  );
}

/** Returns the meaning of words that differ between runs and alarms: a run that was started or cancelled gives no event. */
export function parseRunState({ name, text }: ScalarField): StateMeaning | undefined {
  if (!/(?:status|state|action|outcome|conclusion|result|event|phase)$/.test(name)) return undefined;
  if (/^(?:cancel+ed|skipped)$/i.test(text)) return { type: 'NEITHER', strong: true };
  return /^(?:created|started|queued|running|in[_ ]progress)$/i.test(text)
    ? { type: 'NEITHER', strong: false }
    : undefined;
}
