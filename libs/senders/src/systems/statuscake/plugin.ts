import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { named } from '../../vocabulary/named.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

const typeOf = dictionary<EventType>({ down: 'ALERT', up: 'RECOVERY' });

/** The webhook of StatusCake: a form, or the same fields as JSON. */
export const statuscake: Plugin = {
  plugin_id: 'statuscake',
  version: '1.0.0',
  name: 'StatusCake',
  provider: 'statuscake',
  docs: guideOf('systems/statuscake'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/statuscake'),
  recognises: anyShape(
    shaped('TestID', 'Status', 'Checkrate'),
    shaped('StatusCode', 'Status', 'URL', 'Checkrate'),
    shaped('StatusCode', 'Status', 'URL', 'Token'),
    shaped('TestID', 'Status', 'URL', 'Token'),
    shaped('StatusCode', 'Status', 'URL', 'Method', 'Name'),
  ),
  parse: alarmsOf({
    alarms: wholeBody(),
    expects: {
      body: 'the form of a StatusCake webhook, with `TestID` and `Status`',
      identity: '`TestID` or `URL`',
      state: '`Status` Down or Up',
    },
    event_key: named('TestID', 'URL', 'Name'),
    event_type: (alarm) => typeOf(named('Status')(alarm) ?? ''),
    title: joined(' is ', named('Name', 'URL'), named('Status')),
    description: (alarm) => {
      const code = named('StatusCode')(alarm);
      return code === undefined ? undefined : `Status code ${code}`;
    },
    rule: named('Method'),
    resource: resource('website', named('Name', 'URL'), named('URL', 'IP', 'Name')),
    provider: () => 'statuscake',
    additional_info: {
      TestID: named('TestID'),
      URL: named('URL'),
      IP: named('IP'),
      StatusCode: named('StatusCode'),
      Method: named('Method'),
      Checkrate: named('Checkrate'),
      Tags: named('Tags'),
    },
  }),
};
