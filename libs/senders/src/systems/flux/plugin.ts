import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels, type Labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, text } from '../../vocabulary/text.js';

const name = text('involvedObject.name');
const kind = text('involvedObject.kind');
const reason = text('reason');
const namespace = text('involvedObject.namespace');
const objectPath = joined('/', kind, namespace, name);

/** Metadata of Flux itself, which is other for each revision. */
const OWN_METADATA = /(?:revision|digest|checksum|token|summary|commit_status|change_request)$/i;

/** Returns the metadata that users add with `eventMetadata` or an annotation. */
function addedMetadata(alarm: Alarm): Labels | undefined {
  const added = Object.entries(labels('metadata')(alarm) ?? {}).filter(([key]) => !OWN_METADATA.test(key));
  return added.length === 0 ? undefined : Object.fromEntries(added);
}

/** Derives the type: an error fires until the object is reconciled. Events about progress are ignored. */
function deriveEventType(alarm: Alarm): EventType | Ignored {
  const reasonText = reason(alarm) ?? '';
  if (text('severity')(alarm) === 'error') return 'ALERT';
  if (/succeeded|uptodate|newartifact|healthcheckpassed/i.test(reasonText.replaceAll(/[\s_-]/g, '')))
    return 'RECOVERY';
  return ignored(`${reasonText || 'an event'}: neither failed nor succeeded`);
}

/** Events of Flux, as the notification controller posts them to a generic provider. */
export const flux: Plugin = {
  plugin_id: 'flux',
  version: '1.1.0',
  name: 'Flux',
  provider: 'flux',
  docs: loadGuide('systems/flux'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/flux'),
  headers: ['gotk-component'],
  recognises: recogniseAny(
    recogniseBy('involvedObject.kind', 'reportingController', 'severity', 'reason'),
    recogniseBy('involvedObject.kind', 'severity', 'message', { header: 'gotk-component' }),
  ),
  parse: createParser({
    alarms: wholeBody('involvedObject'),
    expects: {
      body: 'an event of Flux (an object with `involvedObject`)',
      identity: '`involvedObject.name`',
      state: '`severity` and `reason`',
    },
    event_key: (alarm) => (name(alarm) === undefined ? undefined : objectPath(alarm)),
    event_type: deriveEventType,
    title: joined(': ', objectPath, reason),
    description: text('message'),
    severity: severity('severity'),
    rule: reason,
    resource: resource('object', name, objectPath),
    provider: () => 'flux',
    account: text('metadata.cluster', 'involvedObject.namespace'),
    occurred_at: instant('timestamp'),
    labels: allLabels(addedMetadata, labelled({ namespace, kind })),
    additional_info: {
      reportingController: text('reportingController'),
      revision: text(
        'metadata.revision',
        'metadata["kustomize.toolkit.fluxcd.io/revision"]',
        'metadata["helm.toolkit.fluxcd.io/revision"]',
      ),
      summary: text('metadata.summary'),
    },
    additional_info_0_2: { kind, namespace, metadata: value('metadata') },
  }),
};
