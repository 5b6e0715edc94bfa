import { buildRecentCondition } from '#shared/platform/persistence/due-condition.js';

/** A worker without a sign of life for this long counts as dead. */
export const WORKER_TIMEOUT_SECONDS = 60;

/** A relation of one row: the `versions` of plugins that live workers have; null if no worker is alive. */
export const WORKER_VERSIONS = `(
  select array_agg(distinct version) as versions from worker_plugins cross join unnest(worker_plugins.versions) as version
  where ${buildRecentCondition('heartbeat_at', WORKER_TIMEOUT_SECONDS)})`;

/** The SQL condition on a webhook `w` that live workers, whose versions are in `workers`, lack that of its plugin. */
export const LACKS_WORKER = `not workers.versions @> array[w.plugin_id || ' ' || w.plugin_version]`;
