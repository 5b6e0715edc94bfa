import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { listAt, wholeBody, eitherOf } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { answerOk } from '../../vocabulary/answer-ok.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, joined } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';

const STATES: Vocabulary<EventType | Ignored> = {
  'check.down': 'ALERT',
  'check.still_down': 'ALERT',
  'check.up': 'RECOVERY',
  'check.ssl_invalid': 'ALERT',
  'check.ssl_expiration': 'ALERT',
  'check.ssl_valid': 'RECOVERY',
  'check.ssl_renewed': 'RECOVERY',
  'check.performance_drop': 'ALERT',
};
/** The problems that a check can have at the same time. Each has its own key. */
const SUBJECTS: Vocabulary<string> = {
  'check.ssl_invalid': 'ssl',
  'check.ssl_expiration': 'ssl',
  'check.ssl_valid': 'ssl',
  'check.ssl_renewed': 'ssl',
  'check.performance_drop': 'performance',
};
const SEVERITIES: Vocabulary<Severity> = {
  'check.ssl_expiration': 'WARNING',
  'check.performance_drop': 'WARNING',
};
const PHRASES: Vocabulary<string> = {
  'check.down': 'is down',
  'check.still_down': 'is still down',
  'check.up': 'is up',
  'check.ssl_invalid': 'has an invalid certificate',
  'check.ssl_valid': 'has a valid certificate again',
  'check.ssl_expiration': 'has a certificate that expires soon',
  'check.ssl_renewed': 'has a new certificate',
  'check.performance_drop': 'has become slow',
};
const name = text('check.alias', 'check.url');

/** The webhook of updown.io: a list of events of checks. */
export const updown: Plugin = {
  plugin_id: 'updown',
  version: '1.1.0',
  name: 'updown.io',
  provider: 'updown',
  docs: loadGuide('systems/updown'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/updown'),
  recognises: recogniseAny(
    recogniseBy('$[0].check.token', ['$[0].event', /^check\./], '$[0].check.url'),
    recogniseBy('check.token', ['event', /^check\./], 'check.url'),
  ),
  parse: createParser({
    alarms: eitherOf(listAt('$'), wholeBody('event', 'check')),
    expects: {
      body: 'the body of an updown.io webhook: a list of events with `event` and `check`',
      identity: '`check.token` or `check.url`',
      state: '`event` check.down, check.up …',
    },
    event_key: joined('/', text('check.token', 'check.url'), word(SUBJECTS, 'event')),
    event_type: word(STATES, 'event'),
    title: firstOf(text('description'), joined(' ', name, word(PHRASES, 'event'))),
    description: text(
      'downtime.error',
      'check.error',
      'ssl.error',
      'ssl.cert.subject',
      'apdex_dropped',
      'description',
    ),
    severity: word(SEVERITIES, 'event'),
    resource: resource('website', name, text('check.url', 'check.token')),
    provider: () => 'updown',
    occurred_at: instant('time', 'downtime.started_at', 'check.down_since', 'check.last_check_at'),
    resolved_at: instant('time', 'downtime.ended_at', 'check.last_check_at'),
    additional_info: {
      event: text('event'),
      last_status: text('check.last_status'),
      uptime: value('check.uptime'),
      duration: value('downtime.duration'),
      downtime_id: text('downtime.id'),
      apdex_dropped: text('apdex_dropped'),
      ssl: value('ssl'),
    },
    additional_info_0_2: { url: text('check.url') },
  }),
  answer: answerOk,
};
