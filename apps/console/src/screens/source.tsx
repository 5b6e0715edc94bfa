import { ChevronLeft } from 'lucide';
import { address, linkTo } from '../address.js';
import { client } from '../client.js';
import { now } from '../clock.js';
import { Badge } from '../design/badge.tsx';
import { Skeleton } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { Tabs } from '../design/tabs.tsx';
import { formatDuration } from '../format.js';
import { Heading } from '../parts/heading.tsx';
import { ManagedBy } from '../parts/managed-by.tsx';
import { Notice } from '../parts/notice.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { useRememberedDomain } from '../shell/domain-switch.tsx';
import { assessSource } from '../sources/assess-source.js';
import { Heartbeats } from '../sources/heartbeats.tsx';
import { Quarantine } from '../sources/quarantine.tsx';
import { readSource } from '../sources/read-source.js';
import { SourceActions } from '../sources/source-actions.tsx';
import { SourceGuide } from '../sources/source-guide.tsx';
import { SourceOverview } from '../sources/source-overview.tsx';
import { SourceSettings } from '../sources/source-settings.tsx';
import { SystemMark } from '../sources/system-mark.tsx';

/** Milliseconds. Short, because somebody who sets up a sender waits for its first delivery. */
const REFRESH_MS = 3_000;

const TABS = ['overview', 'guide', 'quarantine', 'heartbeats', 'settings'] as const;

/** The screen of a source. Its parts are tabs, which the address has. */
export function SourceScreen({ id }: { readonly id: string }) {
  const loaded = useLoaded(id, (signal) => readSource(id, signal), REFRESH_MS);
  const found = loaded.value.value;
  useRememberedDomain(found !== undefined);
  const pluginId = found?.webhook.plugin_info.plugin_id;
  const { value: plugin, failure: pluginFailure } = useLoaded(pluginId ?? '', async (signal) =>
    pluginId === undefined
      ? undefined
      : client.call('getPlugin', { path: { plugin_id: pluginId } }, { signal }),
  );
  const failure = loaded.failure.value ?? pluginFailure.value;
  if (found === undefined || plugin.value === undefined)
    return (
      <>
        {failure === undefined ? (
          <Skeleton />
        ) : (
          <>
            <Heading text="Source" />
            <Notice kind="bad">{failure}</Notice>
          </>
        )}
      </>
    );
  const { webhook, quarantinedCount, missingHeartbeats } = found;
  const wanted = address.value.parameters.get('tab');
  const tab = TABS.find((each) => each === wanted) ?? 'overview';
  const { findings } = assessSource(webhook, { quarantinedCount, missingHeartbeats }, now.value);
  return (
    <>
      <a class="back" href={linkTo('sources')}>
        <Icon of={ChevronLeft} />
        All sources
      </a>
      <div class="page-head">
        <div class="source-title">
          <SystemMark id={webhook.plugin_info.plugin_id} />
          <Heading text={webhook.name} />
        </div>
        <SourceActions webhook={webhook} onChanged={loaded.reload} />
      </div>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
      <div class="findings" role="group" aria-label="State">
        {findings.map(({ tone, text }) => (
          <Badge key={text} tone={tone}>
            {text}
          </Badge>
        ))}
        {webhook.previous_access_key === null ? null : (
          <Badge tone="info">
            The old address works for{' '}
            {formatDuration(Date.parse(webhook.previous_access_key.expires_at) - now.value)}
          </Badge>
        )}
        <ManagedBy name={webhook.managed_by} />
      </div>
      <Tabs
        label="Parts of the source"
        tabs={TABS.map((name) => ({
          link: linkTo('sources', id, name === 'overview' ? {} : { tab: name }),
          text:
            name === 'quarantine' && quarantinedCount > 0
              ? `Quarantine (${quarantinedCount})`
              : capitalize(name),
          isCurrent: name === tab,
        }))}
      />
      {tab === 'overview' ? <SourceOverview webhook={webhook} plugin={plugin.value.name} /> : null}
      {tab === 'guide' ? (
        <SourceGuide webhook={webhook} plugin={plugin.value} onSent={loaded.reload} />
      ) : null}
      {tab === 'quarantine' ? (
        <Quarantine
          webhookId={id}
          version={webhook.plugin_info.version}
          versions={plugin.value.versions}
          failedCount={webhook.health.failed_count}
          onReplayed={loaded.reload}
        />
      ) : null}
      {tab === 'heartbeats' ? <Heartbeats webhook={webhook} /> : null}
      {tab === 'settings' ? (
        <SourceSettings webhook={webhook} plugin={plugin.value} onSaved={loaded.reload} />
      ) : null}
    </>
  );
}

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
