import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList, createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resourceByLabel } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { DETECTOR } from './detector.js';

/** The search id without time and count, which differ in each run: `scheduler__admin__search__W2_at_14232356_132`. */
const savedSearchId: Reader<string> = (alarm) => text('sid')(alarm)?.replace(/_at_\d+_[\d.]+(?:_.*)?$/, '');

const searchName = text('search_name', 'result.search_name', 'result.savedsearch_name');
const host = text('result.host', 'result.dest', 'result.src');

/** The fields of a result by which teams route. The other ones are what the search found: text, numbers and times. */
const RESULT_LABELS =
  'environment env team service component cluster region namespace index sourcetype security_domain';

/** Builds the format of the webhook alert action. It reports results, but no recoveries. */
export const createSearchFormat = (searchId: Reader<string>): AlarmFormat => ({
  alarms: singleOrList(wholeBody('sid', 'search_name', 'results_link')),
  expects: {
    body: 'the webhook alert action of Splunk (an object with `sid`, `search_name` and `result`)',
    identity: '`search_name` or `sid`',
    state: 'a result',
  },
  event_key: joined('/', text('app'), firstOf(searchName, searchId), host),
  event_type: () => 'ALERT',
  title: firstOf(
    searchName,
    text('result.title', 'result.message'),
    joined(
      ' ',
      () => 'Search',
      searchId,
      () => 'has results',
    ),
  ),
  description: firstOf(text('result.description', 'result.message', 'result._raw', 'result.raw'), (alarm) => {
    const result = value('result')(alarm);
    return result === undefined ? undefined : JSON.stringify(result);
  }),
  severity: severityBy(
    { '1': 'INFO', '2': 'INFO', '3': 'WARNING', '4': 'ERROR', '5': 'CRITICAL', '6': 'CRITICAL' },
    'result.severity',
    'result.urgency',
    'result.log_level',
    'result.level',
    'severity',
  ),
  rule: firstOf(searchName, searchId),
  resource: resourceByLabel(
    'result',
    'host',
    'hostname',
    'dest',
    'dvc',
    'instance',
    'src',
    'service',
    'source',
  ),
  provider: () => 'splunk',
  occurred_at: instant('result._time', 'result._indextime', 'result.timestamp'),
  labels: allLabels(
    tags('result.tag', 'result.tags'),
    labelled({
      app: text('app'),
      ...Object.fromEntries(RESULT_LABELS.split(' ').map((name) => [name, text(`result.${name}`)])),
    }),
  ),
  links: { source: link('results_link') },
  additional_info: {
    sid: text('sid'),
    owner: text('owner'),
    result: value('result'),
  },
  additional_info_0_2: { results_link: text('results_link'), app: text('app') },
});

/** Splunk: alert actions of searches, and detectors of Splunk Observability Cloud. */
export const splunk: Plugin = {
  plugin_id: 'splunk',
  version: '1.1.0',
  name: 'Splunk',
  provider: 'splunk',
  docs: loadGuide('systems/splunk'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/splunk'),
  recognises: recogniseAny(
    recogniseBy('search_name', 'sid', 'result'),
    recogniseBy('results_link', 'sid', 'search_name'),
    recogniseBy('sid', 'results_link', 'app'),
    recogniseBy('detector', 'detectorId', 'incidentId'),
    recogniseBy('detectorId', 'incidentId'),
    recogniseBy('incidentId', 'detectorUrl'),
  ),
  parse: createMultiFormatParser(createSearchFormat(savedSearchId), DETECTOR),
};
