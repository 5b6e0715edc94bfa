import type { ScalarField } from './collect-fields.js';
import type { StateMeaning } from './state-word.js';

const RUN_NAME =
  /^(?:build|pipeline|workflow|commit|vcs|deployment)(?:s|id|num|number|name|url|status|time|revision)?$/;
/** A `job` alone may be that of Prometheus, a `run` the name of anything. */
const SINGLE_RUN =
  /^(?:(?:run|deploy|jobrun|flowrun)(?:id|num|number|name|url|status|state)|job(?:id|status|runid))$/;
/** With a message beside it, a run may be only what an alarm is about: it takes too long. */
const MESSAGE_NAME = /^(?:title|summary|subject|message|msg|text|description|headline)$/;
const ALARM_NAME = /alert|alarm|incident|problem|severity|monitor|trigger/;

/** Returns whether the payload is about a build or a deployment, and not about an alarm. */
export function isAboutRun(fields: readonly ScalarField[]): boolean {
  return (
    fields.some(({ name, parent }) => RUN_NAME.test(name) || RUN_NAME.test(parent)) && !isAboutAlarm(fields)
  );
}

const isAboutAlarm = (fields: readonly ScalarField[]): boolean =>
  fields.some(({ name, parent }) => ALARM_NAME.test(name) || ALARM_NAME.test(parent));

/** What differs between the versions of `auto`. */
export interface RunRules {
  readonly isAboutRun: (fields: readonly ScalarField[]) => boolean;
  readonly parseRunState: (field: ScalarField) => StateMeaning | undefined;
}

export const RUNS: RunRules = {
  isAboutRun: (fields) =>
    isAboutRun(fields) ||
    (fields.some(({ name }) => SINGLE_RUN.test(name)) &&
      !fields.some(({ name, depth }) => depth === 0 && MESSAGE_NAME.test(name)) &&
      !isAboutAlarm(fields)),
  parseRunState,
};

/** What version 1.0.0 takes for the states of a run. */
export const RUNS_V1_0: RunRules = { isAboutRun, parseRunState: parseRunState1_0 };

const STATE_NAME = /(?:status|state|action|outcome|conclusion|result|event|phase)$/;
const ABORTED = /^(?:cancel+ed|skipped)$/i;
const BEGUN = /^(?:created|started|queued|running|in[_ ]progress)$/i;

/** Returns the meaning of words that differ between runs and alarms: a run that was started or cancelled gives no event. */
function parseRunState({ name, text }: ScalarField): StateMeaning | undefined {
  if (!STATE_NAME.test(name) && !/^(?:eventtype|eventname|type)$/.test(name)) return undefined;
  const word = text.replace(RUN_PREFIX, '');
  if (ABORTED.test(word) || /^neutral$/i.test(word)) return { type: 'NEITHER', strong: true };
  if (HANGING.test(word)) return { type: 'ALERT', strong: true };
  return BEGUN.test(word) || WAITING.test(word) ? { type: 'NEITHER', strong: false } : undefined;
}

/** The run in the name of an event: `job.run.started`, `jobs.on_start`. */
const RUN_PREFIX =
  /^(?:(?:jobs?|runs?|flow|tasks?|builds?|deploy(?:ment|s)?|pipelines?|workflows?|syncs?)[._: -])+(?:on_)?/i;
const HANGING = /^(?:timed[_ -]?out|stuck)$/i;
const WAITING =
  /^(?:start|building|waiting|scheduled|preparing|prepared|enqueued|processing|deploying|initiali[sz]ing|starting|requested|new|uploading|uploaded)$/i;

function parseRunState1_0({ name, text }: ScalarField): StateMeaning | undefined {
  if (!STATE_NAME.test(name)) return undefined;
  if (ABORTED.test(text)) return { type: 'NEITHER', strong: true };
  return BEGUN.test(text) ? { type: 'NEITHER', strong: false } : undefined;
}
