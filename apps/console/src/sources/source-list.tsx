import { Plus, Waypoints } from 'lucide';
import { address, currentProject, isInProject, linkTo, navigate } from '../address.js';
import { now } from '../clock.js';
import { Badge } from '../design/badge.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { formatCount } from '../format.js';
import { Heading } from '../parts/heading.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { session } from '../session.js';
import { useRememberedDomain } from '../shell/domain-switch.tsx';
import { assessSource } from './assess-source.js';
import { activityOf, readActivity, type Activity } from './read-activity.js';
import { readSourceRecords, type SourceRecord } from './read-sources.js';
import { Sparkline } from './sparkline.tsx';
import { SystemMark } from './system-mark.tsx';

/** Milliseconds. */
const REFRESH_MS = 5_000;
const ACTIVITY_REFRESH_MS = 15_000;

/** All sources, those that need attention first. The address has the words and the project that they are filtered by. */
export function SourceList() {
  const loaded = useLoaded('sources', readSourceRecords, REFRESH_MS);
  const activity = useLoaded('activity', readActivity, ACTIVITY_REFRESH_MS);
  const sources = loaded.value.value;
  useRememberedDomain((sources ?? []).length > 0);
  return (
    <>
      <div class="page-head">
        <Heading text="Sources" />
        {session.value?.role === 'VIEWER' ? null : (
          <a class="button primary" href={linkTo('sources', undefined, { new: '' })}>
            <Icon of={Plus} />
            Connect a source
          </a>
        )}
      </div>
      <LoadState loaded={loaded} />
      {activity.failure.value === undefined ? null : <Notice kind="bad">{activity.failure.value}</Notice>}
      {sources === undefined ? null : sources.length === 0 ? (
        <EmptyState icon={Waypoints} title="No sources yet">
          <p>A source is what posts alarms: a monitoring system, a pipeline, or your own program.</p>
        </EmptyState>
      ) : (
        <FilteredSources sources={sources} activities={activity.value.value} />
      )}
    </>
  );
}

interface FilteredProperties {
  readonly sources: readonly SourceRecord[];
  readonly activities: ReadonlyMap<string, Activity> | undefined;
}

function FilteredSources({ sources, activities }: FilteredProperties) {
  const words = address.value.parameters.get('words') ?? '';
  const project = currentProject();
  const projects = [...new Set(sources.map(({ project_id }) => project_id))].toSorted();
  const change = (part: Readonly<Record<string, string>>) => {
    const { words: newWords = words, project: newProject = project } = part;
    const parameters = { project: newProject, ...(newWords === '' ? {} : { words: newWords }) };
    navigate(linkTo('sources', undefined, parameters), { replace: true });
  };
  const rows = sources
    .filter(
      ({ name, project_id, plugin_info }) =>
        isInProject(project_id) &&
        `${name} ${plugin_info.plugin_id}`.toLowerCase().includes(words.trim().toLowerCase()),
    )
    .map((source) => {
      const activity = activityOf(activities, source.webhook_id);
      return { source, activity, ...assessSource(source, activity, now.value) };
    })
    .toSorted((a, b) => a.rank - b.rank || a.source.name.localeCompare(b.source.name));
  return (
    <>
      <div class="bar">
        <input
          type="search"
          aria-label="Search sources"
          placeholder="Search by name or system"
          value={words}
          onInput={({ currentTarget }) => change({ words: currentTarget.value })}
        />
        <select
          aria-label="Project"
          value={project}
          onChange={({ currentTarget }) => change({ project: currentTarget.value })}
        >
          <option value="">All projects</option>
          {[...new Set([...projects, ...(project === '' ? [] : [project])])].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <span class="help end" role="status">
          {rows.length === sources.length
            ? `${formatCount(rows.length)} sources`
            : `${formatCount(rows.length)} of ${formatCount(sources.length)} sources`}
        </span>
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={Waypoints} title="No source has this name">
          <button type="button" onClick={() => change({ words: '', project: '' })}>
            Show all sources
          </button>
        </EmptyState>
      ) : (
        <ul class="sources" aria-label="Sources">
          {rows.map(({ source, activity, findings }) => (
            <SourceRow key={source.webhook_id} source={source} activity={activity} findings={findings} />
          ))}
        </ul>
      )}
    </>
  );
}

interface RowProperties {
  readonly source: SourceRecord;
  readonly activity: Activity;
  readonly findings: ReturnType<typeof assessSource>['findings'];
}

function SourceRow({ source, activity, findings }: RowProperties) {
  const { webhook_id, name, plugin_info, project_id, state } = source;
  const total = formatCount(activity.hours.reduce((sum, count) => sum + count, 0));
  return (
    <li class={state === 'ENABLED' ? undefined : 'off'}>
      <SystemMark id={plugin_info.plugin_id} />
      <div class="source-name">
        <a href={linkTo('sources', webhook_id)} dir="auto">
          {name}
        </a>
        <small>
          {plugin_info.plugin_id} in <bdi>{project_id}</bdi>
        </small>
      </div>
      <div class="findings">
        {findings.map(({ tone, text }) => (
          <Badge key={text} tone={tone}>
            {text}
          </Badge>
        ))}
      </div>
      <Sparkline counts={activity.hours} label={`${total} events in the last 24 hours`} />
      <small class="source-total figure">
        {total}
        <span class="unseen"> events</span> / 24 h
      </small>
    </li>
  );
}
