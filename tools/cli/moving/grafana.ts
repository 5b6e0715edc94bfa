import { isObject } from '#shared/kernel/json.js';
import { UsageError } from '../explain.js';
import { convertContactPoint } from './grafana-contact-points.js';
import type { MovedFile } from './moved-file.js';
import { DEFAULTS, listReceivers, readRoute } from './read-routes.js';
import { addRouting, type Integration } from './routing-records.js';
import { listAt, readSource, textAt, type Fields } from './source-file.js';

const EXPECTED = 'an export of Grafana Alerting with contactPoints, policies or muteTimes';
/** Grafana puts `grafana_folder` and `alertname` together if the root policy does not say what. */
const GRAFANA_DEFAULTS = { ...DEFAULTS, groupBy: ['grafana_folder', 'alertname'] };

/**
 * Reads exports of contact points, notification policies and mute timings of Grafana, which are one file or several, into a file.
 * @throws UsageError with all mistakes
 */
export async function importGrafana(
  paths: readonly string[],
  file: MovedFile,
  project: string | undefined,
): Promise<void> {
  const sources = await Promise.all(paths.map((path) => readSource(path, EXPECTED)));
  const of = (section: string): readonly Fields[] =>
    sources.flatMap(({ value }) => listAt(value, section).filter(isObject));
  const policies = sources.flatMap((source) =>
    listAt(source.value, 'policies').map((policy, at) => ({
      source,
      policy: isObject(policy) ? policy : {},
      path: ['policies', at],
    })),
  );
  const [first, second] = policies;
  if (first === undefined)
    throw new UsageError(
      `${paths.join(', ')}: expected ${EXPECTED}, but policies are missing; export them too`,
    );
  if (second !== undefined)
    throw new UsageError(
      `${paths.join(', ')}: there are the policies of several organizations; give those of one`,
    );
  const organization = textAt(first.policy, 'orgId');
  const isOwn = (each: Fields) =>
    organization === undefined || (textAt(each, 'orgId') ?? organization) === organization;
  const contactPoints = of('contactPoints').filter(isOwn);
  const intervals = new Map(
    of('muteTimes')
      .filter(isOwn)
      .map((each) => [textAt(each, 'name') ?? '', listAt(each, 'time_intervals')]),
  );
  const names = {
    receivers: new Set(contactPoints.map((each) => textAt(each, 'name') ?? '')),
    intervals: new Set(intervals.keys()),
  };
  const { orgId: _, provenance: __, ...policy } = first.policy;
  const root = readRoute(first.source, policy, first.path, GRAFANA_DEFAULTS, names);
  for (const { finish } of sources) finish();

  if (project !== undefined) {
    file.add('webhooks', 'grafana', { plugin: 'grafana' });
    file.note('✓', 'webhook grafana: its URL takes what a contact point of the type webhook posts');
  }
  const used = new Set(listReceivers(root));
  const receivers = new Map<string, readonly Integration[]>();
  for (const point of contactPoints) {
    const name = textAt(point, 'name') ?? '';
    if (used.has(name)) receivers.set(name, convertContactPoint(file, name, listAt(point, 'receivers')));
    else file.note('✗', `the contact point ${name}: no policy leads to it`);
  }
  addRouting(file, { root, receivers, intervals, project });
  if (file.has('subscriptions'))
    file.note(
      '~',
      'all subscriptions: repeat_interval reminds of each open alert by itself, not of its group; recoveries go to whoever was told',
    );
  for (const section of ['groups', 'templates'].filter((each) => of(each).length > 0))
    file.note('✗', `${section}: stay in Grafana`);
}
